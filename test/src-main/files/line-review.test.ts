import { expect, test } from 'vitest';
import { fileWorkbench, outcomeOf, planIn, proposalOf } from './file-workbench.ts';

test('single lines of a hunk are written, and the model is told which of them and what was said about lines', async () => {
  await using bench = await fileWorkbench();
  await bench.put('a.txt', 'one\r\ntwo\r\nthree\r\nfour\r\n');
  const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'one\nTWO\nTHREE\nfour\n' });
  const [hunk] = (await bench.diff(proposalOf(plan))).hunks;
  const lines = (hunk?.lines ?? []).flatMap(({ text }, at) => (['three', 'THREE'].includes(text) ? [at] : []));

  const outcome = outcomeOf(
    await bench.run(plan, {
      change: {
        revision: 1,
        accepted: [],
        partly: [{ hunk: 1, lines }],
        comments: [
          { side: 'new', line: 3, text: 'Better in lower case' },
          { side: 'old', line: 2, text: 'This must stay' },
        ],
      },
    }),
  );

  expect(await bench.text('a.txt')).toBe('one\r\ntwo\r\nTHREE\r\nfour\r\n');
  expect(outcome.outcome).toBe('done');
  expect(outcome.content.split('\n')).toEqual([
    `Changed ${bench.at('a.txt')} in part (+1 −1 lines). It now differs from what you proposed; the person decided on each hunk:`,
    '- Hunk 1 (old lines 2–3, now lines 2–3): 2 of 4 changed lines were written, the others refused:',
    '-three',
    '+THREE',
    'refused, so not written:',
    '-two',
    '+TWO',
    'Read the file before you change it again.',
    `The person's comments on ${bench.at('a.txt')}:`,
    '- line 2 of the file as it was ("two"): This must stay',
    '- line 3 of the proposed text ("THREE"): Better in lower case',
  ]);
  expect((await bench.events('file.changed'))[0]?.data).toMatchObject({ addedLines: 1, removedLines: 1 });
});

test('later hunks are told at the lines they have after one was written in part', async () => {
  await using bench = await fileWorkbench();
  await bench.put('a.txt', 'a\nb\nc\nd\n');
  const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'x\ny\na\nb\nC\nd\n' });
  const change = { revision: 1, accepted: [2], partly: [{ hunk: 1, lines: [1] }] };
  const { content } = outcomeOf(await bench.run(plan, { change }));
  expect(await bench.text('a.txt')).toBe('y\na\nb\nC\nd\n');
  expect(content).toContain('- Hunk 1 (before old line 1, now line 1): 1 of 2 changed lines were written');
  expect(content).toContain('- Hunk 2 (old line 3, now line 4): written as you proposed.');
});

test('comments reach the model also when all was accepted, and when nothing was', async () => {
  await using bench = await fileWorkbench();
  await bench.put('a.txt', 'a\n');
  const comments = [{ side: 'new' as const, line: 1, text: 'Fine' }];
  const first = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'b\n' });
  const done = outcomeOf(await bench.run(first, { change: { revision: 1, accepted: [1], comments } }));
  expect(done.content).toBe(
    `OK\nThe person's comments on ${bench.at('a.txt')}:\n- line 1 of the proposed text ("b"): Fine`,
  );
  const second = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'c\n' });
  const none = outcomeOf(
    await bench.run(second, { change: { revision: 1, accepted: [], partly: [{ hunk: 1, lines: [] }], comments } }),
  );
  expect(none.outcome).toBe('failed');
  expect(none.content).toMatch(/^The person refused this change.*\n.*\n- line 1 of the proposed text \("c"\): Fine$/s);
});

test('an answer about lines that are not there is asked anew, and writes nothing', async () => {
  await using bench = await fileWorkbench();
  await bench.put('a.txt', 'a\n');
  const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'b\n' });
  const change = { revision: 1, accepted: [], partly: [{ hunk: 1, lines: [7] }] };
  expect(planIn(await bench.run(plan, { change })).subject).toMatchObject({ shownPath: 'a.txt' });
  expect(await bench.text('a.txt')).toBe('a\n');
});

test('a waiting change says what is wrong with an answer to it', async () => {
  await using bench = await fileWorkbench();
  await bench.put('a.txt', 'a\n');
  const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'b\n' });
  const reviewed = bench.files.reviewed(proposalOf(plan));
  expect(reviewed?.revision).toBe(1);
  const answer = (comments: { side: 'old' | 'new'; line: number; text: string }[]) =>
    reviewed?.problemWith({ revision: 1, accepted: [1], comments });
  expect(answer([{ side: 'old', line: 1, text: 'x' }])).toBeUndefined();
  expect(answer([{ side: 'new', line: 2, text: 'x' }])).toBe('The new text has no line 2 to comment on');
  expect(reviewed?.problemWith({ revision: 1, accepted: [2] })).toBe('There is no hunk 2');
  plan.abandon?.('refused');
  expect(bench.files.reviewed(proposalOf(plan))).toBeUndefined();
});
