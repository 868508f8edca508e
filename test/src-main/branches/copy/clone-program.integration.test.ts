import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cloneFolder } from '../../../../src-main/branches/copy/clone-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const canRun = process.platform === 'linux' && existsSync('/usr/bin/python3');

test.skipIf(!canRun).for([
  ['a full disk', 'print(\'{"full": "No space left on device"}\')', { full: 'No space left on device' }],
  ['files that cannot share', 'sys.exit(3)', { unable: 'files cannot share their blocks there' }],
  ['a program that fails', 'raise ValueError("odd")', { unable: 'ValueError: odd' }],
  ['a program that ends without a word', 'sys.exit(7)', { unable: 'the program ended with 7' }],
  ['a program that prints something else', 'print("{}")', { unable: 'the program printed no answer' }],
] as const)('%s is told', async ([, code, told]) => {
  await using box = await programBox(code);
  expect(await cloneFolder(box.request)).toEqual(told);
});

test.skipIf(!canRun)('a clone that is cancelled ends with its program', async () => {
  await using box = await programBox(`open(sys.argv[3], "w").close(); import time; time.sleep(60)`);
  const cancel = new AbortController();
  const cloning = cloneFolder({ ...box.request, signal: cancel.signal });
  await expect.poll(() => existsSync(box.request.baseFile), { timeout: 10_000 }).toBe(true);
  cancel.abort(new Error('No longer wanted'));
  await expect(cloning).rejects.toThrow('No longer wanted');
  await expect(cloneFolder({ ...box.request, signal: cancel.signal })).rejects.toThrow('No longer wanted');
});

/** A program of these lines in the place of the one that clones. */
async function programBox(code: string) {
  const root = await temporaryFolder();
  const at = (name: string) => join(root.path, name);
  await writeFile(at('program.py'), `import sys\n${code}\n`);
  const request = { program: at('program.py'), workspace: root.path, folder: at('copy'), baseFile: at('base') };
  return { ...root, request };
}
