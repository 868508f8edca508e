import { mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { numbered } from './change-tools-box.ts';
import { fileWorkbench, outcomeOf, planIn, proposalOf } from './file-workbench.ts';

describe('a person edits the proposed side', () => {
  test('what was typed is written byte-exactly, and the model is told the final text', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\r\nb\nc\nd\ne\n');
    const plan = await bench.plan('edit_file', {
      path: 'a.txt',
      edits: [
        { oldText: 'b', newText: 'B' },
        { oldText: 'd', newText: 'D' },
      ],
    });
    const diff = await bench.revise(proposalOf(plan), 'a\nB and more\nc\nD\ne\n');
    expect(diff).toMatchObject({ revision: 2, proposed: 'a\nB and more\nc\nD\ne\n', lineEnding: 'mixed' });

    const outcome = outcomeOf(await bench.run(plan, { change: { revision: 2, accepted: [1, 2] } }));

    expect(await bench.text('a.txt')).toBe('a\r\nB and more\nc\nD\ne\n');
    expect(outcome.content.split('\n')).toEqual([
      expect.stringContaining('in part (+2 −2 lines)'),
      '- Hunk 1 (old line 2, now line 2): written as the person edited it:',
      '-b',
      '+B and more',
      '- Hunk 2 (old line 4, now line 4): written as you proposed.',
      'Read the file before you change it again.',
    ]);
  });

  test('a hunk the person took out is told as taken out', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', numbered(9));
    const file_content = numbered(9).replace('line 2', 'two').replace('line 8', 'eight');
    const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content });
    await bench.revise(proposalOf(plan), numbered(9).replace('line 2', 'two'));

    const outcome = outcomeOf(await bench.run(plan, { change: { revision: 2, accepted: [1] } }));

    expect(outcome.content).toContain('- Your change to old line 8: taken out by the person; not written.');
  });

  test('an answer about an earlier revision writes nothing and is asked anew about the present one', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\n');
    const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'b\n' });
    await bench.revise(proposalOf(plan), 'c\n');

    const again = planIn(await bench.run(plan, { change: { revision: 1, accepted: [1] } }));

    expect(await bench.text('a.txt')).toBe('a\n');
    expect(proposalOf(again)).toBe(proposalOf(plan));
    outcomeOf(await bench.run(again, { change: { revision: 2, accepted: [1] } }));
    expect(await bench.text('a.txt')).toBe('c\n');
  });

  test('an answer about hunks there are none of is asked anew', async () => {
    await using bench = await fileWorkbench();
    const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'b\n' });
    planIn(await bench.run(plan, { change: { revision: 1, accepted: [2] } }));
  });

  test('revising what no longer waits fails with NOT_FOUND', async () => {
    await using bench = await fileWorkbench();
    const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'b\n' });
    plan.abandon?.('refused');
    await expect(bench.revise(proposalOf(plan), 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await bench.changes()).toEqual([]);
  });
});

