import type { ProfileFile, ProfileProblem, ProfilesState, ProfileView } from '#contract';
import type { YamlProblem } from '#core/parsing/yaml-text';
import type { Redactor } from '#core/secrets/redact';
import type { ConfigFile } from './files/config-file.ts';
import type { WorkspaceProfiles } from './files/workspace-profiles.ts';
import { blankKeys } from './keys/blank-keys.ts';
import type { KeyService } from './keys/keys.ts';
import type { ResolvedProfile } from './profile.ts';

export interface StateSources {
  readonly seen: WorkspaceProfiles;
  /** A profile with the context that counts now. */
  readonly sized: (profile: ResolvedProfile) => ResolvedProfile;
  readonly keys: KeyService;
  readonly isTrusted: boolean;
  readonly isDemo: boolean;
  readonly redactor: Redactor;
}

/** Describes one workspace's profiles for the page: no key, and no text that contains one. */
export function describeProfiles(sources: StateSources): ProfilesState {
  const { seen, redactor } = sources;
  const { profiles, selected, default: usual, startProblem, warning } = seen.configuration;
  const inValues = profiles.flatMap(({ path, problems }) => (path === undefined ? [] : problems.map(inFile(path))));
  const inForm = seen.files.flatMap((file) => file.problems.map(inFile(file.path)));
  const unknown = seen.files.flatMap((file) => file.warnings.map(inFile(file.path)));
  return redactor.value({
    profiles: profiles.map((profile) => profileView(sources.sized(profile), sources)),
    selected: [...selected],
    ...(usual === undefined ? {} : { default: usual }),
    files: seen.files.map((file) => fileView(file, sources)),
    problems: distinctProblems([...inForm, ...inValues]),
    warnings: [unknown, warning === undefined ? [] : defaultWarning(warning)].flat(),
    ...(startProblem === undefined ? {} : { startProblem: startProblem.message }),
    isDemo: sources.isDemo,
  });
}

function profileView(profile: ResolvedProfile, { seen, keys }: StateSources): ProfileView {
  const { name, baseUrl, protocol, model, prompt, concurrency, context, contextFrom, images, preset, file, problem } =
    profile;
  const { selected, default: usual } = seen.configuration;
  return {
    name,
    baseUrl,
    ...(protocol !== undefined && { protocol }),
    model,
    concurrency,
    context,
    contextFrom,
    scope: file,
    key: keys.lookup.status(profile),
    isDefault: name === usual,
    isSelected: selected.includes(name),
    ...(prompt === undefined ? {} : { prompt }),
    ...(images === undefined ? {} : { images }),
    ...(preset === undefined ? {} : { preset }),
    ...(problem === undefined ? {} : { problem }),
  };
}

function fileView({ path, scope, state, text }: ConfigFile, { isTrusted }: StateSources): ProfileFile {
  return {
    path,
    scope,
    exists: state !== 'missing',
    isTrusted: scope === 'global' || isTrusted,
    yaml: blankKeys(text),
  };
}

function defaultWarning({ path, line, message }: { path: string; line?: number; message: string }): ProfileProblem {
  return { file: path, path: 'default', message, ...(line === undefined ? {} : { line }) };
}

function inFile(file: string) {
  return ({ path, line, message }: YamlProblem): ProfileProblem => ({
    file,
    path,
    message,
    ...(line === undefined ? {} : { line }),
  });
}

function distinctProblems(problems: readonly ProfileProblem[]): ProfileProblem[] {
  return [...new Map(problems.map((one) => [JSON.stringify(one), one])).values()];
}
