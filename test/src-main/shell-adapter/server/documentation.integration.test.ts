import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { DESKTOP } from '../../../../src-main/shell-adapter/server/config/presets.ts';
import { SECTIONS } from '../../../../src-main/shell-adapter/server/config/schema.ts';
import { PAYLOADS } from '../../../../src-main/shell-adapter/server/payloads.ts';
import { adapterBox } from '../../../support/adapter-box.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const page = await readFile(join(ROOT, 'docs', 'shell-adapter.md'), 'utf8');
const block = (language: string) => new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';

test('the script of the page prints what the page says, but for the names of this machine', async () => {
  await using box = await adapterBox();
  await mkdir(join(box.workspace, 'logs'));
  await writeFile(join(box.workspace, 'logs', 'test.log'), 'hello from test.log file\n');
  const url = await box.start();
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', block('js'), url], {
    cwd: ROOT,
    env: { PATH: process.env.PATH },
  });
  const { stdout } = await run;
  expect(withoutNames(stdout)).toBe(withoutNames(block('text')));
  expect(stdout).toContain("stdout: 'hello from test.log file'");
});

/** Replaces what differs from machine to machine, and from run to run. */
function withoutNames(text: string): string {
  return text
    .replace(/(operating_system|shell|workspace_directory): '[^']+'/g, "$1: '…'")
    .replace(/cwd: '.*(\/logs)?'/g, "cwd: '…$1'")
    .replace(/duration: [\d.]+/g, 'duration: …')
    .replace(/[\da-f]{8}-[\da-f-]{27}/g, '…');
}

test('the page names every key of the configuration with its defaults, and every event', () => {
  const rows = Object.entries(SECTIONS).flatMap(([section, { shape }]) =>
    Object.entries(shape).map(([key, field]) => {
      const parsed = field.safeParse(undefined);
      const shown = (value: unknown) => (value === undefined ? '' : `\`${JSON.stringify(value)}\``);
      const desktop = section === 'adapter' ? Object.entries(DESKTOP).find(([name]) => name === key)?.[1] : undefined;
      const initial = parsed.success ? parsed.data : undefined;
      return `| \`${section}.${key}\` | ${shown(initial)} | ${shown(desktop)} | ${field.description ?? ''} |`;
    }),
  );
  const table = page.slice(page.indexOf('| Key | Default')).trim().split('\n').slice(2);
  expect(table).toEqual(rows);
  for (const event of Object.keys(PAYLOADS)) expect(page).toContain(`| \`${event}\` |`);
});
