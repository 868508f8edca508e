import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';

const FILES = ['package.json', 'tsconfig.json', 'README.md', 'src/index.ts'];

/** Writes "New TypeScript tool": `sample` is the folder of the sample package. */
export function newJsPackage(sample: string): (folder: string, name: string) => Promise<{ readonly path: string }> {
  return async (folder, name) => {
    if (!/^[a-z0-9][a-z0-9._-]{0,99}$/.test(name)) {
      const advice = 'Take lower-case letters, digits, dots and dashes, such as my-tools.';
      throw new AppError('INVALID_INPUT', `'${name}' cannot be the name of a package`, { where: name, advice });
    }
    const path = resolve(folder, name);
    try {
      await mkdir(folder, { recursive: true });
      // Fails where something is: nothing of the person's is written over.
      await mkdir(path);
      for (const file of FILES) {
        await mkdir(dirname(join(path, file)), { recursive: true });
        await copyFile(join(sample, file), join(path, file));
      }
      const manifest: Record<string, unknown> = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
      await writeFile(join(path, 'package.json'), `${JSON.stringify({ ...manifest, name }, undefined, 2)}\n`);
      await writeFile(join(path, '.gitignore'), 'node_modules/\ndist/\n');
    } catch (error) {
      if (systemCodeOf(error) === 'EEXIST') throw new AppError('CONFLICT', `${path} exists already`, { where: path });
      throw new AppError('UNAVAILABLE', `${path} cannot be written: ${messageOf(error)}`, { where: path }, error);
    }
    return { path };
  };
}
