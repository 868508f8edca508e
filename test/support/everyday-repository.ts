/** A TypeScript repository as people have them, and what they type in it. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const Commands = z.array(z.object({ command: z.string(), next: z.string(), reads: z.boolean() }));

/** A command, a natural next variant of it, and whether both only read. */
export type EverydayCommand = z.infer<typeof Commands>[number];

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "sample", "version": "1.0.0", "scripts": { "test": "true" }, "dependencies": {} }\n',
  'tsconfig.json': '{}\n',
  'README.md': '# Sample\n\nfoo\n',
  '.gitignore': 'node_modules\ndist\n.env\n',
  '.env': 'KEY=secret\n',
  'src/a.ts': "import { b } from './b';\nexport const foo = b;\n",
  'src/b.ts': 'export const b = 1;\n',
  'src/a.test.ts': 'foo\n',
  'tests/b.test.ts': 'foo\n',
  'data.csv': 'a,1\nb,2\n',
  'words.txt': 'x\ny\nx\n',
  'data.bin': '\0\u0001abcdef\n',
  'node_modules/left/index.js': 'module.exports = 1;\n',
  'dist/a.js': 'x\n',
};

export async function everydayCommands(path: string): Promise<readonly EverydayCommand[]> {
  return Commands.parse(JSON.parse(await readFile(path, 'utf8')));
}

/** Makes the repository in a folder that is there, with two commits and a change. */
export async function everydayRepository(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, env });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'one');
  await writeFile(join(folder, 'src/b.ts'), 'export const b = 2;\n');
  git('commit', '-qam', 'two');
  await writeFile(join(folder, 'src/a.ts'), 'export const foo = 3;\n');
}
