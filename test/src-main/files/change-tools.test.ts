import { createHash } from 'node:crypto';
import { chmod, chown, link, mkdir, stat, symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { numbered } from './change-tools-box.ts';
import { fileWorkbench, outcomeOf, proposalOf } from './file-workbench.ts';

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

describe('create_or_update_file', () => {
  test('refuses a link to a name that is not UTF-8, in whose place Node would write another', async () => {
    await using bench = await fileWorkbench();
    await symlink(Buffer.from([0x6e, 0xff]), bench.at('link'));
    const plan = bench.plan('create_or_update_file', { path: 'link', file_content: 'x' });
    await expect(plan).rejects.toThrow(/leads to n\\xff, whose name is not UTF-8/);
  });

  test('creates a file and its folders with the usual modes, and records all of it before it happens', async () => {
    await using bench = await fileWorkbench();
    const plan = await bench.plan('create_or_update_file', { path: 'new/deep/a.txt', file_content: 'one\ntwo\n' });
    expect(plan.subject).toMatchObject({ isNew: true, shownPath: 'new/deep/a.txt', addedLines: 2, removedLines: 0 });
    expect(plan.isOutside).toBe(false);

    const outcome = outcomeOf(await bench.run(plan));

    expect(outcome).toEqual({ outcome: 'done', content: 'OK' });
    expect(await bench.text('new/deep/a.txt')).toBe('one\ntwo\n');
    expect((await stat(bench.at('new/deep/a.txt'))).mode & 0o7777).toBe(0o644);
    expect((await stat(bench.at('new/deep'))).mode & 0o7777).toBe(0o755);
    expect((await bench.events('file.changed')).map((event) => event.data)).toEqual([
      expect.objectContaining({
        path: bench.at('new'),
        change: 'created',
        after: expect.objectContaining({ kind: 'directory' }),
      }),
      expect.objectContaining({ path: bench.at('new/deep'), change: 'created' }),
      {
        path: bench.at('new/deep/a.txt'),
        change: 'created',
        after: { kind: 'file', hash: sha256('one\ntwo\n'), size: 8, mode: 0o644 },
        callId: expect.any(String),
        addedLines: 2,
        removedLines: 0,
        origin: 'tool',
      },
    ]);
  });

  test('keeps the bytes of both sides and the mode and owner of the file', async () => {
    await using bench = await fileWorkbench();
    await bench.put('run.sh', 'old\n', 0o751);
    await chmod(bench.at('run.sh'), 0o751);
    if (process.getuid?.() === 0) await chown(bench.at('run.sh'), 1234, 4321);

    outcomeOf(await bench.run(await bench.plan('create_or_update_file', { path: 'run.sh', file_content: 'new\n' })));

    const stats = await stat(bench.at('run.sh'));
    expect(stats.mode & 0o7777).toBe(0o751);
    if (process.getuid?.() === 0) expect([stats.uid, stats.gid]).toEqual([1234, 4321]);
    expect((await bench.ledger.content.read(sha256('old\n'))).toString()).toBe('old\n');
    expect((await bench.ledger.content.read(sha256('new\n'))).toString()).toBe('new\n');
    expect((await bench.events('file.changed'))[0]?.data).toMatchObject({
      before: { hash: sha256('old\n'), mode: 0o751 },
      after: { hash: sha256('new\n'), mode: 0o751 },
    });
  });

  test('writes exactly the accepted hunks and tells the model which', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', numbered(12));
    const proposed = numbered(12)
      .replace('line 2\n', 'LINE 2\n')
      .replace('line 6\n', '')
      .replace('line 10\n', 'x\ny\n');
    const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: proposed });

    const outcome = outcomeOf(await bench.run(plan, { change: { revision: 1, accepted: [1, 3] } }));

    expect(await bench.text('a.txt')).toBe(numbered(12).replace('line 2\n', 'LINE 2\n').replace('line 10\n', 'x\ny\n'));
    expect(outcome.outcome).toBe('done');
    expect(outcome.content.split('\n')).toEqual([
      `Changed ${bench.at('a.txt')} in part (+3 −2 lines). It now differs from what you proposed; the person decided on each hunk:`,
      '- Hunk 1 (old line 2, now line 2): written as you proposed.',
      '- Hunk 2 (old line 6): refused; not written.',
      '- Hunk 3 (old line 10, now lines 10–11): written as you proposed.',
      'Read the file before you change it again.',
    ]);
    expect((await bench.events('file.changed'))[0]?.data).toMatchObject({ addedLines: 3, removedLines: 2 });
  });

  test('accepting no hunk leaves the file and the ledger alone and reads like a refusal', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\nb\n');
    const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'A\nb\n' });

    const outcome = outcomeOf(await bench.run(plan, { change: { revision: 1, accepted: [] } }));

    expect(outcome).toEqual({
      outcome: 'failed',
      content: `The person refused this change: its only hunk was not accepted. ${bench.at('a.txt')} is unchanged.`,
    });
    expect(await bench.text('a.txt')).toBe('a\nb\n');
    expect(await bench.events('file.changed')).toEqual([]);
    expect(await bench.changes()).toEqual([]);
  });

  test('keeps CRLF where the file has it, and says so', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\r\nb\r\n');
    const plan = await bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'a\nB\n' });
    expect(plan.warnings).toContainEqual({ level: 'note', text: expect.stringContaining('CRLF') });
    expect(plan.subject).toMatchObject({ addedLines: 1, removedLines: 1 });

    await bench.run(plan);

    expect(await bench.text('a.txt')).toBe('a\r\nB\r\n');
  });

  test('a new empty file can be accepted although it has no lines', async () => {
    await using bench = await fileWorkbench();
    const plan = await bench.plan('create_or_update_file', { path: 'empty', file_content: '' });
    expect((await bench.diff(proposalOf(plan))).hunks).toEqual([
      { number: 1, oldStart: 1, oldCount: 0, newStart: 1, newCount: 0, lines: [] },
    ]);

    outcomeOf(await bench.run(plan, { change: { revision: 1, accepted: [1] } }));

    expect(await bench.text('empty')).toBe('');
  });

  test('a binary file is said to be one and can only be replaced as a whole', async () => {
    await using bench = await fileWorkbench();
    await bench.put('image', Uint8Array.of(0x89, 0, 1, 2));
    const plan = await bench.plan('create_or_update_file', { path: 'image', file_content: 'text\n' });
    expect(await bench.diff(proposalOf(plan))).toMatchObject({
      noText: expect.stringContaining('binary'),
      original: '',
    });
    await expect(bench.revise(proposalOf(plan), 'x')).rejects.toMatchObject({ code: 'INVALID_INPUT' });

    outcomeOf(await bench.run(plan, { change: { revision: 1, accepted: [1] } }));

    expect(await bench.text('image')).toBe('text\n');
    expect(await bench.ledger.content.has(sha256(Uint8Array.of(0x89, 0, 1, 2)))).toBe(true);
  });

  test('a huge file has no diff but can be replaced as a whole', async () => {
    await using bench = await fileWorkbench();
    await bench.put('huge', 'x'.repeat(2_000_001));
    const plan = await bench.plan('create_or_update_file', { path: 'huge', file_content: 'small\n' });
    expect(await bench.diff(proposalOf(plan))).toMatchObject({ noText: expect.stringContaining('too large') });

    outcomeOf(await bench.run(plan));

    expect(await bench.text('huge')).toBe('small\n');
  });

  test('a proposal that says what the file says already is an error that tells so', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'same\n');
    await expect(bench.plan('create_or_update_file', { path: 'a.txt', file_content: 'same\n' })).rejects.toThrow(
      /already has exactly this content/,
    );
    expect(await bench.changes()).toEqual([]);
  });
});

