import { expect, test } from 'vitest';
import { sendPrompt } from '../../../../src-main/prompts/library/send-prompt.ts';
import { arrayOf } from '../../../support/array-of.ts';
import { libraryWorkbench } from './library-workbench.ts';

test('a prompt that is stopped while what it was rendered from is kept is not sent', async () => {
  await using bench = await libraryWorkbench();
  const { library, sent } = bench;
  await bench.outside('templates:demo:c', { name: 'c', prompt: 'Hi', supports: [], parameters: {}, returns: {} });
  const updates = (signal?: AbortSignal) => arrayOf(sendPrompt(library, { id: 'demo.c' }, signal));
  expect((await updates()).map(({ kind }) => kind)).toContain('sent');

  const ending = new AbortController();
  const keep = library.versions.keep.bind(library.versions);
  library.versions.keep = async (text) => {
    ending.abort();
    return await keep(text);
  };
  expect(await updates(ending.signal)).toEqual([]);
  expect(sent).toHaveLength(1);
});