describe('a file that changed after it was shown', () => {
  test('is not overwritten: the change is worked out against its present content and asked anew', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\nb\n');
    const plan = await bench.plan('edit_file', { path: 'a.txt', edits: [{ oldText: 'b', newText: 'B' }] });
    await bench.put('a.txt', 'new\na\nb\n');

    const again = planIn(await bench.run(plan));

    expect(await bench.text('a.txt')).toBe('new\na\nb\n');
    expect(await bench.events('file.changed')).toEqual([]);
    expect(again.warnings[0]?.text).toMatch(/has changed since/);
    expect(await bench.diff(proposalOf(again))).toMatchObject({ revision: 2, proposed: 'new\na\nB\n' });
    outcomeOf(await bench.run(again));
    expect(await bench.text('a.txt')).toBe('new\na\nB\n');
  });

  test('keeps what the person typed where it still fits', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', numbered(9));
    const plan = await bench.plan('edit_file', { path: 'a.txt', edits: [{ oldText: 'line 2', newText: 'two' }] });
    await bench.revise(proposalOf(plan), numbered(9).replace('line 2', 'zwei'));
    await bench.put('a.txt', numbered(9).replace('line 8', 'eight'));

    const again = planIn(await bench.run(plan, { change: { revision: 2, accepted: [1] } }));
    outcomeOf(await bench.run(again));

    expect(await bench.text('a.txt')).toBe(numbered(9).replace('line 2', 'zwei').replace('line 8', 'eight'));
  });

  test('fails, telling the model, when the edits no longer fit', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\nb\n');
    const plan = await bench.plan('edit_file', { path: 'a.txt', edits: [{ oldText: 'b', newText: 'B' }] });
    await bench.put('a.txt', 'gone\n');

    const outcome = outcomeOf(await bench.run(plan));

    expect(outcome.outcome).toBe('failed');
    expect(outcome.content).toMatch(/nothing was written: edit 1: its oldText does not occur/);
    expect(await bench.changes()).toEqual([]);
  });

  test.each([
    ['appeared', undefined, 'theirs\n', /has appeared/],
    ['vanished', 'a\n', undefined, /has been removed/],
  ])('is asked anew when it has %s', async (_, before, after, message) => {
    await using bench = await fileWorkbench();
    if (before) await bench.put('a.txt', before);
    const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'mine\n' });
    await rm(bench.at('a.txt'), { force: true });
    if (after) await bench.put('a.txt', after);

    const again = planIn(await bench.run(plan));

    expect(again.warnings[0]?.text).toMatch(message);
    outcomeOf(await bench.run(again));
    expect(await bench.text('a.txt')).toBe('mine\n');
  });

  test('replaced by a link to a file outside, nothing outside is written and the resolved path is asked about', async () => {
    await using bench = await fileWorkbench();
    await using outside = await temporaryFolder();
    await bench.put('a.txt', 'a\n');
    const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'evil\n' });
    await rename(bench.at('a.txt'), `${outside.path}/victim`);
    await symlink(`${outside.path}/victim`, bench.at('a.txt'));

    const again = planIn(await bench.run(plan));

    expect(await readFile(`${outside.path}/victim`, 'utf8')).toBe('a\n');
    expect(again.isOutside).toBe(true);
    expect(again.subject).toMatchObject({ path: `${outside.path}/victim` });
    expect(again.warnings.map((warning) => warning.level)).toContain('danger');
  });

  test('whose folder was replaced by a link to one outside is not written there', async () => {
    await using bench = await fileWorkbench();
    await using outside = await temporaryFolder();
    await mkdir(bench.at('src'));
    const plan = await bench.plan('create_or_update_file', { path: 'src/a.txt', file_content: 'evil\n' });
    await rm(bench.at('src'), { recursive: true });
    await symlink(outside.path, bench.at('src'));

    planIn(await bench.run(plan));

    expect(await readdir(outside.path)).toEqual([]);
  });
});

describe('when writing fails', () => {
  test('the file is untouched, the model is told why, and the ledger is set right', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\n');
    const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'b\n' });

    // The folder is swapped between the record and the write, as late as a test can.
    const outcome = await bench.run(
      plan,
      {},
      {
        record: async (type, data) => {
          const event = await (await bench.ledger.session('session-1')).append(type, data);
          if (type === 'file.changed') await bench.put('a.txt', 'theirs\n');
          return event.id;
        },
      },
    );

    const again = planIn(outcome);
    expect(await bench.text('a.txt')).toBe('theirs\n');
    const changed = (await bench.events('file.changed'))[0];
    expect((await bench.events('change.undone')).map((event) => event.data)).toEqual([
      { change: changed?.id, path: bench.at('a.txt'), forced: false, hasFailed: true },
    ]);
    expect((await bench.events('error.raised'))[0]?.data.message).toMatch(/changed while the change was being written/);
    expect((await bench.changes()).map((change) => change.state)).toEqual(['proposed', 'undone']);
    expect(again.subject).toMatchObject({ isNew: false });
  });

  test('a folder that cannot be made is told with the reason, and nothing stays recorded as done', async () => {
    await using bench = await fileWorkbench();
    const plan = await bench.plan('create_or_update_file', { path: 'x/a.txt', file_content: 'b\n' });

    const outcome = outcomeOf(
      await bench
        .run(
          plan,
          {},
          {
            record: async (type, data) => {
              if (type === 'file.changed') await bench.put('x', 'a file in the way').catch(() => {});
              return (await (await bench.ledger.session('session-1')).append(type, data)).id;
            },
          },
        )
        .then((result) => ('outcome' in result ? result : result.run({}, bench.runContext()))),
    );

    expect(outcome.outcome).toBe('failed');
    expect(await bench.text('x')).toBe('a file in the way');
    expect((await bench.events('change.undone')).length).toBe((await bench.events('file.changed')).length);
  });

  test('an aborted call writes nothing', async () => {
    await using bench = await fileWorkbench();
    const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'b\n' });
    await expect(bench.run(plan, {}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    expect(await readdir(bench.path)).toEqual([]);
    expect(await bench.changes()).toEqual([]);
  });

  test('no temporary file stays behind', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\n');
    await bench.run(await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'b\n' }));
    expect(await readdir(bench.path)).toEqual(['a.txt']);
  });
});
