import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PromptSettings } from '#contract';
import { Emitter } from '#core/async/emitter';
import {
  type AppVariableGroup,
  createOwnVariables,
  openFolderStore,
  writeOwnVariables,
} from '../../../../src-main/prompts/stores/index.ts';
import type { ReportedStore } from '../../../../src-main/prompts/stores/reported-store.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

async function setUp(publish: Partial<PromptSettings['publish']> = {}, programs = '/usr/local/bin:/usr/bin:/bin') {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const workspace = join(folder.path, 'work');
  for (const path of ['src/a.ts', 'src/b.ts', 'lib.py', 'node_modules/x/y.js', '.hidden/z.ts', 'ignored.log']) {
    await mkdir(join(workspace, path, '..'), { recursive: true });
    await writeFile(join(workspace, path), '');
  }
  const changed = new Emitter<AppVariableGroup>();
  const asked: string[] = [];
  const settings = PromptSettings.parse({ publish }).publish;
  const own = createOwnVariables(
    {
      chat: {
        sessions: async () => [{ id: 's1', title: 'About a', at: 0 }],
        messages: async (session) => {
          asked.push(session);
          return [
            { role: 'user', content: 'x'.repeat(30_000) },
            { role: 'assistant', content: 'Yes' },
            { role: 'user', content: `${'x'.repeat(19_999)}😀` },
          ];
        },
        completions: async () => {
          throw new Error('no ledger');
        },
      },
      models: async () => [{ name: 'main', model: 'm-1', contextTokens: 8000, isDefault: true }],
      modules: () => [{ name: 'chat', version: '1.0.0', description: 'Conversations' }],
      workspace: () => ({ path: workspace, name: 'work' }),
      environment: { PATH: programs, HOME: folder.path },
      onChanged: changed.subscribe,
      log: silentLogger,
    },
    () => settings,
  );
  onTestFinished(() => own[Symbol.dispose]());
  const read = (name: string) => own.read(`shenma:environs:${name}`);
  return { own, read, workspace, changed, asked, settings, folder: folder.path };
}

test('what the app knows is there under the documented keys, within bounds', async () => {
  const { own, read, asked } = await setUp();

  expect(own.keys()).toContain('shenma:environs:codebase:current_project');
  expect(await read('chat:current')).toEqual({
    session: 's1',
    title: 'About a',
    messages: [
      { role: 'user', content: `${'x'.repeat(20_000)}…` },
      { role: 'assistant', content: 'Yes' },
      // No half of a character.
      { role: 'user', content: `${'x'.repeat(19_999)}…` },
    ],
  });
  await read('chat:current');
  expect(asked).toEqual(['s1']);
  expect(await read('chat:sessions')).toEqual([{ id: 's1', title: 'About a', at: '1970-01-01T00:00:00.000Z' }]);
  expect(await read('model:current')).toEqual({ name: 'main', model: 'm-1', is_default: true, context_tokens: 8000 });
  expect(await read('modules:list')).toEqual([{ name: 'chat', version: '1.0.0', description: 'Conversations' }]);
  expect(await read('completion:history')).toBeUndefined();
  expect(await read('vscode:rules')).toBeUndefined();
});

test('files are those that git would keep, else what is neither hidden nor generated', async () => {
  const { read, workspace, folder, changed } = await setUp();
  expect(await read('codebase:files')).toEqual(['ignored.log', 'lib.py', 'src/a.ts', 'src/b.ts']);
  expect(await read('codebase:tree')).toBe('src/\n  a.ts\n  b.ts\nignored.log\nlib.py');

  const env = { PATH: '/usr/bin:/bin', HOME: folder };
  execFileSync('git', ['init', '-q'], { cwd: workspace, env });
  // What a repository may ask git to run must not run.
  execFileSync('git', ['config', 'core.fsmonitor', `touch ${folder}/ran`], { cwd: workspace, env });
  await writeFile(join(workspace, '.gitignore'), '*.log\nnode_modules\n.hidden\n');
  changed.emit('codebase');

  expect(await read('codebase:files')).toEqual(['.gitignore', 'lib.py', 'src/a.ts', 'src/b.ts']);
  expect(await read('codebase:current_project')).toEqual({
    name: 'work',
    path: workspace,
    languages: ['TypeScript', 'Python'],
    files: 4,
    is_git: true,
    is_cut: false,
  });
  await expect(writeFile(join(folder, 'ran'), '', { flag: 'wx' })).resolves.toBeUndefined();
});

test('folders too deep to be looked into are told of', async () => {
  const { read, workspace, changed } = await setUp();
  const deep = join(workspace, ...Array.from({ length: 12 }, () => 'd'));
  await mkdir(deep, { recursive: true });
  expect(await read('codebase:current_project')).toMatchObject({ files: 4, is_cut: false });

  await mkdir(join(deep, 'd'));
  await writeFile(join(deep, 'd/unseen.ts'), '');
  changed.emit('codebase');
  expect(await read('codebase:current_project')).toMatchObject({ files: 4, is_cut: true });
  expect(await read('codebase:tree')).toMatch(/\n…$/);
});

test('what is switched off is neither listed, read nor asked for', async () => {
  const { own, read, asked } = await setUp({ chat: false });
  expect(own.keys().filter((key) => key.includes(':chat:'))).toEqual([]);
  expect(await read('chat:current')).toBeUndefined();
  expect(asked).toEqual([]);
});

test('they are written for others only while that is on, and only where they are forgotten by themselves', async () => {
  const { own, folder } = await setUp({ codebase: false });
  const store = await openFolderStore({ folder: join(folder, 'store'), log: silentLogger });
  onTestFinished(() => store[Symbol.asyncDispose]());
  const lent = new Set<string>();
  const lend = async (key: string) => void lent.add(key);
  let isOn = false;
  const lending: ReportedStore = Object.assign(Object.create(store), { lend });
  const writing = writeOwnVariables({ own, store: lending, isOn: () => isOn, log: silentLogger });
  const plain = writeOwnVariables({ own, store, isOn: () => true, log: silentLogger });
  onTestFinished(() => writing[Symbol.asyncDispose]());
  onTestFinished(() => plain[Symbol.asyncDispose]());

  await writing.look();
  expect([...lent]).toEqual([]);
  isOn = true;
  await writing.look();
  expect([...lent]).toContain('shenma:environs:model:list');
  await plain.look();
  expect(await store.scan('shenma:')).toEqual([]);
});

test('the codebase of another folder is told by id, and not while it is switched off', async () => {
  const { own, settings, folder } = await setUp();
  const other = join(folder, 'other');
  await mkdir(other);
  await writeFile(join(other, 'only.go'), '');

  expect(Object.fromEntries(await own.codebaseOf(other))).toMatchObject({
    'codebase.files': ['only.go'],
    'codebase.current_project': { name: 'other', path: other, files: 1 },
  });
  settings.codebase = false;
  expect((await own.codebaseOf(other)).size).toBe(0);
});

test('files of another folder that take too long are not told, instead of ending what asked for them', async () => {
  const slow = await temporaryFolder();
  onTestFinished(() => slow[Symbol.asyncDispose]());
  await writeFile(join(slow.path, 'git'), '#!/bin/sh\nexec sleep 30\n', { mode: 0o755 });
  const { own, folder } = await setUp({}, `${slow.path}:/usr/bin:/bin`);
  const told = await own.codebaseOf(folder);
  expect([...told.keys()]).toContain('codebase.files');
  expect(told.get('codebase.files')).toBeUndefined();
}, 20_000);
