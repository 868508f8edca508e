import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../support/built-host.ts';
import { script } from './script.ts';

interface OrdinaryUser {
  readonly root: string;
  readonly wrapper: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly remove: () => void;
}

const { ordinaryUser, usersTests } = await script<{
  readonly ordinaryUser: (root: string) => OrdinaryUser | undefined;
  readonly usersTests: (root: string) => { readonly all: readonly string[]; readonly alone: readonly string[] };
}>('ordinary-user');

const isRoot = process.getuid?.() === 0;

// Only root can become somebody else.
test.runIf(isRoot)(
  'the ordinary user of the tests reads the project, writes his home, and nothing of the project',
  () => {
    const user = ordinaryUser(ROOT);
    if (user === undefined) throw new Error('No ordinary user can start node here');
    try {
      const [program = '', ...args] = [...user.wrapper, '/bin/sh', '-c'];
      const run = (command: string) =>
        spawnSync(program, [...args, command], { env: { ...process.env, ...user.env }, encoding: 'utf8' });
      expect(run('id -u; pwd; head -c 1 package.json').stdout).toBe(`65534\n${user.root}\n{`);
      expect(run('echo mine > ~/note && cat ~/note').stdout).toBe('mine\n');
      expect(run('echo > package.json').stderr).toContain('Permission denied');
      expect(run('cat /etc/shadow').stderr).toContain('Permission denied');
    } finally {
      user.remove();
    }
    expect(existsSync(user.root)).toBe(false);
  },
);

test('what both run is left to nobody alone', () => {
  const { all, alone } = usersTests(ROOT);
  expect(all.filter((file) => !alone.includes(file)).toSorted()).toEqual([
    'test/src-main/app/full-disk-start.integration.test.ts',
    'test/src-main/execution/tool/limited-command.integration.test.ts',
    'test/src-main/shell-adapter/shells/limits.integration.test.ts',
  ]);
  expect(alone).toContain('test/src-main/app/command-box.integration.test.ts');
});
