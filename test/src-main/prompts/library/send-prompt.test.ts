import { describe, expect, onTestFinished, test } from 'vitest';
import { Deferred } from '#core/async/deferred';
import { renderForModel, sendPrompt } from '../../../../src-main/prompts/library/send-prompt.ts';
import { arrayOf } from '../../../support/array-of.ts';
import { MemoryStore } from '../../../support/prompt-engine-box.ts';
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

describe('a prompt of a store that does not tell of changes', () => {
  const KEY = 'shenma:templates:demo:c';

  async function blindBench(records: Readonly<Record<string, unknown>> = {}) {
    const store = new MemoryStore(records);
    store.state.set({ ...store.state.value, isWatched: false });
    const bench = await libraryWorkbench(undefined, store);
    onTestFinished(() => bench[Symbol.asyncDispose]());
    return { store, bench };
  }

  test('is sent when another program has just written it', async () => {
    const { store, bench } = await blindBench();
    store.put(KEY, HI);
    expect(await arrayOf(sendPrompt(bench.library, { id: 'demo.c' }, undefined))).toMatchObject([{ kind: 'sent' }]);
    expect(bench.sent).toMatchObject([{ messages: [{ content: 'Hi' }] }]);
  });

  test('has the version on the record that was rendered', async () => {
    const { store, bench } = await blindBench({ [KEY]: HI });
    store.put(KEY, { ...HI, prompt: 'Bye' });
    const { event } = await renderForModel(bench.library, { id: 'demo.c' });
    expect(event.text).toBe('Bye');
    const version = event.prompt?.version ?? '';
    expect((await bench.library.versions.readKept('demo.c', version)).record.prompt).toBe('Bye');
  });

  test('that is nowhere is said to be gone', async () => {
    const { bench } = await blindBench();
    await expect(renderForModel(bench.library, { id: 'demo.c' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no prompt demo.c',
    });
  });
});
