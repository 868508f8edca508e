import type { ConfigFile, RawProfile } from './files/config-file.ts';
import { mergeFiles } from './merge.ts';
import type { ResolvedProfile } from './profile.ts';
import { resolveProfile } from './resolve.ts';

/** Problem that prevents `sigma console` from starting, and makes something unusable in the app. */
export interface StartProblem {
  readonly kind: 'no-files' | 'no-profiles' | 'broken' | 'unknown-profile' | 'no-default' | 'invalid';
  /** One line: where, what, and what to do. */
  readonly message: string;
}

/** Configuration from both files and the command line. */
export interface Configuration {
  /** Profiles in the order of the files, global ones first; includes unusable ones, with their problem. */
  readonly profiles: readonly ResolvedProfile[];
  /** The modes of a new session, in the order of Tab; the first is the primary one. */
  readonly selected: readonly string[];
  /** The one used without `-profile`. */
  readonly default: string | undefined;
  readonly startProblem: StartProblem | undefined;
  /** A `default` that names nothing, where it does no harm. */
  readonly warning?: { readonly path: string; readonly line?: number; readonly message: string };
}

export interface ConfigurationSources {
  readonly global: ConfigFile;
  /** Local file; absent if the folder is the home folder. */
  readonly local: ConfigFile | undefined;
  /** `-profile`, in order, as often as it was given. */
  readonly named: readonly string[];
  /** The profile that variables make, put in front of those of the files. */
  readonly environment?: ResolvedProfile | undefined;
}

/** Works out the profiles (parse → merge → choose → resolve), and never throws. */
export function configure(sources: ConfigurationSources): Configuration {
  const merged = mergeFiles(sources.global, sources.local);
  const profiles = [sources.environment ?? [], merged.profiles.map(resolveProfile)].flat();
  const names = profiles.map(({ name }) => name);
  const named = [...new Set(sources.named)];
  const unknown = named.find((name) => !names.includes(name));
  const usual = usualProfile(sources, names, merged.default);
  const selected = named.length > 0 ? named.filter((name) => names.includes(name)) : [usual.name ?? []].flat();
  const startProblem =
    brokenFile(sources) ??
    (unknown === undefined ? undefined : unknownProfile(unknown, names)) ??
    (named.length > 0 ? undefined : usual.problem) ??
    invalidProfile(profiles, selected);
  return {
    profiles,
    selected,
    default: usual.name,
    startProblem,
    ...(usual.warning === undefined ? {} : { warning: usual.warning }),
  };
}

/** The name under which `environment` does not hide a profile of a file. */
export function freeName(name: string, taken: readonly Pick<RawProfile, 'name'>[]): string {
  return taken.some((profile) => profile.name === name) ? freeName(`${name}-variables`, taken) : name;
}

type UsualProfile = {
  readonly name?: string;
  readonly problem?: StartProblem;
  readonly warning?: Configuration['warning'];
};
type DefaultProfile = ReturnType<typeof mergeFiles>['default'];

function usualProfile(sources: ConfigurationSources, names: readonly string[], chosen: DefaultProfile): UsualProfile {
  const [first, second] = names;
  if (first === undefined) return { problem: noProfiles(sources) };
  const isKnown = chosen !== undefined && names.includes(chosen.name);
  const message = `There is no profile ${chosen?.name}; known are ${names.join(', ')}`;
  const warning = chosen === undefined || isKnown ? {} : { warning: { ...at(chosen), message } };
  // Variables are set for this start; a default stands in a file for all of them.
  if (second === undefined || sources.environment !== undefined) return { name: first, ...warning };
  if (isKnown) return { name: chosen.name };
  if (chosen !== undefined) {
    const { path, line } = at(chosen);
    return { problem: { kind: 'no-default', message: `${path}${line ? `:${line}` : ''}: default: ${message}` } };
  }
  if (names.includes('default')) return { name: 'default' };
  const advice = 'choose with -profile, or name one as default: in a configuration file';
  return { problem: { kind: 'no-default', message: `There are several profiles (${names.join(', ')}): ${advice}` } };
}

function at({ path, line }: NonNullable<DefaultProfile>) {
  return line === undefined ? { path } : { path, line };
}

function noProfiles({ global, local }: ConfigurationSources): StartProblem {
  const files = [global, local].filter((file) => file !== undefined);
  const paths = files.map(({ path }) => path);
  if (files.every(({ state }) => state === 'missing')) {
    const message = `There is no configuration file: write a profile into ${paths.join(' or ')}`;
    return { kind: 'no-files', message: `${message}, such as: profiles: {openai: {}}` };
  }
  const present = files.find(({ state }) => state !== 'missing');
  const line = present?.text.split('\n').findIndex((one) => one.startsWith('profiles')) ?? -1;
  const place = `${present?.path}:${line < 0 ? 1 : line + 1}`;
  return { kind: 'no-profiles', message: `${place}: No profile is defined: write one into ${paths.join(' or ')}` };
}

function brokenFile({ global, local }: ConfigurationSources): StartProblem | undefined {
  for (const file of [global, local]) {
    const problem = file?.problems[0];
    if (!file || !problem) continue;
    const line = problem.line === undefined ? '' : `:${problem.line}`;
    const key = problem.path === '' ? '' : ` ${problem.path}:`;
    return { kind: 'broken', message: `${file.path}${line}:${key} ${problem.message}` };
  }
  return undefined;
}

function unknownProfile(name: string, names: readonly string[]): StartProblem {
  const known = names.length === 0 ? 'none is defined' : `known are ${names.join(', ')}`;
  return { kind: 'unknown-profile', message: `There is no profile ${JSON.stringify(name)}; ${known}` };
}

function invalidProfile(profiles: readonly ResolvedProfile[], selected: readonly string[]): StartProblem | undefined {
  const message = profiles.find(({ name, problem }) => problem !== undefined && selected.includes(name))?.problem;
  return message === undefined ? undefined : { kind: 'invalid', message };
}
