import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { WatchScope } from '#call-watch';
import { Emitter } from '#core/async/emitter';
import { LiveValue } from '#core/async/streams';
import { undoChange, type WatchState } from '#ledger';
import { QUIET_TREE } from '../../support/call-watch.ts';
import { PROGRAM, watchWorkbench } from './watch-workbench.ts';

test('what a call changed is recorded with its origin and its program, and undone', async () => {
  await using it = await watchWorkbench();
  await it.write('kept.txt', 'old');

  await it.during(() => Promise.all([it.write('kept.txt', 'new'), it.write('made.txt')]));

  const changes = await it.changesIn();
  expect(changes.map(({ name, change, origin, by, callId }) => [name, change, origin, by, callId])).toEqual([
    ['kept.txt', 'modified', 'program', [PROGRAM], 'call-1'],
    ['made.txt', 'created', 'program', [PROGRAM], 'call-1'],
  ]);
  await undoChange(it.ledger, { session: 'chat', event: changes[0]?.event ?? '', force: false });
  expect(await readFile(join(it.workspace, 'kept.txt'), 'utf8')).toBe('old');
});

test('calls that overlap name each other, and what fell into their common time may be either’s', async () => {
  await using it = await watchWorkbench();
  const command = await it.watch.begin(it.call({ origin: 'command', by: undefined, label: 'npm test' }));
  await it.write('first');
  const tool = await it.watch.begin(it.call({ callId: 'call-2' }));
  await it.write('both');
  const byCommand = await command.look();
  await command[Symbol.asyncDispose]();
  await it.write('second');
  const byTool = await tool.look();
  await tool[Symbol.asyncDispose]();

  const said = ({ changes }: typeof byTool) =>
    changes.map(({ path, shared }) => [relative(it.workspace, path), shared?.split(': ')[1]]);
  expect(said(byCommand)).toEqual([
    ['both', `write of ${PROGRAM}`],
    ['first', undefined],
  ]);
  expect(said(byTool)).toEqual([
    ['both', 'npm test'],
    ['second', undefined],
  ]);
  expect([byCommand.alongside, byTool.alongside]).toEqual([[`write of ${PROGRAM}`], ['npm test']]);
  expect([byCommand.othersRun, byTool.othersRun]).toEqual([true, false]);
});

test('a program on another machine is credited with a doubt', async () => {
  await using it = await watchWorkbench();
  const { changes } = await it.during(() => it.write('a'), { isElsewhere: true });
  expect(changes).toMatchObject([{ shared: `${PROGRAM} runs on another machine: somebody else may have made it` }]);
});

test('what a file tool changes during a call is the tool’s alone', async () => {
  await using it = await watchWorkbench();
  const { changes } = await it.during(async () => {
    const after = { kind: 'file', size: 1, mode: 0o644, hash: await it.ledger.content.keep(Buffer.from('x')) } as const;
    await (await it.ledger.session('other')).append('file.changed', {
      path: join(it.workspace, 'told'),
      change: 'created',
      after,
      origin: 'tool',
    });
    await writeFile(join(it.workspace, 'told'), 'x', { mode: 0o644 });
    await it.write('own');
  });
  expect(changes.map(({ path }) => relative(it.workspace, path))).toEqual(['own']);
});

test('what is written after the answer is found at the next call, as a set of its own that names the programs', async () => {
  await using it = await watchWorkbench({ lateMs: 60_000 });
  it.program();
  await it.during(() => it.write('a.txt', 'first'));
  await it.write('a.txt', 'late');
  await it.write('b.txt', 'late');
  const { changes } = await it.during(() => it.write('c.txt'), { origin: 'command', by: undefined });

  expect(changes.map(({ path }) => relative(it.workspace, path))).toEqual(['c.txt']);
  const late = (await it.changesIn()).filter(({ origin }) => origin === 'unknown');
  expect(late.map(({ name, by, turn }) => [name, by, turn])).toEqual([
    ['a.txt', [PROGRAM], undefined],
    ['b.txt', [PROGRAM], undefined],
  ]);
  const found = (await it.events()).find(({ type }) => type === 'changes.found');
  expect(new Set(late.map(({ cause }) => cause))).toEqual(new Set([found?.id]));
  expect(found?.data).toMatchObject({ changes: 2, alive: [PROGRAM] });
  // Nobody knows whose it is, so Undo asks.
  const request = { session: 'chat', event: late[0]?.event ?? '' };
  await expect(undoChange(it.ledger, { ...request, force: false })).rejects.toMatchObject({ code: 'CONFLICT' });
  await undoChange(it.ledger, { ...request, force: true });
  expect(await readFile(join(it.workspace, 'a.txt'), 'utf8')).toBe('first');
});

