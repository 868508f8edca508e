import { posix } from 'node:path';
import { mayHoldCredentials } from '#core/secrets/sensitive-paths';
import type { AskRuleName } from '../built-in.ts';
import type { DraftVerdict } from './draft-verdict.ts';
import type { CommandFacts } from './facts.ts';

/** Names in a sentence; all of them are listed beside it. */
const MAX_NAMED = 3;

interface ReplacementContext {
  readonly facts: CommandFacts;
  readonly workspace: string;
}

/** Asks about what git would replace of protected files, whatever lets it run in the box; what a rule lets run outside is not held up. */
export function askForReplacedFiles(
  draft: DraftVerdict,
  index: number,
  { facts: { diskFacts }, workspace }: ReplacementContext,
): DraftVerdict {
  const { replaced } = diskFacts;
  if (replaced?.part !== index || replaced.paths.length === 0) return draft;
  const { text, verdict, tier, place } = draft;
  if (verdict === 'deny' || place === 'none' || (verdict === 'ask' && tier === 'always-ask')) return draft;
  const { paths } = replaced;
  const names = paths.slice(0, MAX_NAMED).map((path) => posix.relative(workspace, path));
  const more = paths.length - MAX_NAMED;
  const named = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const isHidden = paths.some(isHiddenInBox);
  const rule: AskRuleName = isHidden ? 'credentials' : 'files that run code';
  const runs = paths.length === 1 ? 'runs code by itself, or says what is run' : RUN;
  return {
    text,
    verdict: 'ask',
    tier: 'always-ask',
    rule,
    why: `It changes ${named}, which ${isHidden ? 'may hold credentials' : runs}`,
  };
}

const RUN = 'run code by themselves, or say what is run';

/** The configuration of a repository is seen there, without its passwords. */
const isHiddenInBox = (path: string): boolean => !path.endsWith('/.git/config') && mayHoldCredentials(path);
