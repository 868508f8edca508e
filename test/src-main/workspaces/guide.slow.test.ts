import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsWorkspace } from '../../support/js-workspace.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const GUIDE = readFileSync(join(ROOT, 'docs', 'workspaces.md'), 'utf8');
const [, sample = ''] = /```sh\n([\s\S]*?)```/.exec(GUIDE) ?? [];
const lines = sample.trim().split('\n');

test('the guide needs ten lines, of which six make the folder', () => {
  expect(lines).toHaveLength(10);
  expect(lines.map((line) => line.split(' ', 1)[0])).toEqual([
    'mkdir',
    'printf',
    'printf',
    'printf',
    'echo',
    'echo',
    'sigma',
    'sigma',
    'sigma',
    'How',
  ]);
});

test('the files of the guide are tools that work', async () => {
  await using it = await jsWorkspace({});
  const made = lines.slice(0, 6).join('\n').replaceAll('hello', '.');
  execFileSync('bash', ['-ec', made], { cwd: it.path });
  const loaded = await it.load();

  expect(loaded).toEqual([
    {
      file: 'tools/days_until.ts',
      declaration: {
        name: 'days_until',
        description: 'Says how many days are left until a date.',
        parameters: { type: 'object', properties: { date: { type: 'string' } }, required: ['date'] },
      },
    },
  ]);
  const inTenDays = new Date(Date.now() + 10 * 86_400_000 - 60_000).toISOString();
  expect(await it.call('days_until', { date: inTenDays })).toBe(10);
  const python = 'import asyncio, runpy; print(asyncio.run(runpy.run_path("tools/words.py")["tool"]("data/note.txt")))';
  expect(execFileSync('/usr/bin/python3', ['-c', python], { cwd: it.path, encoding: 'utf8' })).toBe('6\n');
  expect(readFileSync(join(it.path, 'skills', 'tally', 'SKILL.md'), 'utf8')).toMatch(
    /^---\nname: tally\ndescription: .+\n---\n/,
  );
});