test('it is found without a further call, too, and at the latest when the app ends', async () => {
  await using it = await watchWorkbench({ lateMs: 10 });
  it.program();
  const found = new Promise<void>((resolve) => {
    it.ledger.onAppended(({ type }) => type === 'changes.found' && resolve());
  });
  await it.during(() => it.write('a.txt', 'first'));
  // It may be looked at before this is written: then the end of the app finds it.
  await it.write('a.txt', 'late');
  await Promise.race([found, it.watch[Symbol.asyncDispose]()]);
  await it.watch[Symbol.asyncDispose]();
  expect((await it.changesIn()).map(({ name, origin }) => [name, origin])).toEqual([
    ['a.txt', 'program'],
    ['a.txt', 'unknown'],
  ]);
});

test('what a living program writes after the late look is found when the app ends', async () => {
  const looks = new Emitter<string>();
  await using it = await watchWorkbench({ lateMs: 10, looks });
  it.program();
  await it.during(() => it.write('a.txt', 'first'));
  // Its coming and the end of the call ask for one look between them.
  await new Promise((resolve) => looks.subscribe(resolve));
  await it.write('a.txt', 'late');
  await it.watch[Symbol.asyncDispose]();
  expect((await it.changesIn()).map(({ name, origin }) => [name, origin])).toEqual([
    ['a.txt', 'program'],
    ['a.txt', 'unknown'],
  ]);
});

test('a program that has ended since the last look is named; one that came before any call is, too', async () => {
  const looks = new Emitter<string>();
  const looked = new Promise((resolve) => looks.subscribe(resolve));
  await using it = await watchWorkbench({ lateMs: 10, looks });
  const opened = new Promise<void>((resolve) => {
    it.ledger.onAppended(({ type }) => type === 'file.changed' && resolve());
  });
  await it.write('a.txt', 'before');
  it.program();
  // Its coming has the workspace looked at, so that there is something to compare with.
  await looked;
  await it.write('a.txt', 'after');
  it.watch.alive('test', []);
  await it.during(async () => {}, { origin: 'command', by: undefined });
  await opened;
  expect((await it.changesIn('programs')).map(({ name, by }) => [name, by])).toEqual([['a.txt', [PROGRAM]]]);
});

test('what a person changes while no program is alive is on no record', async () => {
  await using it = await watchWorkbench();
  await it.during(() => it.write('a'), { origin: 'command', by: undefined });
  await it.write('mine');
  await it.during(() => it.write('b'), { origin: 'command', by: undefined });
  expect((await it.changesIn()).map(({ name }) => name)).toEqual(['a', 'b']);
});

test('what a file tool or an undo changes between calls is not found once more', async () => {
  await using it = await watchWorkbench({ lateMs: 60_000 });
  it.program();
  await it.write('a.txt', 'old');
  await it.during(() => it.write('a.txt', 'new'));
  const [change] = await it.changesIn();
  await undoChange(it.ledger, { session: 'chat', event: change?.event ?? '', force: false });
  await it.during(async () => {});
  expect((await it.changesIn()).map(({ origin }) => origin)).toEqual(['program', 'undo']);
});

