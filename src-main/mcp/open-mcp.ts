import { isSecretHeader } from '#contract/secret-names';
import { AppError } from '#core/app-error';
import type { Logger } from '#core/logger';
import { addressSecrets } from '#core/secrets/address-secrets';
import type { Redactor } from '#core/secrets/redact';
import { isSecretVariable } from '#core/secrets/secret-variables';
import { bareAddress } from '#core/servers/bare-address';
import { isLoopbackHost } from '#core/servers/loopback';
import type { OpenLink } from '#tools';
import type { KeepMedia } from './answer-text.ts';
import { reachHttp } from './http-wire.ts';
import { McpLink } from './mcp-link.ts';
import { startStdio } from './stdio-wire.ts';

export interface OpenMcpOptions {
  /** Version of the app. */
  readonly version: string;
  /** Keeps pictures and sounds of answers. */
  readonly media?: KeepMedia | undefined;
  /** Learns tokens that are given to servers, which their errors may repeat. */
  readonly redactor: Pick<Redactor, 'add'>;
  readonly log: Pick<Logger, 'debug'>;
}

interface HttpAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Attaches MCP servers: programs on their standard input and output, or streamable HTTP. Loads the SDK at first use. */
export function mcpOpener({ version, media, redactor, log }: OpenMcpOptions): OpenLink {
  return async (spec, context, signal) => {
    if (spec.kind !== 'mcp') throw new AppError('INVALID_INPUT', 'Only MCP servers can be attached here');
    signal.throwIfAborted();
    const { transport } = spec;
    const { cwd, askForm, onStderr, readyMs } = context;
    const secrets = transport.type === 'http' ? secretsSent(transport) : secretsGiven(transport.environment);
    for (const secret of secrets) redactor.add(secret);
    const newWire = async () => {
      if (transport.type === 'http') return await reachHttp({ ...transport, log });
      const { JSONRPCMessageSchema } = await import('@modelcontextprotocol/sdk/types.js');
      return await startStdio({
        argv: transport.argv,
        cwd,
        environment: { ...context.environment, ...transport.environment },
        parse: (value) => JSONRPCMessageSchema.parse(value),
        onStderr: (text) => link.hear(text),
      });
    };
    const link = new McpLink({ server: spec.name, version, newWire, askForm, media, onStderr, log });
    if (transport.type === 'http' && isSentInClear(transport)) {
      onStderr('The token is sent to this address without encryption: whoever is on the way can read it.\n');
    }
    await withinTime(readyMs, signal, (within) => link.open(within));
    return link;
  };
}

const SECRET_NAME = /authorization|cookie|token|key|secret|password/i;

function secretValues(values: Readonly<Record<string, string>>): string[] {
  const secret = Object.entries(values).filter(
    ([name, value]) => SECRET_NAME.test(name) || isSecretHeader(name) || isSecretVariable(name, value),
  );
  return secret.map(([, value]) => value);
}

/** Secrets behind the name of a scheme, such as `Bearer`; of an address its password, too, by which an error may name it. */
function secretsIn(values: Readonly<Record<string, string>>): string[] {
  return secretValues(values).flatMap((value) => [value.replace(/^\w+ +/, '').trim(), ...addressSecrets(value)]);
}

/** Secrets of the variables: in most of them a first word is no scheme, but part of a password. */
function secretsGiven(environment: Readonly<Record<string, string>>): string[] {
  return [...secretValues(environment), ...secretsIn(environment)];
}

/** Secrets of the headers, of the address's query, in which some services want their key, and of its name and password. */
function secretsSent({ url, headers }: HttpAddress): string[] {
  const { searchParams } = new URL(url);
  const { basic } = bareAddress(url);
  const login = [...addressSecrets(url), ...(basic === undefined ? [] : secretsIn({ Authorization: basic }))];
  return [...secretsIn(headers), ...secretsIn(Object.fromEntries(searchParams)), ...login];
}

async function withinTime(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(() => {
    over.abort(new AppError('TIMEOUT', `It was not ready within ${ms / 1000} s: it did not say what it offers`));
  }, ms);
  try {
    await work(AbortSignal.any([signal, over.signal]));
  } finally {
    clearTimeout(timer);
  }
}

function isSentInClear(address: HttpAddress): boolean {
  const { protocol, hostname } = new URL(address.url);
  return protocol === 'http:' && !isLoopbackHost(hostname) && secretsSent(address).length > 0;
}
