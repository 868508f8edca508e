import type { AnyLedgerEvent } from '#contract';
import { textStart } from '#contract/text-ends';
import { muted } from '../screen/style.ts';
import { safeText } from '../screen/text-width.ts';

/** Formats an event for `-debug`, as one muted line; undefined if it is not shown. */
function debugLine({ type, data }: AnyLedgerEvent, messages: number | undefined): string | undefined {
  const line = LINES[type]?.(data, messages);
  return line === undefined ? undefined : muted(safeText(line));
}

type EventData = AnyLedgerEvent['data'];

const LINES: Readonly<Record<string, (data: EventData, messages: number | undefined) => string | undefined>> = {
  'llm.replied': (data, messages) => {
    const usage = (data.usage ?? {}) as { prompt?: number; completion?: number; total?: number };
    const tokens = ['prompt', 'completion', 'total'] as const;
    const counts = tokens.map((name) => `${name} ${usage[name] ?? '?'}`).join(', ');
    const { bytesPerToken } = data;
    const ratio = typeof bytesPerToken === 'number' ? `, ${bytesPerToken.toFixed(2)} bytes per token` : '';
    return `[${messages ?? '?'} messages; tokens: ${counts}${ratio}]`;
  },
  'tool.called': ({ tool, arguments: args }) => `[call ${String(tool)}: ${mainArgument(args)}]`,
  'history.compacted': ({ sizeBefore, sizeAfter, summary }) =>
    `[history compacted from ${String(sizeBefore)} to ${String(sizeAfter)} tokens]\n${String(summary)}`,
  'history.shortened': ({ leftOut, kept, why }) =>
    `[history shortened: ${String(leftOut)} messages left out, ${String(kept)} kept: ${String(why)}]`,
};

/** The first argument, on one line. */
function mainArgument(args: unknown): string {
  const [first] = Object.values(typeof args === 'object' && args !== null ? args : {});
  const text = typeof first === 'string' ? first : (JSON.stringify(first) ?? '');
  return textStart(text.replace(/\s+/g, ' '), 200);
}

/** The lines of one session's events. */
export function debugLines(session: string): (event: AnyLedgerEvent) => string | undefined {
  let messages: number | undefined;
  return (event) => {
    if (event.session !== session) return undefined;
    if (event.type === 'llm.requested' && typeof event.data.messages === 'number') messages = event.data.messages;
    return debugLine(event, messages);
  };
}
