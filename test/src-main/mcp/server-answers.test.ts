import { expect, test } from 'vitest';
import { answerText } from '../../../src-main/mcp/answer-text.ts';
import { CallAnswer, ResourcePage, TemplatePage, ToolPage } from '../../../src-main/mcp/server-answers.ts';

const textOf = (answer: unknown) => answerText(CallAnswer.parse(answer), undefined);

test('a block that is none does not spoil the rest of an answer: the call was made', async () => {
  const done = { type: 'text', text: 'deleted' };
  for (const odd of [{ text: 'no type' }, { type: 5 }, null, 'text', []]) {
    expect(await textOf({ content: [done, odd] })).toBe(
      'deleted\n[Content of the type "unknown", which cannot be shown to you]',
    );
  }
});

test('nothing is also what a server writes as null', async () => {
  expect(await textOf({ content: null, isError: null, structuredContent: null })).toBeUndefined();
  expect(CallAnswer.parse({ isError: true }).isError).toBe(true);
  expect(CallAnswer.parse({ isError: 'yes' }).isError).toBe(true);
  expect(ToolPage.parse({ tools: [], nextCursor: null }).nextCursor).toBeUndefined();
  expect(ToolPage.parse({ tools: [], nextCursor: '' }).nextCursor).toBeUndefined();
  expect(TemplatePage.parse({ resourceTemplates: [], nextCursor: null }).nextCursor).toBeUndefined();
  expect(ResourcePage.parse({ resources: [], nextCursor: 'two' }).nextCursor).toBe('two');
  expect(() => ToolPage.parse({ tools: [], nextCursor: 2 })).toThrow();
});
