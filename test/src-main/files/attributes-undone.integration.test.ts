import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { Redactor } from '#core/secrets/redact';
import { openLedger, watchTree } from '#ledger';
import { readAttributes } from '#process/file-attributes';
import { bundledProgram } from '../../support/bundled-program.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { turnWorkbench } from './turn-workbench.ts';

const PROGRAM = resolve(import.meta.dirname, '../../fixtures/ledger/undo-a-turn.ts');
const hasProgram = spawnSync('getfattr', ['--version']).status === 0;
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
/** Number of folders beyond what an undo holds open at a time. */
const FOLDERS = 260;

const note = (path: string, text: string) => execFileSync('setfattr', ['-n', 'user.note', '-v', text, path]);

test.skipIf(!hasProgram)(
  'files of one name in very many folders each get their own attributes back (skipped without setfattr)',
  // A thousand files and folders are flushed, which a slow disk takes its time for.
  { timeout: 300_000 },
  async () => {
    await using world = await turnWorkbench();
    const names = Array.from({ length: FOLDERS }, (_, n) => `d${n}`);
    world.bash(`for n in $(seq 0 ${FOLDERS - 1}); do mkdir d$n; echo old > d$n/same; echo m > d$n/mode; done`);
    world.bash('for f in d*/same d*/mode; do setfattr -n user.note -v "in $f" "$f"; done');
    const all = async () => {
      const paths = names.flatMap((name) => [world.at(`${name}/same`), world.at(`${name}/mode`)]);
      const found = await readAttributes(paths);
      return paths.map((path) => found?.get(path));
    };
    const before = await all();
    // The one is written anew, of the other only attributes and permissions change.
    await world.turn(
      't1',
      'for f in d*/same; do rm $f; echo new > $f; done; for f in d*/mode; do setfattr -x user.note $f; chmod 600 $f; done',
    );
    const made = await all();
    const undone = await world.undo('t1');
    expect(new Set(undone.paths.map(({ outcome, why }) => why ?? outcome))).toEqual(new Set(['restored']));
    expect(await all()).toEqual(before);
    await world.redo('t1');
    expect(await all()).toEqual(made);
  },
);

test.skipIf(!isRoot || !hasProgram).each(['attributes', 'copied'])(
  'a write-protected file of somebody who is not root comes back with its attributes: %s (skipped unless root)',
  async (mode) => {
    await using folder = await temporaryFolder();
    const at = (name: string) => join(folder.path, 'workspace', name);
    await mkdir(at('folder'), { recursive: true });
    await writeFile(at('folder/a'), 'old');
    for (const name of ['folder', 'folder/a']) note(at(name), 'keep me');
    await chmod(at('folder/a'), 0o440);
    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder.path]);
    const paths = ['folder', 'folder/a'].map(at);
    const before = await readAttributes(paths);
    await recordTurn(folder.path, 'printf new > folder/a; rm -f folder/b');
    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder.path]);

    const said = execFileSync(process.execPath, [await bundledProgram(PROGRAM), folder.path, mode], {
      uid: NOBODY,
      gid: NOBODY,
      encoding: 'utf8',
      cwd: '/',
    });
    expect(said).toBe('begin\n1 restored of 1\nend\n');
    expect(await readFile(at('folder/a'), 'utf8')).toBe('old');
    expect((await stat(at('folder/a'))).mode & 0o777).toBe(0o440);
    expect(await readAttributes(paths)).toEqual(before);
  },
);

/** A command's changes on the record in the folder's `data`, as an earlier run of the app left it. */
async function recordTurn(folder: string, command: string): Promise<void> {
  const options = { folder: join(folder, 'data'), redactor: new Redactor(), log: silentLogger, onWarning: () => {} };
  await using ledger = await openLedger(options);
  const root = join(folder, 'workspace');
  await using watch = watchTree({ root, content: ledger.content, readsAttributes: true });
  const snapshot = await watch.before(command);
  execFileSync('bash', ['-c', command], { cwd: root });
  const { changes } = await watch.after(snapshot);
  const session = await ledger.session('crash');
  for (const change of changes) await session.append('file.changed', { ...change, origin: 'command' }, { turn: 't1' });
  await ledger.content.settle();
}
