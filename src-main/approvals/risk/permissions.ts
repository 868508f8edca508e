import type { Judgement } from '#contract';
import type { SimpleCommand } from '#shell-analysis';
import type { CommandFacts } from '../decide/facts.ts';
import { type CommandLists, permissionInList } from './command-lists.ts';

interface Permissions {
  readonly lists: CommandLists;
  readonly judgement: Judgement;
  readonly facts: CommandFacts;
}

/** Whether a rule of the person or the list allows a part. */
export function isPermitted(index: number, { lists, judgement, facts }: Permissions): boolean {
  const verdict = judgement.parts[index];
  const { parts } = facts.analysis;
  const part = parts[index];
  if (part === undefined || verdict === undefined) return false;
  if (verdict.verdict === 'allow' && verdict.tier !== 'preset') return true;
  return part.wrappers.length === 0 && permissionInList(lists, part) !== undefined && !isWrapper(part, parts);
}

function isWrapper(part: SimpleCommand, parts: readonly SimpleCommand[]): boolean {
  const { start, end } = part.span;
  return parts.some(
    ({ wrappers, span }) => wrappers.length > part.wrappers.length && span.start >= start && span.end <= end,
  );
}
