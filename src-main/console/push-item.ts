import type { PendingItem } from '#contract';
import { codeFence } from '#contract/code-fence';
import { withoutInvisibleText } from '#core/text/invisible-text';
import { resultBlock } from '#core/text/result-block';

/** A command that ran, with what it printed. */
export interface PushedCommand {
  readonly command: string;
  /** Exit code of the command; absent if a signal ended it. */
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly text: string;
  readonly isTail: boolean;
}

/**
 * Builds the item for the next message about a command that the person ran: a sentence and its result. `summarise`
 * receives the command with all of its output, and returns a description if that is too long to be sent.
 */
export async function pushItem(
  { text: printed, isTail, ...ran }: PushedCommand,
  summarise: (text: string) => Promise<string | undefined>,
): Promise<PendingItem> {
  const text = withoutInvisibleText(printed);
  const summary = text.trim() === '' ? undefined : await summarise(materialOf({ ...ran, text }));
  const isSummary = summary !== undefined;
  const head = ran.exitCode !== 0 || isSummary ? [endLine(ran)] : [];
  const block = resultBlock({ head, output: summary ?? text, isTail, isSummary });
  return {
    kind: 'push',
    label: ran.command,
    text: `The user ran ${inBackticks(ran.command)} and already saw its output.\n\n${block}`,
  };
}

function materialOf({ text, ...ran }: Omit<PushedCommand, 'isTail'>): string {
  return `Command: ${ran.command}\n${endLine(ran)}\nOutput:\n${text}`;
}

function endLine({ exitCode, signal }: Pick<PushedCommand, 'exitCode' | 'signal'>): string {
  return exitCode === undefined ? `Ended by signal ${signal ?? 'unknown'}` : `Exit code: ${exitCode}`;
}

/** Quotes text as Markdown code: with more backticks around it than there are inside. */
function inBackticks(text: string): string {
  const fence = codeFence(text, 1);
  return fence.length > 1 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}
