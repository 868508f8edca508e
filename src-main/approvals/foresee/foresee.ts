/** Protected files that git would put other versions of in place, worked out before it runs: by git itself, reading only. */

import { posix } from 'node:path';
import { realOrSame } from '#core/files/real-path';
import { whyProtected } from '#core/secrets/sensitive-paths';
import { type Analysis, analyseSafely, type SimpleCommand } from '#shell-analysis';
import type { ReplacedFiles } from '../decide/facts.ts';
import { workingFolders } from '../decide/folders.ts';
import { isRewriting } from '../decide/needed-place.ts';
import { diskNow } from '../disk.ts';
import { type GitWords, gitWords } from '../git-words.ts';
import { lookAtGit } from '../read-only/git/look.ts';
import { neutralEnvironment } from '../read-only/git/neutral-environment.ts';
import { readOnly } from '../read-only/index.ts';
import type { GitEnvironment, ReadOnlyLine } from '../read-only/neutral-git.ts';
import { RepositoryQueries } from './repository.ts';
import { foreseeVerb, isForeseeable } from './verbs.ts';

export interface GitRun {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly workspace: string;
  /** Keeps git from all that a configuration names. */
  readonly environment: GitEnvironment;
  readonly signal: AbortSignal;
}

/** Runs git where it can only read; undefined if it fails or is ended. */
export type RunGit = (run: GitRun) => Promise<string | undefined>;

/** Longest time it may take, in milliseconds: a person waits for the question. What is not known by then is found after the command. */
const MAX_MS = 10_000;

/** Foresees what git would replace; undefined if the line replaces nothing, or it cannot be determined. */
export async function foreseeReplaced(line: ReadOnlyLine, runGit: RunGit): Promise<ReplacedFiles | undefined> {
  const analysis = await analyseSafely(line.command);
  const call = onlyCall(analysis, line);
  if (call === undefined) return undefined;
  const signal = AbortSignal.timeout(MAX_MS);
  const place = { ...line, workspace: await realOrSame(line.workspace) };
  const use = { folder: call.folder, shows: 'tree', needsRepository: true } as const;
  const gitFacts = await lookAtGit([use], place);
  if ('why' in gitFacts) return undefined;
  const environment = await neutralEnvironment(gitFacts, place);
  const at = { cwd: call.folder, workspace: place.workspace, environment, signal };
  const repository = new RepositoryQueries(async (args) =>
    signal.aborted ? undefined : await runGit({ ...at, args }),
  );
  const top = await repository.line('rev-parse', '--show-toplevel');
  const found = top === undefined ? undefined : await foreseeVerb(call, repository);
  if (top === undefined || found === undefined || signal.aborted) return undefined;
  const names = [...found.names, ...(found.setsConfig ? ['.git/config'] : [])].map((name) => posix.join(top, name));
  const recurses = gitFacts.settings.some(({ section, key }) => section === 'submodule' && key === 'recurse');
  return {
    part: call.part,
    paths: [...new Set(names)].filter((path) => whyProtected(path, place.workspace) !== undefined),
    isSure: found.isSure && !recurses,
  };
}

interface Call {
  readonly part: number;
  readonly verb: string;
  readonly rest: GitWords['rest'];
  readonly folder: string;
}

/** The one call of git that changes files or the configuration, where all that runs before it only reads. */
function onlyCall(analysis: Analysis, { cwd, workspace }: ReadOnlyLine): Call | undefined {
  const { parts, errors } = analysis;
  const calls = parts.flatMap((part, index) => {
    const git = gitWords(part);
    const isMeant = git !== undefined && (isForeseeable(git.verb ?? '') || isRewriting(part));
    return isMeant ? [{ part, index, git }] : [];
  });
  const [call, ...others] = calls;
  if (call === undefined || others.length > 0 || errors.length > 0) return undefined;
  const { part, index, git } = call;
  const folder = gitFolder(workingFolders(analysis, cwd)[index], git);
  if (git.verb === undefined || folder === undefined || !isPlain(part)) return undefined;
  if (index > 0) {
    const { parts: proven } = readOnly(analysis, { workspace, cwd, ...diskNow() });
    if (!proven.slice(0, index).every(({ isProven }) => isProven)) return undefined;
  }
  return { part: index, verb: git.verb, rest: git.rest, folder };
}

const PLAIN_PLACES = new Set(['and-or', 'group', 'subshell', 'negation', 'condition', 'pipeline']);

const isPlain = ({ assignments, wrappers, places }: SimpleCommand): boolean =>
  assignments.length === 0 && wrappers.length === 0 && places.every((place) => PLAIN_PLACES.has(place));

/** Settings of the line that do not change what is put in place. */
const HARMLESS = /^(user|author|committer|color|advice|commit\.gpgsign|core\.(pager|editor|quotepath))\b/i;

const NO_MATTER = new Set(['--no-pager', '-P', '--no-optional-locks']);

/**
 * Returns the folder git runs in; undefined if it is known only at run time, or words before the sub-command may
 * matter.
 */
function gitFolder(folders: readonly string[] | undefined, { before }: GitWords): string | undefined {
  const [folder, ...others] = folders ?? [];
  const words = before.filter((word) => !NO_MATTER.has(word ?? ''));
  const pairs = words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1]] as const] : []));
  const isPlain = pairs.every(
    ([option, value]) => value !== undefined && (option === '-C' || (option === '-c' && HARMLESS.test(value))),
  );
  if (folder === undefined || others.length > 0 || !isPlain) return undefined;
  return posix.resolve(folder, ...pairs.flatMap(([option, value = '']) => (option === '-C' ? [value] : [])));
}
