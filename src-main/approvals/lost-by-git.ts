/** What git keeps to come back to, and a command throws away. Undo has it while the old files are kept; git itself has no way back. */
import type { Part } from '#shell-analysis';
import type { GitWords } from './git-words.ts';
import { gitWords } from './git-words.ts';
import { programOf } from './program-of.ts';

type Given = GitWords['rest'];

const has = (given: Given, option: RegExp): boolean => given.some((word) => word !== undefined && option.test(word));

/** Long options may be cut short as far as they stay clear. */
const FORCES = /^(-[a-zA-Z]*f[a-zA-Z]*|--forc?e?)$/;
const DELETES = /^(-[a-zA-Z]*d[a-zA-Z]*|--d(e(l(e(te?)?)?)?)?)$/;

/** By sub-command, what would be lost; undefined where nothing is. */
const LOSSES: Readonly<Record<string, (given: Given) => string | undefined>> = {
  stash: ([action]) => {
    if (action === 'drop') return 'the work that was put aside in this stash is lost';
    return action === 'clear' ? 'all work that was put aside in stashes is lost' : undefined;
  },
  branch: (given) =>
    has(given, /^-[a-zA-Z]*D/) || (has(given, DELETES) && has(given, FORCES))
      ? 'commits that are on this branch alone are lost, and where it stood'
      : undefined,
  tag: (given) => (has(given, DELETES) ? 'what the tag named is written down nowhere else' : undefined),
  'update-ref': (given) =>
    has(given, /^(-d|--stdin)$/) ? 'commits that this reference alone leads to are lost' : undefined,
  reflog: ([action]) =>
    action === 'expire' || action === 'delete' || action === 'drop'
      ? 'where branches stood before is lost, and with it the way to commits that were undone'
      : undefined,
  gc: (given) => (has(given, /^--pr/) ? UNREACHABLE : undefined),
  prune: (given) => (has(given, /^(-n|--dry-run)$/) ? undefined : UNREACHABLE),
  'filter-branch': () => REWRITTEN,
  'filter-repo': () => REWRITTEN,
};

const OF_TWO_WORDS = new Set(['stash', 'reflog']);
const UNREACHABLE = 'commits and stashes that were undone or dropped are deleted for good';
const REWRITTEN = 'every commit is written anew, and the old ones are lost';
const BEHIND = 'Git keeps no way back; Undo has one only while the old files are kept';

/** Why a part that throws such things away is asked about, as a sentence. */
export function lostByGit(part: Part): string | undefined {
  if (programOf(part) === 'git-filter-repo') return `git-filter-repo: ${REWRITTEN}. ${BEHIND}`;
  const said = gitWords(part);
  if (said === undefined) return undefined;
  const { verb = '', rest, isOpen } = said;
  if (isOpen) return 'Which command of git runs is known only then; it may throw away what git keeps to come back to';
  const lost = Object.hasOwn(LOSSES, verb) ? LOSSES[verb]?.(rest) : undefined;
  if (lost === undefined) return undefined;
  const action = OF_TWO_WORDS.has(verb) ? ` ${rest[0]}` : '';
  return `git ${verb}${action}: ${lost}. ${BEHIND}`;
}
