import type { Decision } from '#contract';
import { MAX_REASON } from '#contract/message-limits';

/** Says which text of an answer is longer than can be sent, and by how much; it is not cut. `undefined` if all of them fit. */
export function longRemark(decision: Decision): string | undefined {
  if (decision.verdict === 'refuse') return tooLong('The reason', decision.reason);
  const long = decision.change?.comments?.find(({ text }) => text.length > MAX_REASON);
  return tooLong('The note', decision.note) ?? (long && tooLong(`The comment on line ${long.line}`, long.text));
}

function tooLong(what: string, text = ''): string | undefined {
  if (text.length <= MAX_REASON) return undefined;
  const [length, max] = [text.length, MAX_REASON].map((count) => count.toLocaleString('en'));
  return `${what} is ${length} characters long, and ${max} can be sent: shorten it.`;
}
