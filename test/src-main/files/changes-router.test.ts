import { execFileSync } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { call, createRouterClient } from '@orpc/server';
import { describe, expect, test } from 'vitest';
import type { Change } from '#contract';
import { temporaryNameFor } from '#core/files/temporary-name';
import { createFiles } from '#files';
import { listedChanges } from '../../support/listed-changes.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { type FileWorkbench, fileWorkbench, outcomeOf, planIn, proposalOf, SESSION } from './file-workbench.ts';

const write = async (bench: FileWorkbench, path: string, file_content: string) =>
  outcomeOf(await bench.run(await bench.plan('create_or_update_file', { path, file_content })));

/** The list as an app started on the same ledger would show it. */
async function afterRestart(bench: FileWorkbench): Promise<readonly Change[]> {
  const files = createFiles({
    ledger: bench.ledger,
    sessionTitle: (id) => id,
    log: silentLogger,
    now: () => Date.now() + 1,
  });
  try {
    const context = { context: { reportBug: () => {} } };
    return await listedChanges(createRouterClient(files.router, context));
  } finally {
    await files[Symbol.asyncDispose]();
  }
}

describe('the list of changes', () => {
  test('has what waits first, then what happened, newest first', async () => {
    await using bench = await fileWorkbench();
    await write(bench, 'one.txt', '1\n');
    await write(bench, 'two.txt', '2\n');
    await bench.plan('create_or_update_file', { path: 'one.txt', file_content: 'waits\nmore\n' });

    const list = await bench.changes();

    expect(list.map((change) => [change.shownPath, change.state, change.change, change.canUndo])).toEqual([
      ['one.txt', 'proposed', 'modified', false],
      ['two.txt', 'applied', 'created', true],
      ['one.txt', 'applied', 'created', true],
    ]);
    expect(list[0]).toMatchObject({
      sessionTitle: 'Title of session-1',
      addedLines: 2,
      removedLines: 1,
      origin: 'tool',
    });
  });

  test('is sent again whenever it changes', async () => {
    await using bench = await fileWorkbench();
    const end = new AbortController();
    const stream = await call(bench.files.router.changed, undefined, {
      context: { reportBug: () => {} },
      signal: end.signal,
    });
    const states: string[][] = [];
    const reader = (async () => {
      for await (const { proposals, turns } of stream) {
        states.push([...proposals, ...turns].map(({ state }) => state));
        if (turns.some(({ state }) => state === 'undone')) end.abort();
      }
    })();
    await expect.poll(() => states).toEqual([[]]);

    const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'a\n' });
    await expect.poll(() => states.at(-1)).toEqual(['proposed']);
    outcomeOf(await bench.run(plan));
    await expect.poll(() => states.at(-1)).toEqual(['applied']);
    await bench.undo((await bench.changes())[0]?.id ?? '');
    await reader;

    expect(states.at(-1)).toContain('undone');
  });

  test('comes without what an interrupted write left beside its file', async () => {
    await using bench = await fileWorkbench();
    const pid = execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }).trim();
    const left = temporaryNameFor('open.txt').replace(`-${process.pid}-`, `-${pid}-`);
    await bench.put(left, 'half');
    await bench.put('mine.tmp', 'precious');
    const session = await bench.ledger.session(SESSION);
    const path = bench.at('open.txt');
    await session.append('file.changed', { path, change: 'created', callId: 'killed', origin: 'tool' });

    expect(await afterRestart(bench)).toMatchObject([{ state: 'interrupted' }]);
    expect(await readdir(bench.path)).toEqual(['mine.tmp']);
  });

  test('is the same after a restart, from the ledger alone; what was never finished is marked as interrupted', async () => {
    await using bench = await fileWorkbench();
    const session = await bench.ledger.session(SESSION);
    const returned = { tool: 'create_or_update_file', content: '', outcome: 'done' } as const;
    const plan = await bench.plan('create_or_update_file', { path: 'done.txt', file_content: 'a\n' });
    await bench.run(plan, {}, { callId: 'finished' });
    await bench.plan('create_or_update_file', { path: 'never-answered.txt', file_content: 'b\n' });
    const done = (await bench.events('file.changed'))[0];
    await session.append('tool.returned', { callId: String(done?.data.callId), ...returned });
    await write(bench, 'open.txt', 'b\n');

    expect((await bench.changes()).map((change) => change.state)).toEqual(['proposed', 'applied', 'applied']);
    expect((await afterRestart(bench)).map((change) => [change.shownPath, change.state])).toEqual([
      ['open.txt', 'interrupted'],
      ['done.txt', 'applied'],
    ]);
  });

  test('shows the newest 50 turns, and older changes can still be looked at', async () => {
    await using bench = await fileWorkbench();
    const session = await bench.ledger.session(SESSION);
    const hash = await bench.ledger.content.keep(Buffer.from('x\n'));
    const after = { kind: 'file', hash, size: 2, mode: 0o644 } as const;
    const events = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        session.append('file.changed', { path: bench.at(`${index}`), change: 'created', after, origin: 'command' }),
      ),
    );
    const list = await bench.changes();
    expect(list).toHaveLength(50);
    expect(list[0]?.shownPath).toBe('59');
    expect((await bench.diff(events[0]?.id ?? '')).proposed).toBe('x\n');
  });

  test('shows what was refused, without Undo', async () => {
    await using bench = await fileWorkbench();
    const session = await bench.ledger.session(SESSION);
    const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'a\n' });
    const question = { question: 'q1', callId: 'call-1', tool: 'create_or_update_file', why: '', warnings: [] };
    await session.append('approval.asked', { ...question, subject: plan.subject });
    await session.append('approval.decided', { by: 'person', question: 'q1', callId: 'call-1', verdict: 'refuse' });
    plan.abandon?.('refused');

    const list = await bench.changes();

    expect(list).toEqual([
      expect.objectContaining({
        shownPath: 'a.txt',
        state: 'rejected',
        change: 'created',
        addedLines: 1,
        canUndo: false,
      }),
    ]);
    expect((await bench.diff(list[0]?.id ?? '')).noText).toMatch(/refused and not written/);
    expect(await afterRestart(bench)).toEqual([{ ...list[0], sessionTitle: SESSION }]);
  });

  test('forgets a session that was removed', async () => {
    await using bench = await fileWorkbench();
    await write(bench, 'a.txt', 'a\n');
    expect(await bench.changes()).toHaveLength(1);
    await bench.ledger.remove(SESSION);
    expect(await bench.changes()).toEqual([]);
  });

  test('offers no Undo where the old bytes were not kept', async () => {
    await using bench = await fileWorkbench();
    const session = await bench.ledger.session(SESSION);
    const before = { kind: 'file', size: 9_000_000_000, mode: 0o644, notKept: 'it is larger than 1 GB' } as const;
    await session.append('file.changed', { path: bench.at('big'), change: 'deleted', before, origin: 'command' });
    const [change] = await bench.changes();
    expect(change).toMatchObject({ canUndo: false, origin: 'command' });
    expect((await bench.diff(change?.id ?? '')).noText).toBe('The bytes were not kept: it is larger than 1 GB');
  });
});