test.each<[WatchScope, string[], string[]]>([
  ['all', ['a.txt', 'b.txt'], []],
  ['commands', ['a.txt'], ['Changes of programs and clients are not recorded']],
  ['none', [], ['Changes are not recorded']],
])('the setting “%s” records %j and says so before and after', async (scope, names, said) => {
  await using it = await watchWorkbench({ scope: () => scope });
  await it.during(() => it.write('a.txt'), { origin: 'command', by: undefined });
  const { notWatched } = await it.during(() => it.write('b.txt'));

  expect((await it.changesIn()).map(({ name }) => name)).toEqual(names);
  const begins = said.map((text) => expect.stringContaining(text));
  expect(notWatched).toEqual(begins);
  expect(await it.watch.foresee({ workspace: it.workspace, origin: 'program' })).toEqual(begins);
});

test('what is not watched is said before', async () => {
  await using it = await watchWorkbench();
  await mkdir(join(it.workspace, 'node_modules'));
  const before = await it.watch.foresee({ workspace: it.workspace, origin: 'program' });
  expect(before).toEqual([expect.stringContaining('node_modules')]);
});

test('what is not watched is not made up while the workspace is still being looked at for the first time', async () => {
  const watchTree = () => ({
    ...QUIET_TREE,
    state: new LiveValue<WatchState>({ phase: 'unknown', notKept: [] }),
    look: () => new Promise<never>(() => {}),
  });
  await using it = await watchWorkbench({ watchTree });
  expect(await it.watch.foresee({ workspace: it.workspace, origin: 'program' })).toEqual([
    'It is not known yet what is not watched: the workspace is still being looked at',
  ]);
});

test('what changed while the setting switched it off is on no record once it is on again', async () => {
  let scope: WatchScope = 'all';
  const settings = new Emitter<unknown>();
  await using it = await watchWorkbench({ scope: () => scope, onScopeChanged: settings.subscribe, lateMs: 60_000 });
  const change = (to: WatchScope) => {
    scope = to;
    settings.emit(undefined);
  };
  it.program();
  await it.during(() => it.write('a.txt'));
  change('none');
  await it.write('unseen.txt');
  change('all');
  await it.during(() => it.write('b.txt'));
  expect((await it.changesIn()).map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
  await it.write('late.txt');
  await it.during(() => it.write('c.txt'));
  expect((await it.changesIn()).map(({ name }) => name).sort()).toEqual(['a.txt', 'b.txt', 'c.txt', 'late.txt']);
});

test('a call that cannot be written down is not begun, and leaves no watch open', async () => {
  await using it = await watchWorkbench();
  await writeFile(join(it.ledger.folder, 'running'), 'a file in place of the folder');
  await expect(it.watch.begin(it.call())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await rm(join(it.ledger.folder, 'running'));
  expect((await it.during(() => it.write('a'))).alongside).toEqual([]);
});

test('a workspace that is gone, and comes back, does not harm it', async () => {
  await using it = await watchWorkbench();
  await it.write('a');
  await it.during(() => rm(it.workspace, { recursive: true }));
  await it.during(async () => {
    await mkdir(it.workspace);
    await it.write('b');
  });
  expect((await it.changesIn()).map(({ name, change }) => [change, name])).toEqual([
    ['deleted', 'a'],
    ['created', 'b'],
  ]);
});

test('a program that ended while a call was open is named for what it wrote when that had been looked at', async () => {
  await using it = await watchWorkbench({ lateMs: 10 });
  it.program();
  await it.during(() => it.write('a.txt'));
  const open = await it.watch.begin(it.call({ origin: 'command', by: undefined }));
  await open.look();
  await it.write('b.txt', 'late');
  it.watch.alive('test', []);
  it.watch.alive('other', [{ title: 'another', workspace: it.workspace }]);
  await delay(200);
  await open[Symbol.asyncDispose]();

  await it.during(() => it.write('c.txt'), { origin: 'command', by: undefined });

  const late = (await it.changesIn()).filter(({ origin }) => origin === 'unknown');
  expect(late.map(({ name, by }) => [name, by])).toEqual([['b.txt', [PROGRAM, 'another']]]);
});
