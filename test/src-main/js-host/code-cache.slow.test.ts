import { readdirSync, readFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { jsHostProgram } from '../../support/js-host-program.ts';

test('the compiler’s bundle has V8’s cache beside it, which this V8 takes', async () => {
  const folder = dirname(await jsHostProgram());
  const cached = readdirSync(folder).filter((name) => name.endsWith('.cache'));
  const sizes = cached.map((name) => [readFileSync(join(folder, name)).length, name] as const);
  const [, largest = ''] = sizes.sort(([a], [b]) => b - a)[0] ?? [];
  const bundle = join(folder, largest.replace(/\.cache$/, ''));

  expect(readFileSync(bundle, 'utf8')).toContain('lib.es2023.d.ts');
  const cachedData = readFileSync(join(folder, largest));
  const script = new Script(Module.wrap(readFileSync(bundle, 'utf8')), { filename: bundle, cachedData });
  expect(script.cachedDataRejected).toBe(false);
});

test('what runs a person’s code has none: it imports that code, which nothing from the cache can', async () => {
  const names = readdirSync(dirname(await jsHostProgram()));
  expect(names.filter((name) => /^(?:agent-code|serve)-.*\.js$/.test(name))).toHaveLength(2);
  expect(names.filter((name) => /^(?:agent-code|serve)-.*\.cache$/.test(name))).toEqual([]);
});
