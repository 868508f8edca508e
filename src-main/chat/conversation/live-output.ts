import type { ConversationItem, RunLimits } from '#contract';

type ToolItem = Extract<ConversationItem, { kind: 'tool' }>;
/** A call of a command. */
export type CommandItem = ToolItem & { readonly command: NonNullable<ToolItem['command']> };

/** Output of a running command that is shown, in UTF-16 units; when there is more, only the last part of it stays. */
const MAX_LIVE_OUTPUT = 64_000;
const KEPT_LIVE_OUTPUT = 16_000;
const OUTPUT_LEFT_OUT = '[… earlier output is left out while the command runs …]\n';

/** The item of a running command; undefined for any other item. */
export function runningCommand(item: ConversationItem | undefined): CommandItem | undefined {
  return item?.kind === 'tool' && !hasEnded(item) && item.command ? (item as CommandItem) : undefined;
}

/** Whether the output of the item's command is complete; also if it will have none. */
export function hasEnded(item: ConversationItem): boolean {
  return item.kind === 'tool' && (item.state !== 'running' || item.command?.stopReason !== undefined);
}

/** Adds output to the item of a running command. `isCut`: whoever has the item needs it again. */
export function withMoreOutput(
  item: CommandItem,
  text: string,
): { readonly item: CommandItem; readonly isCut: boolean } {
  const { command } = item;
  const output = command.output + text;
  const isCut = output.length > MAX_LIVE_OUTPUT || text.length > KEPT_LIVE_OUTPUT;
  return {
    item: { ...item, command: { ...command, output: isCut ? OUTPUT_LEFT_OUT + tailOf(output) : output } },
    isCut,
  };
}

export function withLimits(item: CommandItem, limits: RunLimits): CommandItem {
  return { ...item, command: { ...item.command, limits } };
}

/** Does not begin in the middle of a character. */
function tailOf(output: string): string {
  const tail = output.slice(-KEPT_LIVE_OUTPUT);
  return /^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail;
}
