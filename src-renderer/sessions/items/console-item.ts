import type { ConversationItem } from '#contract';

/** A line that was typed in Shell mode, and what came of it. */
export type ConsoleItem = Extract<ConversationItem, { kind: 'console' }> & {
  /** Id of the running program's terminal, to be attached. */
  readonly terminal?: string | undefined;
};

export const isRunning = ({ state }: ConsoleItem) => state === 'running';
export const isBuiltin = ({ how }: ConsoleItem) => how === 'builtin';

/** Whether the output is Markdown, which only `help` writes. */
export const isMarkdown = (item: ConsoleItem) => isBuiltin(item) && /^help(\s|$)/.test(item.line.trim());

/** Terminals drawn at once in one conversation: each costs memory and time with every byte. */
export const MAX_LIVE = 4;

/** The running blocks that are drawn: those asked for, then the newest. */
export function liveBlocks(items: readonly { readonly kind: string }[], asked: readonly string[]): readonly string[] {
  const running = items
    .filter((item): item is ConsoleItem => item.kind === 'console')
    .filter((item) => isRunning(item) && item.terminal !== undefined)
    .map(({ id }) => id);
  const wanted = asked.filter((id) => running.includes(id));
  const newest = running.filter((id) => !wanted.includes(id)).reverse();
  return [...wanted, ...newest].slice(0, MAX_LIVE);
}
