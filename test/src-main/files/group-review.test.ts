import { call as callProcedure } from '@orpc/server';
import { describe, expect, test } from 'vitest';
import type { Decision, Question } from '#contract';
import { createRunner, type ToolResult } from '#tools';
import { call } from '../../support/scripted-client.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { askEverything, passThroughGuard } from '../../support/unruled.ts';
import { fileWorkbench, SESSION } from './file-workbench.ts';

type Answer = (question: Question, all: readonly Question[]) => Decision | Promise<Decision>;

/** The file tools behind the runner, and a person who answers once everything that is asked together waits. */
async function groupWorkbench(answer: Answer = () => ({ verdict: 'allow' })) {
  const bench = await fileWorkbench();
  const session = await bench.ledger.session(SESSION);
  const { id: cause } = await session.append('error.raised', { message: 'a reply' });
  const stop = new AbortController();
  const asked: Question[] = [];
  const rounds: Question[][] = [];
  let waiting: { readonly question: Question; readonly resolve: (decision: Decision) => void }[] = [];
  const answerRound = async () => {
    const round = waiting;
    waiting = [];
    const questions = round.map(({ question }) => question);
    rounds.push(questions);
    for (const { question, resolve } of round) resolve(await answer(question, questions));
  };
  const runner = createRunner({
    sources: [bench.files.tools],
    guard: passThroughGuard,
    policy: askEverything,
    ask: (question, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        asked.push(question);
        waiting.push({ question, resolve });
        if (waiting.length === (question.group?.count ?? 1)) void answerRound();
      }),
    log: silentLogger,
  });
  const context = {
    session: SESSION,
    sessionTitle: 'A test',
    turn: 'turn-1',
    cause,
    workspace: bench.path,
    cwd: bench.path,
    ledger: session,
    signal: stop.signal,
    onOutput: () => {},
  };
  let count = 0;
  return {
    ...bench,
    stop,
    asked,
    rounds,
    group: (...calls: readonly (readonly [tool: string, args: unknown])[]) => {
      const grouped = calls.map(([tool, args]) => ({ call: call(tool, args, `c${++count}`), context }));
      return runner.freeze({ session: SESSION, workspace: bench.path }).runGroup(grouped);
    },
    [Symbol.asyncDispose]: async () => {
      await runner[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
    },
  };
}

const write = (path: string, file_content: string) => ['create_or_update_file', { path, file_content }] as const;
const edit = (path: string, oldText: string, newText: string) =>
  ['edit_file', { path, edits: [{ oldText, newText }] }] as const;
const remove = (path: string) => ['delete_file_or_dir', { path }] as const;
const outcomes = (results: readonly ToolResult[]) => results.map(({ outcome }) => outcome);
const refuse = { verdict: 'refuse' } as const;
const allow = { verdict: 'allow' } as const;

