import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPython } from '../../../src-main/workspaces/hosts/python/find-python.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function program(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
}

test('the first Python that runs and is new enough is taken; of others it is said why not', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  await program(at('old/python3'), 'echo 3.7.9');
  await program(at('broken/python3'), 'exit 1');
  await program(at('good/python3'), 'echo 3.12.4');
  await program(at('work/.venv/bin/python'), 'echo 3.13.0');
  const search = { workspace: at('work'), isVenvTrusted: false, environment: { PATH: `${at('old')}:${at('broken')}` } };
  const none = await findPython(search);
  expect(none).toMatchObject({
    noPython: expect.stringContaining(`${at('old/python3')} is Python 3.7.9, which is too old`),
  });
  expect(none).toMatchObject({ noPython: expect.stringContaining(`${at('broken/python3')} does not run`) });
  const environment = { PATH: `${search.environment.PATH}:${at('good')}` };
  expect(await findPython({ ...search, environment })).toEqual({ path: at('good/python3'), version: '3.12.4' });
  expect(await findPython({ ...search, isVenvTrusted: true })).toEqual({
    path: at('work/.venv/bin/python'),
    version: '3.13.0',
  });
  expect(await findPython({ ...search, setting: at('good/python3') })).toMatchObject({ path: at('good/python3') });
  // What a box has nothing of does not run there.
  const boxed = (what: { file: string; args: readonly string[] }) =>
    what.file.includes('good') ? { file: '/nowhere', args: [] } : what;
  expect(await findPython({ ...search, environment, boxed })).toHaveProperty('noPython');
  expect(await findPython({ ...search, environment: { PATH: at('nothing') } })).toMatchObject({
    noPython: expect.stringMatching(/^No Python was found\. Install/),
  });
});
