import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../../support/built-host.ts';

/** Counts the schemas that zod makes in a fresh process while the contract is loaded, and at the first use of a large one. */
const CODE = `
  const zod = require('zod');
  let made = 0;
  zod.config({ postProcessor: () => void made++ });
  const { Settings } = require('#contract');
  const loaded = made;
  Settings.parse({});
  console.log(JSON.stringify({ loaded, used: made - loaded }));`;

test('loading the contract makes hardly a schema', async () => {
  const args = ['--import', 'tsx', '--input-type=commonjs', '-e', CODE];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const { loaded, used } = JSON.parse(stdout) as { readonly loaded: number; readonly used: number };

  expect(used).toBeGreaterThan(100);
  expect(loaded).toBeLessThan(50);
});