describe('file changes of one reply', () => {
  test('are all asked about before the first is written, and are written in the order of the model', async () => {
    const seen: unknown[] = [];
    await using bench = await groupWorkbench(async (_, all) => {
      seen.push(await bench.text('a').catch(() => 'nothing'));
      expect(all).toHaveLength(3);
      return allow;
    });

    const { results, stop } = await bench.group(write('a', '1\n'), write('b', '2\n'), write('c', '3\n'));

    expect(outcomes(results)).toEqual(['done', 'done', 'done']);
    expect(stop).toBeUndefined();
    expect(seen).toEqual(['nothing', 'nothing', 'nothing']);
    expect(bench.asked.map(({ group }) => group)).toEqual(
      [0, 1, 2].map((index) => ({ id: expect.any(String), index, count: 3 })),
    );
    expect(new Set(bench.asked.map(({ group }) => group?.id)).size).toBe(1);
    const written = (await bench.events('file.changed')).map(({ data }) => (data as { path: string }).path);
    expect(written).toEqual(['a', 'b', 'c'].map(bench.at));
  });

  test('rest on each other: a second edit of a file is shown against the first', async () => {
    await using bench = await groupWorkbench(async (question) => {
      if (question.group?.index === 1 && question.subject.kind === 'change') {
        const { original, proposed } = await bench.diff(question.subject.proposal);
        expect([original, proposed]).toEqual(['ONE\ntwo\n', 'ONE\nTWO\n']);
      }
      return allow;
    });
    await bench.put('a', 'one\ntwo\n');

    const { results } = await bench.group(edit('a', 'one', 'ONE'), edit('a', 'two', 'TWO'));

    expect(outcomes(results)).toEqual(['done', 'done']);
    expect(bench.asked).toHaveLength(2);
    expect(await bench.text('a')).toBe('ONE\nTWO\n');
  });

  test('of a rejected file fail alone, with later ones of the same file; the others are written', async () => {
    await using bench = await groupWorkbench(({ group }) => (group?.index === 0 ? refuse : allow));
    await bench.put('a', 'one\ntwo\n');

    const { results, stop, rejected } = await bench.group(
      edit('a', 'one', 'ONE'),
      write('b', 'new\n'),
      edit('a', 'two', 'TWO'),
    );

    expect(outcomes(results)).toEqual(['refused', 'done', 'skipped']);
    expect(results[2]?.content).toContain('the person rejected the change of');
    expect([stop, [...rejected]]).toEqual([undefined, [bench.at('a')]]);
    expect([await bench.text('a'), await bench.text('b')]).toEqual(['one\ntwo\n', 'new\n']);
  });

  test('of a group that is rejected as a whole stop the rest of the reply', async () => {
    await using bench = await groupWorkbench(() => refuse);

    const { results, stop } = await bench.group(write('a', '1\n'), write('b', '2\n'));

    expect(outcomes(results)).toEqual(['refused', 'refused']);
    expect(stop).toMatchObject({ outcome: 'skipped' });
    await expect(bench.text('a')).rejects.toThrow('ENOENT');
  });

  test('are asked anew where what they rest on was accepted in part only', async () => {
    await using bench = await groupWorkbench((question, all) => {
      if (all.length === 1 || question.group?.index !== 0) return allow;
      return { verdict: 'allow', change: { revision: 1, accepted: [2] } };
    });
    const filler = Array.from({ length: 12 }, (_, at) => `line ${at}`).join('\n');
    await bench.put('a', `one\n${filler}\ntwo\n`);

    const { results } = await bench.group(
      [
        'edit_file',
        {
          path: 'a',
          edits: [
            { oldText: 'one\n', newText: 'ONE\n' },
            { oldText: 'two\n', newText: 'TWO\n' },
          ],
        },
      ],
      edit('a', 'line 5\n', 'LINE 5\n'),
    );

    expect(outcomes(results)).toEqual(['done', 'done']);
    expect(bench.rounds.map((round) => round.length)).toEqual([2, 1]);
    expect(bench.rounds[1]?.[0]?.group).toBeUndefined();
    expect(await bench.text('a')).toBe(`one\n${filler.replace('line 5\n', 'LINE 5\n')}\nTWO\n`);
  });

  test('beside a deletion of the same path wait until it has been made', async () => {
    await using bench = await groupWorkbench();
    await bench.put('a', 'old\n');

    const { results } = await bench.group(write('b', '1\n'), remove('a'), write('a', 'new\n'));

    expect(outcomes(results)).toEqual(['done', 'done', 'done']);
    expect(bench.rounds.map((round) => round.length)).toEqual([2, 1]);
    expect(await bench.text('a')).toBe('new\n');
  });

  test('before one that cannot be planned are made; it is told why, and what follows is not run', async () => {
    await using bench = await groupWorkbench();

    const { results, stop } = await bench.group(write('a', '1\n'), edit('gone', 'x', 'y'), write('b', '2\n'));

    expect(outcomes(results)).toEqual(['done', 'invalid', 'skipped']);
    expect(stop).toMatchObject({ outcome: 'skipped' });
    expect(bench.asked).toHaveLength(1);
    await expect(bench.text('b')).rejects.toThrow('ENOENT');
  });

  test('are all withdrawn when the turn is stopped, and none is written', async () => {
    await using bench = await groupWorkbench(() => {
      bench.stop.abort(new Error('The person stopped the turn'));
      return new Promise(() => {});
    });

    const { results, stop } = await bench.group(write('a', '1\n'), write('b', '2\n'));

    expect(outcomes(results)).toEqual(['cancelled', 'cancelled']);
    expect(stop).toMatchObject({ outcome: 'cancelled' });
    expect(await bench.changes()).toEqual([]);
  });

  test('follow what the person types into an earlier one', async () => {
    await using bench = await groupWorkbench(async (question, all) => {
      const [first, second] = all.map(({ subject }) => (subject.kind === 'change' ? subject.proposal : ''));
      if (question.group?.index === 0) {
        await bench.revise(first ?? '', 'Eins\ntwo\n');
        const context = { context: { reportBug: () => {} } };
        expect(await callProcedure(bench.files.router.isCurrent, { id: second ?? '' }, context)).toBe(false);
        await callProcedure(bench.files.router.renew, { id: second ?? '' }, context);
        expect(await bench.diff(second ?? '')).toMatchObject({ original: 'Eins\ntwo\n', proposed: 'Eins\nTWO\n' });
      }
      return allow;
    });
    await bench.put('a', 'one\ntwo\n');

    const { results } = await bench.group(edit('a', 'one', 'ONE'), edit('a', 'two', 'TWO'));

    expect(outcomes(results)).toEqual(['done', 'done']);
    expect(await bench.text('a')).toBe('Eins\nTWO\n');
  });
});
