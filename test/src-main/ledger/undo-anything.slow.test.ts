import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { undoChange, watchTree } from '#ledger';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

const SESSION = 'one';
/** Levels of the deep tree: each is a change, and each look at one reads all before it. */
const LEVELS = process.env.SIGMA_TEST_LONG === '1' ? 200 : 40;

/** Every path with its kind, permissions, target and content. */
const pictureOf = (folder: string) =>
  execFileSync(
    'bash',
    ['-c', `find . -mindepth 1 -printf '%P %y %m %l\\n' | sort; find . -type f -exec sha256sum {} + | sort`],
    { cwd: folder, encoding: 'utf8' },
  );

async function setUp() {
  const ledger = await temporaryLedger();
  const workspace = await temporaryFolder();
  const at = (name: string) => join(workspace.path, name);
  mkdirSync(at('src/deep'), { recursive: true });
  mkdirSync(at('empty'));
  writeFileSync(at('a.txt'), 'a\r\n\0\xff');
  writeFileSync(at('src/b.txt'), 'b\n');
  writeFileSync(at('src/deep/c.txt'), '');
  writeFileSync(at('run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  execFileSync('bash', ['-c', 'ln -s src/b.txt link; ln -s nowhere dangling; ln -s src folder-link; ln a.txt twin'], {
    cwd: workspace.path,
  });
  const watch = watchTree({ root: workspace.path, content: ledger.content });
  const session = await ledger.session(SESSION);
  return {
    path: workspace.path,
    picture: () => pictureOf(workspace.path),
    /** Ids of the changes that the command made, by path. */
    run: async (command: string) => {
      const snapshot = await watch.before(command);
      execFileSync('bash', ['-c', command], { cwd: workspace.path, stdio: 'ignore' });
      const { changes } = await watch.after(snapshot);
      watch.end(snapshot);
      const events = await Promise.all(
        changes.map((change) => session.append('file.changed', { ...change, origin: 'command' })),
      );
      return events.map(({ id }) => id);
    },
    undo: (event: string) => undoChange(ledger, { session: SESSION, event, force: false }),
    [Symbol.asyncDispose]: async () => {
      await ledger[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}

test.each([
  ['a folder replaced by a file', 'rm -r src; echo x > src'],
  ['a folder replaced by a link', 'mv src elsewhere; ln -s elsewhere src'],
  ['a file replaced by a folder with files', 'rm a.txt; mkdir -p a.txt/b; echo x > a.txt/b/c'],
  ['a file replaced by a link', 'rm a.txt; ln -s run.sh a.txt'],
  ['a file replaced by a pipe', 'rm a.txt; mkfifo a.txt'],
  ['a file replaced by a socket', `rm a.txt; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("a.txt")'`],
  ['a folder replaced by a pipe', 'rm -r empty; mkfifo empty'],
  ['a new pipe', 'mkfifo pipe'],
  ['a link replaced by what it led to', 'rm link folder-link; cp src/b.txt link; cp -r src folder-link'],
  ['a link that leads elsewhere', 'ln -sfn run.sh link; ln -sfn empty folder-link'],
  ['permissions of files and folders', 'chmod 600 a.txt run.sh; chmod 700 src; chmod 2750 empty'],
  ['renames', 'mv a.txt b.txt; mv src lib'],
  ['a rename of case alone', 'mv a.txt A.txt; mv src SRC'],
  ['two files that changed places', 'mv a.txt t; mv run.sh a.txt; mv t run.sh'],
  ['everything removed', 'rm -rf ./*'],
  ['a sparse file', 'truncate -s 5M a.txt; truncate -s 9M sparse'],
  ['a deep tree', `d=.; for n in $(seq ${LEVELS}); do d=$d/d; done; mkdir -p $d; echo x > $d/x; rm -r src`],
  [
    'names with every strange character',
    `printf x > $'line\\nbreak'; printf x > '"quoted" \\\\ back'; printf x > -rf; rm -r src`,
  ],
  ['a write-protected folder', 'chmod 700 src; rm src/b.txt; echo new > src/new; chmod 555 src'],
])('undoing all that a command did brings everything back, last first: %s', async (_name, command) => {
  await using world = await setUp();
  const before = world.picture();
  const events = await world.run(command);
  expect(events.length).toBeGreaterThan(0);
  expect(world.picture()).not.toBe(before);

  // As a person does who clicks through the list, where what is in the way is refused until it is its turn.
  let left = [...events].reverse();
  while (left.length > 0) {
    const refused: string[] = [];
    let why: unknown;
    for (const event of left) {
      await world.undo(event).catch((error: unknown) => {
        // Another name of the same file has brought it back.
        if (String(error).includes('as it was before the change already')) return;
        why = error;
        refused.push(event);
      });
    }
    if (refused.length === left.length) throw why;
    left = refused;
  }
  expect(world.picture()).toBe(before);
});
