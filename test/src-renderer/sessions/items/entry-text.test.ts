import { expect, test } from 'vitest';
import type { ConversationItem } from '#contract';
import { conversationText } from '../../../../src-renderer/sessions/items/entry-text.ts';

const line: ConversationItem = {
  kind: 'console',
  id: 'c1',
  at: 0,
  line: 'make',
  cwd: '/w',
  how: 'direct',
  state: 'done',
  text: '\x1b[31mred\x1b[0m\x1b]0;title\x07\n',
  exitCode: 0,
};

test('what a typed line wrote is copied without escape sequences, which a terminal would obey', () => {
  expect(conversationText([line])).toBe('$ make\nred');
});