describe('edit_file', () => {
  test('replaces pieces that occur once, all matched against the file as it was', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'one two three\n');
    const edits = [
      { oldText: 'three', newText: 'one' },
      { oldText: 'one', newText: 'three' },
    ];

    outcomeOf(await bench.run(await bench.plan('edit_file', { path: 'a.txt', edits })));

    expect(await bench.text('a.txt')).toBe('three two one\n');
  });

  test('finds text sent with LF in a file that has CRLF, and keeps the endings', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\r\nb\r\nc\r\nd\n');
    const edits = [{ oldText: 'a\nb\nc', newText: 'a\nnew\nb\nC' }];

    outcomeOf(await bench.run(await bench.plan('edit_file', { path: 'a.txt', edits })));

    expect(await bench.text('a.txt')).toBe('a\r\nnew\r\nb\r\nC\r\nd\n');
  });

  test('a replacement of several lines gets the endings of a file that has CRLF throughout', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\r\nb\r\n');

    outcomeOf(
      await bench.run(await bench.plan('edit_file', { path: 'a.txt', edits: [{ oldText: 'b', newText: 'x\ny' }] })),
    );

    expect(await bench.text('a.txt')).toBe('a\r\nx\r\ny\r\n');
  });

  test.each([
    ['occurs 3 times, at lines 1, 2, 4', [{ oldText: 'aa', newText: 'b' }]],
    [
      'edit 2: its oldText does not occur',
      [
        { oldText: 'other', newText: 'x' },
        { oldText: 'missing', newText: 'b' },
      ],
    ],
    ['Line 3 differs from its first line in white space alone', [{ oldText: '    other   line', newText: 'b' }]],
    ['Line 3 is its first line; what follows differs', [{ oldText: 'other line\nmore', newText: 'b' }]],
    ['The nearest line is 3', [{ oldText: 'the other line', newText: 'b' }]],
    [
      'edits 1 and 2 overlap',
      [
        { oldText: 'other li', newText: '1' },
        { oldText: 'line', newText: '2' },
      ],
    ],
    ['edits[0].oldText: must not be empty', [{ oldText: '', newText: 'b' }]],
    ['edits[0]: oldText and newText are the same', [{ oldText: 'a', newText: 'a' }]],
    ['edits: at least one edit', []],
    ['edits[0].newText', [{ oldText: 'a' }]],
  ])('says what is wrong: %s', async (message, edits) => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'aa\naa\nother line\naa\n');
    await expect(bench.plan('edit_file', { path: 'a.txt', edits })).rejects.toThrow(message);
  });

  test.each([
    ['does not exist; create it with create_or_update_file', 'nothing'],
    ['is binary or not UTF-8', 'binary'],
    ['is a folder, not a file', 'folder'],
  ])('refuses a path that %s', async (message, path) => {
    await using bench = await fileWorkbench();
    await bench.put('binary', Uint8Array.of(0xff, 0xfe));
    await mkdir(bench.at('folder'));
    await expect(bench.plan('edit_file', { path, edits: [{ oldText: 'a', newText: 'b' }] })).rejects.toThrow(message);
  });

  test('never tells the text of a line the person was not asked about', async () => {
    await using bench = await fileWorkbench();
    await bench.put('secrets', 'password: hunter2\n');
    const error = await bench
      .plan('edit_file', { path: 'secrets', edits: [{ oldText: 'password: x', newText: 'b' }] })
      .catch((reason: Error) => reason);
    expect(String(error)).toContain('The nearest line is 1');
    expect(String(error)).not.toContain('hunter2');
  });
});

