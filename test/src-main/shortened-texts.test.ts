import { expect, test } from 'vitest';
import type { AnyLedgerEvent, ConversationItem } from '#contract';
import { firstLines } from '../../src-main/branches/try/turn-use.ts';
import { Strangers } from '../../src-main/channels/messenger/strangers.ts';
import { refusedByBox } from '../../src-main/execution/tool/refused-by-box.ts';
import { TurnTitles } from '../../src-main/files/history/turn-titles.ts';
import { commentsText } from '../../src-main/files/review/line-comments.ts';
import { argumentsText, shortenedText } from '../../src-main/tty/conversation/call-text.ts';
import { debugLines } from '../../src-main/tty/conversation/debug-lines.ts';
import { pressKey } from '../../src-main/tty/editing/editor.ts';
import { newLine } from '../../src-main/tty/editing/line-state.ts';
import { silentLogger } from '../support/silent-logger.ts';

/** An event with nothing but what is read of it. */
const event = (type: string, data: object) =>
  ({ v: 1, id: 'e', at: 1, session: 's', previous: '', turn: 't', type, data }) as unknown as AnyLedgerEvent;

function titleOf(text: string): string {
  const titles = new TurnTitles();
  titles.add(event('message.user', { text }));
  return titles.of('t').title;
}

function nameOf(name: string): string {
  const strangers = new Strangers({ channel: 'c', log: silentLogger, now: () => 0, onChanged: () => {} });
  strangers.refuse({ id: '1', name });
  return strangers.list[0]?.name ?? '';
}

function commentOn(line: string): string {
  const sides = { kind: 'text', diff: { oldLines: [line] } } as unknown as Parameters<typeof commentsText>[0]['sides'];
  const target = { path: '/w/a' } as Parameters<typeof commentsText>[0]['target'];
  return commentsText({ sides, target }, [{ side: 'old', line: 1, text: 'why?' }]) ?? '';
}

const callOf = (sent: string) => argumentsText({ sent } as Extract<ConversationItem, { kind: 'tool' }>);
const debugOf = (text: string) =>
  debugLines('s')(event('tool.called', { callId: 'c', tool: 't', arguments: { text } })) ?? '';

test.each([
  ['the title of a turn', titleOf],
  ['the name of a stranger', nameOf],
  ['the quotation of a line', commentOn],
  ['the arguments of a call', callOf],
  ['the result of a call', (text: string) => shortenedText(text).first],
  ['the first lines of a reply', firstLines],
  ['a line of debugging', debugOf],
  ['a refusal of the box', (text: string) => refusedByBox(`EROFS ${text}`)?.lines[0] ?? ''],
])('%s is not cut within a character', (_what, shortened) => {
  for (const start of ['', 'x']) {
    const text = shortened(start + '🙂'.repeat(1000));
    expect(text.length).toBeLessThan(1900);
    expect(text).toContain('🙂');
    // Halves are shown by their codes in the console, and escaped in JSON.
    expect(text).not.toMatch(/\p{Surrogate}|U\+D8|\\ud83/u);
  }
});

test('Backspace takes a whole character from what is searched for in the history', () => {
  const keys = [{ kind: 'key', name: 'ctrl-r' } as const, { kind: 'text', text: 'a🙂' } as const];
  const typed = keys.reduce((state, key) => pressKey(state, key).state, newLine(['a🙂', 'ab']));
  expect(pressKey(typed, { kind: 'key', name: 'backspace' }).state.search?.query).toBe('a');
});
