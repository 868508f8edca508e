import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { workerThread } from '../../../../src-main/core/threads/worker-thread.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const SOURCES = join(import.meta.dirname, '../../../../src-main');

/** A script that answers by `answer`, written in JavaScript. */
async function threadOf<Question, Answer>(answer: string) {
  const folder = await temporaryFolder();
  const script = join(folder.path, 'script.cjs');
  const code = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', (question) => parentPort.postMessage((${answer})(question)));
parentPort.postMessage('ready');`;
  await writeFile(script, code);
  const thread = workerThread<Question, Answer>({ bundle: 'no-such-bundle', source: relative(SOURCES, script) });
  return {
    ask: thread.ask,
    [Symbol.asyncDispose]: async () => {
      await thread[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('questions are answered one after the other, each with its own answer', async () => {
  await using thread = await threadOf<number, number>('(question) => question * 2');
  expect(await Promise.all([1, 2, 3].map((number) => thread.ask(number, 5000)))).toEqual([2, 4, 6]);
});

test('one that takes too long is given up, and the next one is answered by a new thread', async () => {
  await using thread = await threadOf<string, string>(
    "(question) => { while (question === 'never'); return question; }",
  );
  const start = performance.now();
  const [never, after] = await Promise.all([thread.ask('never', 200), thread.ask('after', 5000)]);
  expect([never, after]).toEqual([undefined, 'after']);
  expect(performance.now() - start).toBeGreaterThan(190);
});

test('one that fails is answered with nothing, and the next one is answered', async () => {
  await using thread = await threadOf<string, string>(
    "(question) => { if (question === 'fail') throw new Error('no'); return question; }",
  );
  expect(await thread.ask('fail', 5000)).toBeUndefined();
  expect(await thread.ask('after', 5000)).toBe('after');
});

test('a script that is not there answers with nothing', async () => {
  await using thread = workerThread<string, string>({ bundle: 'no-such-bundle', source: 'no/such-script.ts' });
  expect(await thread.ask('anything', 100)).toBeUndefined();
});