describe('warnings about a change', () => {
  test.each([
    ['package.json', /run code: package managers/],
    ['.git/hooks/pre-commit', /run code: version control/],
    ['.github/workflows/ci.yml', /run code: continuous integration/],
    ['.vscode/tasks.json', /run code: an editor/],
    ['.mcp.json', /run code: agents/],
    ['sub/.bashrc', /run code: it runs when a shell/],
    ['tools/deploy.py', /run code: the agents of a workspace/],
  ])('%s is a file that runs code', async (path, message) => {
    await using bench = await fileWorkbench();
    const plan = await bench.plan('create_or_update_file', { path, file_content: 'x\n' });
    expect(plan.warnings).toContainEqual({ level: 'caution', text: expect.stringMatching(message) });
  });

  test.each(['src/index.ts', 'README.md', 'docs/tools/a.md', 'src/profile.ts', 'git/notes'])(
    '%s is an ordinary file',
    async (path) => {
      await using bench = await fileWorkbench();
      const plan = await bench.plan('create_or_update_file', { path, file_content: 'x\n' });
      expect(plan.warnings.filter((warning) => warning.level !== 'note')).toEqual([]);
    },
  );

  test('a hard link, a write-protected file and a link on the way are told', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\n', 0o444);
    await link(bench.at('a.txt'), bench.at('b.txt'));
    await symlink('a.txt', bench.at('link'));
    const plan = await bench.plan('create_or_update_file', { path: 'link', file_content: 'x\n' });
    const texts = plan.warnings.map((warning) => warning.text);
    expect(texts).toContainEqual(expect.stringContaining('2 names (hard links)'));
    expect(texts).toContainEqual(expect.stringContaining('write-protected'));
    expect(texts).toContainEqual(
      expect.stringContaining(`is a symbolic link to a.txt; the path leads to ${bench.at('a.txt')}`),
    );
  });

  test('removing more lines than the setting says is told, with the change and with its diff', async () => {
    await using bench = await fileWorkbench({ flagRemovedLines: () => 3 });
    await bench.put('a.txt', numbered(10));
    const keeping = (count: number) => ({ path: 'a.txt', file_content: numbered(count) });
    const plan = await bench.plan('create_or_update_file', keeping(6));
    const flagged = { level: 'caution', text: '4 lines would be removed' };
    expect(plan.warnings).toContainEqual(flagged);
    expect((await bench.diff(proposalOf(plan))).warnings).toContainEqual(flagged);
    expect((await bench.plan('create_or_update_file', keeping(7))).warnings).toEqual([]);
  });

  test('characters one does not see are told with line and code, those of emoji are not', async () => {
    await using bench = await fileWorkbench();
    const hidden = await bench.plan('create_or_update_file', {
      path: 'a.txt',
      file_content: 'ok\nif (admin\u202E) {\u001B[2K\n',
    });
    expect(hidden.warnings).toEqual([
      {
        level: 'caution',
        text: 'The new text contains characters that change the direction of reading (right-to-left override U+202E), and control or invisible characters (ESC U+001B) in line 2',
      },
    ]);
    const plain = await bench.plan('create_or_update_file', { path: 'c.txt', file_content: 'a\rb\u3164\u{e0041}\n' });
    expect(plain.warnings.map(({ text }) => text)).toEqual([
      'The new text contains control or invisible characters (CR U+000D, Hangul filler U+3164, tag character U+E0041) in line 1',
    ]);
    const family = await bench.plan('create_or_update_file', {
      path: 'b.txt',
      file_content: 'tab\t👩‍👧‍👦 ❤️ ä 日本\r\n',
    });
    expect(family.warnings).toEqual([]);
  });
});
