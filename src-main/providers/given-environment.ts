import type { LinkSpec } from '#contract';
import { givenKeyNames } from '#contract/given-keys';
import { isSecretVariable } from '#core/secrets/secret-variables';
import { secretsInWords } from '#core/secrets/word-secrets';

type Environment = Readonly<Record<string, string>>;

/** Environment that is given to a provider. */
export interface GivenEnvironment {
  readonly environment: Environment;
  /** Names of the keys among it. */
  readonly given: string[];
  /** A line that names the keys it is not given; empty if there are none. */
  readonly note: string;
  /** Values of those keys, and secrets among the words of its program, which its title has, too. */
  readonly secrets: readonly string[];
}

/** The environment without keys, tokens and passwords, but for those that the person attached the provider with. */
export function givenEnvironment(spec: LinkSpec, environment: Environment): GivenEnvironment {
  const chosen = new Set(givenKeyNames(spec));
  const names = keyNames(environment);
  const withheld = names.filter((name) => !chosen.has(name));
  const kept = Object.entries(environment).filter(([name]) => !withheld.includes(name));
  const note =
    withheld.length === 0 ? '' : `Sigma Shell did not pass on keys of your environment: ${withheld.join(', ')}\n`;
  const given = names.filter((name) => chosen.has(name));
  const secrets = [...given.map((name) => environment[name] ?? ''), ...secretsInWords(programWords(spec))];
  return { environment: Object.fromEntries(kept), given, note, secrets };
}

function programWords(spec: LinkSpec): readonly string[] {
  if (spec.kind === 'program') return spec.argv;
  return spec.kind === 'mcp' && spec.transport.type === 'stdio' ? spec.transport.argv : [];
}

/** Names of the variables that hold keys, tokens and passwords. */
export function keyNames(environment: Environment): string[] {
  const secret = Object.entries(environment).filter(([name, value]) => isSecretVariable(name, value));
  return secret.map(([name]) => name).sort();
}