describe('the diff of a past change', () => {
  test('has both sides from the bytes the ledger kept', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\r\nb\r\n');
    await write(bench, 'a.txt', 'a\nB\n');
    await rm(bench.at('a.txt'));
    const [change] = await bench.changes();
    expect(await bench.diff(change?.id ?? '')).toMatchObject({
      path: bench.at('a.txt'),
      shownPath: 'a.txt',
      revision: 0,
      original: 'a\nb\n',
      proposed: 'a\nB\n',
      lineEnding: 'crlf',
      hunks: [{ number: 1, oldStart: 2, oldCount: 1, newStart: 2, newCount: 1 }],
    });
  });

  test('of a change nobody knows fails with NOT_FOUND', async () => {
    await using bench = await fileWorkbench();
    await expect(bench.diff('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(bench.bugs).toEqual([]);
  });
});

describe('undo', () => {
  test('puts the old bytes back, and the change can be made again', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'old\r\n', 0o600);
    await write(bench, 'a.txt', 'new\n');
    await bench.undo((await bench.changes())[0]?.id ?? '');
    expect(await bench.text('a.txt')).toBe('old\r\n');

    const list = await bench.changes();
    expect(list.map((change) => [change.origin, change.state, change.canRedo])).toEqual([['tool', 'undone', true]]);
    await bench.redo(list[0]?.id ?? '');
    expect(await bench.text('a.txt')).toBe('new\r\n');
  });

  test('of a file that changed since fails with CONFLICT unless forced, and force keeps what was there', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'old\n');
    await write(bench, 'a.txt', 'new\n');
    await bench.put('a.txt', 'by hand\n');
    const id = (await bench.changes())[0]?.id ?? '';

    await expect(bench.undo(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await bench.text('a.txt')).toBe('by hand\n');
    await bench.undo(id, true);
    expect(await bench.text('a.txt')).toBe('old\n');
    await bench.redo((await bench.changes())[0]?.id ?? '');
    expect(await bench.text('a.txt')).toBe('by hand\n');
  });
});

