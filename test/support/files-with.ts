import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf } from '#core/app-error';

/**
 * Paths of the files below the folder that hold the text; an app that works there may take some away in the meantime,
 * which hold nothing.
 */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const holds = async (file: string) => {
    const content = await readFile(file, 'latin1').catch((error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') return '';
      throw error;
    });
    return content.includes(text);
  };
  const found = await Promise.all(files.map(holds));
  return files.filter((_, at) => found[at]);
}
