import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pythonBox } from '../support/python-host.ts';
import { comparing } from './compare-cases.ts';
import type { Suite } from './run-suite.ts';

/** Python tools as models see them; one real Python loads them all. */
export const psiToolSchema: Suite = async (cases, say, options) => {
  await using box = await pythonBox();
  const suite = comparing(async (input) => {
    const { file, source } = input as { readonly file: string; readonly source: string };
    await rm(join(box.folder, 'tools'), { recursive: true, force: true });
    // The one before is forgotten: a broken file would keep its version.
    await box.load();
    await box.write({ [`tools/${file}`]: source });
    const [loaded] = await box.load();
    if (!loaded?.declaration) return null;
    const { name, description, parameters } = loaded.declaration;
    return { type: 'function', function: { name, description, parameters } };
  });
  return await suite(cases, say, options);
};
