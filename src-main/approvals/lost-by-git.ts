/**
 * Data that git keeps for recovery and that a command discards. Undo can restore it while the old files are kept; git
 * itself cannot.
 */
import type { SimpleCommand } from '#shell-analysis';
import type { GitWords } from './git-words.ts';
import { gitWords } from './git-words.ts';
import { programOf } from './program-of.ts';

type GitRest = GitWords['rest'];

const has = (given: GitRest, option: RegExp): boolean => given.some((word) => word !== undefined && option.test(word));

/** Long options may be cut short as far as they stay clear. */
const FORCES = /^(-[a-zA-Z]*f[a-zA-Z]*|--forc?e?)$/;
const DELETES = /^(-[a-zA-Z]*d[a-zA-Z]*|--d(e(l(e(te?)?)?)?)?)$/;

/** Options of `git tag` with which a tag that is there names something else afterwards. */
const REPLACES = /^(-[aesnl]*f.*|--forc?e?)$/;
/** Settings that say when git deletes what nothing leads to any more; any verb may tidy up with them. */
const EXPIRES = /(?:^|=)gc\.(?:.*\.)?(?:prune|reflog)expire(?:unreachable)?=(?!never$)/is;

/** Loss caused by each sub-command to what is kept; undefined if nothing is lost. */
const LOSSES: Readonly<Record<string, (given: GitRest) => string | undefined>> = {
  stash: ([action]) => {
    if (action === 'drop') return 'throws away the work that was put aside in this stash';
    return action === 'clear' ? 'throws away all work that was put aside' : undefined;
  },
  branch: (given) =>
    has(given, /^-[a-zA-Z]*D/) || (has(given, DELETES) && has(given, FORCES))
      ? 'throws away the commits that no other branch has'
      : undefined,
  tag: (given) =>
    has(given, DELETES) || has(given, REPLACES)
      ? 'throws away what the tag named, which is written down nowhere else'
      : undefined,
  'update-ref': (given) =>
    has(given, /^(-d|--stdin)$/) ? 'throws away the commits that only this reference leads to' : undefined,
  reflog: ([action]) =>
    action === 'expire' || action === 'delete' || action === 'drop'
      ? 'throws away where branches stood before, and with it the way back to commits that were undone'
      : undefined,
  gc: (given) => (has(given, /^--pr/) ? UNREACHABLE : undefined),
  prune: (given) => (has(given, /^(-n|--dry-run)$/) ? undefined : UNREACHABLE),
  'filter-branch': () => REWRITTEN,
  'filter-repo': () => REWRITTEN,
};

const OF_TWO_WORDS = new Set(['stash', 'reflog']);
const UNREACHABLE = 'deletes commits and stashes that were undone or dropped';
const REWRITTEN = 'writes every commit anew and throws the old ones away';
const BEHIND = 'git has no way back, and Undo only while it keeps the old files';

/** Explains why a part that discards such data asks, as a sentence. */
export function lostByGit(part: SimpleCommand): string | undefined {
  if (programOf(part) === 'git-filter-repo') return `git-filter-repo ${REWRITTEN}; ${BEHIND}`;
  const said = gitWords(part);
  if (said === undefined) return undefined;
  const { verb = '', rest, isOpen, before } = said;
  if (isOpen) return 'Which git command runs is only known when it runs; it may discard what git needs to go back';
  if (has(before, EXPIRES)) return `git ${verb} ${UNREACHABLE} by the settings that it is given; ${BEHIND}`;
  const lost = Object.hasOwn(LOSSES, verb) ? LOSSES[verb]?.(rest) : undefined;
  if (lost === undefined) return undefined;
  const action = OF_TWO_WORDS.has(verb) ? ` ${rest[0]}` : '';
  return `git ${verb}${action} ${lost}; ${BEHIND}`;
}
