import type { PendingItem } from '#contract';
import { withoutInvisibleText } from '#core/text/invisible-text';
import { resultBlock } from '#core/text/result-block';

/** A command that ran, with what it printed. */
export interface PushedCommand {
  readonly command: string;
  readonly exitCode: number;
  readonly text: string;
  readonly isTail: boolean;
}

/**
 * Builds the item for the next message about a command that the person ran: a sentence and its result. `summarise`
 * receives the command with all of its output, and returns a description if that is too long to be sent.
 */
export async function pushItem(
  { command, exitCode, text: printed, isTail }: PushedCommand,
  summarise: (text: string) => Promise<string | undefined>,
): Promise<PendingItem> {
  const text = withoutInvisibleText(printed);
  const summary = text.trim() === '' ? undefined : await summarise(materialOf({ command, exitCode, text }));
  const isSummary = summary !== undefined;
  const head = exitCode !== 0 || isSummary ? [`Exit code: ${exitCode}`] : [];
  const block = resultBlock({ head, output: summary ?? text, isTail, isSummary });
  return {
    kind: 'push',
    label: command,
    text: `The user ran ${inBackticks(command)} and already saw its output.\n\n${block}`,
  };
}

function materialOf({ command, exitCode, text }: Omit<PushedCommand, 'isTail'>): string {
  return `Command: ${command}\nExit code: ${exitCode}\nOutput:\n${text}`;
}

/** Quotes text as Markdown code: with more backticks around it than there are inside. */
function inBackticks(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}
