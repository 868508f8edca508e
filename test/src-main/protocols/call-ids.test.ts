import { expect, test } from 'vitest';
import { FreshIds, RefusedParameters, withServiceIds } from '#protocols';

const calling = (...ids: string[]) => ({ role: 'assistant', tool_calls: ids.map((id) => ({ id, type: 'function' })) });
const result = (id: string) => ({ role: 'tool', tool_call_id: id });

test('ids that every service takes stay; others and those used again become one alike in call and result', () => {
  const messages = [calling('a', 'x:1'), result('x:1'), result('a'), calling('a'), result('a')];
  const mapped = withServiceIds(messages) as { tool_calls?: { id: string }[]; tool_call_id?: string }[];
  const odd = mapped[0]?.tool_calls?.[1]?.id;
  expect(odd).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(mapped).toEqual([calling('a', odd ?? ''), result(odd ?? ''), result('a'), calling('a-2'), result('a-2')]);
  expect(withServiceIds(messages)).toEqual(mapped);
});

test('a reply gets another id for one that was used before, the same for all its pieces', () => {
  const ids = new FreshIds(['a']);
  expect([ids.of(0, 'a'), ids.of(0, 'a'), ids.of(1, 'b')]).toEqual(['a-2', 'a-2', 'b']);
});

test.each([
  ['`top_p` is not supported', ['top_p']],
  ['temperature and top_p cannot both be specified', ['top_p', 'temperature']],
  ['`temperature` may only be set to 1 when thinking is enabled', ['temperature', 'thinking']],
  ['This model does not support the effort parameter.', ['output_config']],
  ['messages.1.content.0: Invalid `signature` in `thinking` block', ['thinking_blocks', 'thinking']],
  ['messages: text content blocks must be non-empty', []],
])('%j gives up %j, one after the other', (said, expected) => {
  const refused = new RefusedParameters();
  const body = { model: 'm', temperature: 1, top_p: 1, thinking: {}, thinking_blocks: true, output_config: {} };
  const given: (string | undefined)[] = [];
  for (let next = refused.learnFrom(said, body); next !== undefined; next = refused.learnFrom(said, body))
    given.push(next);
  expect(given).toEqual(expected);
  expect(Object.keys(refused.apply(body))).not.toEqual(expect.arrayContaining(['nothing', ...expected]));
});
