import { describe, expect, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { sendPrompt } from '../../../../src-main/prompts/library/send-prompt.ts';
import { arrayOf } from '../../../support/array-of.ts';
import { libraryWorkbench } from './library-workbench.ts';

const HI = { name: 'c', prompt: 'Hi', supports: [], parameters: {}, returns: {} };

test('a prompt that is stopped while what it was rendered from is kept is not sent', async () => {
  await using bench = await libraryWorkbench();
  const { library, sent } = bench;
  await bench.outside('templates:demo:c', HI);
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

describe('a prompt that is stopped by the id that its page chose', () => {
  const sending = 'chosen-by-the-page';

  test('before the host has begun with it is not sent', async () => {
    await using bench = await libraryWorkbench();
    await bench.outside('templates:demo:c', HI);
    await bench.library.sendings.stop(sending);
    expect(await arrayOf(sendPrompt(bench.library, { id: 'demo.c', sending }, undefined))).toEqual([]);
    expect([bench.sent, bench.stopped]).toEqual([[], []]);
  });

  test('while it is rendered is not sent', async () => {
    await using bench = await libraryWorkbench();
    const { library } = bench;
    await bench.outside('templates:demo:c', HI);
    const keep = library.versions.keep.bind(library.versions);
    library.versions.keep = async (text) => {
      await library.sendings.stop(sending);
      return await keep(text);
    };
    expect(await arrayOf(sendPrompt(library, { id: 'demo.c', sending }, undefined))).toEqual([]);
    expect([bench.sent, bench.stopped]).toEqual([[], []]);
  });

  test.each([
    ['and its page has left', true],
    ['and its page listens', false],
  ])('while its conversation is opened is stopped at the model, too (%s)', async (_, hasLeft) => {
    const [opening, opened] = [new Deferred<void>(), new Deferred<void>()];
    await using bench = await libraryWorkbench();
    bench.beforeSent = async () => {
      opening.resolve();
      await opened.promise;
    };
    await bench.outside('templates:demo:c', HI);
    const leaving = new AbortController();
    const updates = arrayOf(sendPrompt(bench.library, { id: 'demo.c', sending }, leaving.signal));
    await opening.promise;
    if (hasLeft) leaving.abort();
    const stopped = bench.library.sendings.stop(sending);
    opened.resolve();
    await stopped;
    await updates;
    expect([bench.sent.length, bench.stopped]).toEqual([1, ['s']]);
  });

  test('once it was sent is stopped at the model; one without an id goes on', async () => {
    await using bench = await libraryWorkbench();
    await bench.outside('templates:demo:c', HI);
    await arrayOf(sendPrompt(bench.library, { id: 'demo.c' }, undefined));
    await arrayOf(sendPrompt(bench.library, { id: 'demo.c', sending }, undefined));
    await bench.library.sendings.stop(sending);
    expect(bench.stopped).toEqual(['s']);
  });
});
