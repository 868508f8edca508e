import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listedChanges } from '../../support/listed-changes.ts';
import { until } from '../../support/phi-engine.ts';
import { plainApp } from '../../support/plain-app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/**
 * One turn as version 0.1.0 recorded it, before anchors, origins of programs and times of files: an edit by a file tool, a
 * command that edited, removed, linked and made files, and a folder that a file tool removed.
 */
const RECORD = resolve(import.meta.dirname, '../../fixtures/ledger/turn-of-0.1.0.jsonl');
const SESSION = '20260701-090000-00000001';
const RECORDED_WORKSPACE = '/home/ada/notes';
/** Contents of its content store. */
const CONTENT = ['old\n', 'new\n', 'first\n', 'second\n', '#!/bin/sh\n', 'about to go\n', 'x\n', 'a.txt', ''];

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The record as it would be, had it been made in this workspace. */
async function recordIn(workspace: string): Promise<string> {
  let previous = '';
  let text = '';
  for (const line of (await readFile(RECORD, 'utf8')).trimEnd().split('\n')) {
    const moved = line.replaceAll(RECORDED_WORKSPACE, workspace);
    const linked = moved.replace(/"previous":"[0-9a-f]*"/, `"previous":"${previous}"`);
    previous = hashOf(linked);
    text += `${linked}\n`;
  }
  return text;
}

/** A data folder of that version, and the workspace as the turn left it. */
async function earlierFolders() {
  const folder = await temporaryFolder();
  const ledger = join(folder.path, 'data', 'ledger');
  const workspace = join(folder.path, 'workspace');
  for (const path of [
    join(folder.path, 'home'),
    join(ledger, 'sessions'),
    join(workspace, 'src'),
    join(workspace, 'made'),
  ])
    await mkdir(path, { recursive: true });
  await writeFile(join(ledger, 'sessions', `${SESSION}.jsonl`), await recordIn(workspace));
  for (const text of CONTENT) {
    const hash = hashOf(text);
    const place = join(ledger, 'content', hash.slice(0, 2));
    await mkdir(place, { recursive: true });
    await writeFile(join(place, hash), text);
  }
  await writeFile(join(workspace, 'edited.txt'), 'new\n');
  await writeFile(join(workspace, 'src/a.txt'), 'second\n');
  await writeFile(join(workspace, 'made/x.txt'), 'x\n');
  await symlink('a.txt', join(workspace, 'src/link'));
  const list = () =>
    execFileSync('find', ['.', '-mindepth', '1', '-printf', '%P %y %m %l\n'], { cwd: workspace, encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .sort();
  return { path: folder.path, workspace, list, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test('a record of version 0.1.0 opens: its session is listed and whole, its changes are shown, and its turn is undone', async () => {
  await using it = await earlierFolders();
  const after = it.list();
  await using started = await plainApp(it.path);
  const { api } = started;

  const session = await until(async () => {
    for await (const [first] of await api.sessions.changed()) return first;
    return undefined;
  });
  expect(session).toMatchObject({ id: SESSION, title: 'Tidy up', workspace: it.workspace });
  expect(await api.activity.verify({ session: SESSION })).toEqual({ events: 36, problems: [] });

  const changes = await listedChanges(api.changes);
  expect(changes.map(({ shownPath, change, origin, canUndo }) => [shownPath, change, origin, canUndo]).sort()).toEqual([
    ['docs/gone.txt', 'deleted', 'tool', true],
    ['edited.txt', 'modified', 'tool', true],
    ['made/x.txt', 'created', 'command', true],
    ['src/a.txt', 'modified', 'command', true],
    ['src/link', 'created', 'command', true],
    ['src/run.sh', 'deleted', 'command', true],
  ]);
  const turn = { session: SESSION, turn: changes[0]?.turn ?? '' };
  const outcomes = async (direction: 'undoTurn' | 'redoTurn') =>
    new Set((await api.changes[direction](turn)).paths.map(({ outcome }) => outcome));
  expect(await outcomes('undoTurn')).toEqual(new Set(['restored']));
  expect(it.list()).toEqual([
    'docs d 755 ',
    'docs/gone.txt f 644 ',
    'edited.txt f 644 ',
    'src d 755 ',
    'src/a.txt f 644 ',
    'src/run.sh f 755 ',
  ]);
  expect(await readFile(join(it.workspace, 'src/a.txt'), 'utf8')).toBe('first\n');
  expect(await readFile(join(it.workspace, 'docs/gone.txt'), 'utf8')).toBe('about to go\n');

  expect(await outcomes('redoTurn')).toEqual(new Set(['restored']));
  expect(it.list()).toEqual(after);
  expect((await api.activity.verify({ session: SESSION })).problems).toEqual([]);
});
