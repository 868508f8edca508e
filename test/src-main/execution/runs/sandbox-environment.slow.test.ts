import { existsSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probeSandbox } from '#process/sandbox/probe';
import { readOnlyBoxEnvironment } from '../../../../src-main/execution/runs/command-environment.ts';
import { commandWorkbench, ENVIRONMENT } from '../../../support/command-workbench.ts';

const { works, why } = await probeSandbox(ENVIRONMENT);
const inSandbox = works ? test : test.skip;
const unless = works ? '' : ` (skipped: no sandbox works here: ${why})`;

const CANARY = 'CANARY';
/** Each would run, load or obey what it names. */
const HOSTILE = (folder: string): Readonly<Record<string, string>> => ({
  BASH_ENV: `${folder}/canary.sh`,
  ENV: `${folder}/canary.sh`,
  'BASH_FUNC_ls%%': `() { echo ${CANARY}; }`,
  'BASH_FUNC_cat%%': `() { echo ${CANARY}; }`,
  SHELLOPTS: 'xtrace',
  BASHOPTS: 'extglob',
  PS4: `+${CANARY} `,
  CDPATH: folder,
  IFS: 'a',
  POSIXLY_CORRECT: '1',
  RIPGREP_CONFIG_PATH: `${folder}/ripgreprc`,
  GREP_OPTIONS: '--canary',
  GREP_COLORS: 'mt=31',
  LD_PRELOAD: `${folder}/canary.so`,
  LD_LIBRARY_PATH: folder,
  AWKPATH: folder,
  AWKLIBPATH: folder,
  GIT_EXTERNAL_DIFF: `${folder}/bin/canary`,
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: `${folder}/bin/canary`,
  GIT_PAGER: `${folder}/bin/canary`,
  PAGER: `${folder}/bin/canary`,
  MANPAGER: `${folder}/bin/canary`,
  EDITOR: `${folder}/bin/canary`,
  LESSOPEN: `|${folder}/bin/canary %s`,
  LESS: '+!canary',
  PYTHONPATH: folder,
  PYTHONSTARTUP: `${folder}/canary.py`,
  NODE_OPTIONS: `--require ${folder}/canary.js`,
  PERL5OPT: '-Mcanary',
  PERL5LIB: folder,
  TZ: `:${folder}/canary`,
  LANGUAGE: '../../canary',
  API_HOST: CANARY,
});

test('of the environment only what is plain is passed into the sandbox', () => {
  const kept = { HOME: '/home/a', LC_ALL: 'C.UTF-8', LANG: 'de_DE.UTF-8', TZ: 'Europe/Berlin', COLUMNS: '80' };
  expect(readOnlyBoxEnvironment({ ...HOSTILE('/w'), ...kept, PATH: '/usr/bin' }, '/w')).toEqual({
    ...kept,
    PATH: '/usr/bin',
  });
});

test('the PATH has no folder of the workspace, by whatever name, and none that depends on where a command runs', async () => {
  await using it = await commandWorkbench();
  const bin = join(it.workspace, 'bin');
  await mkdir(bin);
  await mkdir(join(it.folder, 'workspace-tools'));
  await symlink(bin, join(it.folder, 'elsewhere'));
  const path = [
    '',
    '.',
    'bin',
    './node_modules/.bin',
    '..',
    bin,
    it.workspace,
    `${it.workspace}/`,
    `${it.folder}/x/../workspace`,

    join(it.folder, 'elsewhere'),
    '/usr/../usr/bin',
    join(it.folder, 'workspace-tools'),
    '/missing',
    '/usr/bin',
    '',
  ].join(':');
  expect(readOnlyBoxEnvironment({ PATH: path }, it.workspace).PATH).toBe(`/usr/bin:${it.folder}/workspace-tools`);
  expect(readOnlyBoxEnvironment({ PATH: `${bin}:.` }, it.workspace).PATH).toBe('/usr/local/bin:/usr/bin:/bin');
  expect(readOnlyBoxEnvironment({}, it.workspace).PATH).toBe('/usr/local/bin:/usr/bin:/bin');
});

inSandbox(`what a command does to PATH and IFS has no effect in the sandbox${unless}`, async () => {
  await using it = await commandWorkbench();
  await mkdir(join(it.workspace, '4'));
  await writeFile(join(it.workspace, '4', 'ls'), `#!/bin/sh\necho ${CANARY}\n`, { mode: 0o755 });
  await writeFile(join(it.workspace, 'text'), 'plain\n');
  for (const command of [
    'printf "aaaa%ln" PATH; ls text',
    'PATH=4; ls text',
    'PATH=4 ls text',
    'unset PATH; ls text',
  ]) {
    const { content } = (await it.run(command, { sandbox: 'read-only' })) as { readonly content: string };
    expect(content, command).not.toContain(CANARY);
    expect(content, command).toMatch(/PATH: (readonly variable|cannot unset)/);
  }
  const { content } = (await it.run('IFS=x; ls text', { sandbox: 'read-only' })) as { readonly content: string };
  expect(content).toContain('IFS: readonly variable');
});

inSandbox(
  `nothing that the environment names runs in the sandbox, and no program of the workspace does${unless}`,
  async () => {
    const environment: Record<string, string> = { ...ENVIRONMENT };
    await using it = await commandWorkbench({ environment });
    const bin = join(it.workspace, 'bin');
    await mkdir(bin);
    for (const name of ['ls', 'cat', 'head', 'rg', 'git', 'awk', 'canary', 'bash']) {
      await writeFile(join(bin, name), `#!/bin/sh\necho ${CANARY}\n`);
      await chmod(join(bin, name), 0o755);
    }
    await writeFile(join(it.workspace, 'canary.sh'), `echo ${CANARY}\n`);
    await writeFile(join(it.workspace, 'ripgreprc'), `--pre=${bin}/canary\n`);
    await writeFile(join(it.workspace, 'text'), 'plain\n');
    Object.assign(environment, HOSTILE(it.workspace), {
      PATH: [bin, '.', '', 'bin', ENVIRONMENT.PATH].join(':'),
    });
    for (const command of [
      'ls text',
      'cat text | head -1',
      'cd bin && ls ../text',
      // From the PATH of the sandbox, where it is installed.
      ...(existsSync('/usr/bin/rg') ? ['rg plain text'] : []),
      "awk '{ print $1 }' text",
      'env',
    ]) {
      const { content } = (await it.run(command, { sandbox: 'read-only' })) as { readonly content: string };
      expect(content, command).not.toContain(CANARY);
      expect(content, command).toMatch(command === 'env' ? /GIT_PAGER=cat/ : /plain|text/);
      expect(content, command).not.toMatch(
        /RIPGREP_CONFIG|BASH_FUNC|LD_PRELOAD|GIT_CONFIG|PYTHON|NODE_OPTIONS|PERL5|LESSOPEN/,
      );
    }
  },
);