describe('a proposal', () => {
  test('shows both sides with LF endings and no byte order mark, whatever the file has', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', '\uFEFFa\r\nb\r\n');
    const plan = await bench.plan('edit_file', { path: 'a.txt', edits: [{ oldText: 'b', newText: 'B' }] });
    const diff = await bench.diff(proposalOf(plan));
    expect(diff).toMatchObject({ original: 'a\nb\n', proposed: 'a\nB\n', lineEnding: 'crlf', revision: 1 });

    const revised = await bench.revise(diff.id, diff.proposed);
    expect(revised.hunks).toEqual(diff.hunks);
    outcomeOf(await bench.run(plan, { change: { revision: revised.revision, accepted: [1] } }));
    expect(await bench.text('a.txt')).toBe('\uFEFFa\r\nB\r\n');
  });

  test('that was edited back to the present file writes nothing when it is accepted', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\n');
    const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'b\n' });
    const diff = await bench.revise(proposalOf(plan), 'a\n');
    expect(diff.hunks).toEqual([]);

    const outcome = outcomeOf(await bench.run(plan, { change: { revision: 2, accepted: [] } }));

    expect(outcome).toEqual({
      outcome: 'failed',
      content: expect.stringMatching(/the person edited it back to what the file says/),
    });
    expect(await bench.events('file.changed')).toEqual([]);
  });

  test('is never about the ledger, or other files of the app itself', async () => {
    await using bench = await fileWorkbench();
    for (const path of [
      'own/settings.yaml',
      `${bench.ledger.folder}/sessions/x.jsonl`,
      `${bench.ledger.content.folder}/ab/cd`,
    ]) {
      await expect(bench.plan('create_or_update_file', { path, file_content: 'x' })).rejects.toThrow(
        /no tool may change/,
      );
      await expect(bench.plan('delete_file_or_dir', { path, recursive: true })).rejects.toThrow(/no tool may change/);
    }
    const above = bench.plan('delete_file_or_dir', { path: bench.ledger.folder, recursive: true });
    await expect(above).rejects.toThrow(/no tool may change/);
  });

  test('of another session for the same file is asked anew once the first was applied', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\n');
    const first = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'first\n' });
    const second = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'second\n' });
    const results = await Promise.all([bench.run(first), bench.run(second)]);

    expect(results.filter((result) => 'outcome' in result)).toHaveLength(1);
    const written = 'outcome' in results[0] ? 'first\n' : 'second\n';
    expect(await bench.text('a.txt')).toBe(written);
    planIn(results.find((result) => 'subject' in result) ?? results[0]);
  });
});
