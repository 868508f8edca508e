import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ImageWork } from '#contract';
import { folderPicture } from '../../../support/folder-picture.ts';
import { phiEngine } from '../../../support/phi-engine.ts';

/** The app with a folder in which a turn wrote, and what it was before. */
async function setUp() {
  const phi = await phiEngine();
  const { workspace } = phi.home;
  const at = (name: string) => join(workspace, name);
  await mkdir(at('old/deep'), { recursive: true });
  await writeFile(at('old/deep/bytes.bin'), Buffer.from([0, 255, 10]));
  await writeFile(at('notes.txt'), 'one\n');
  await symlink('notes.txt', at('link'));
  // squashfs has whole seconds.
  for (const name of ['old/deep/bytes.bin', 'notes.txt']) await utimes(at(name), 1_600_000_000, 1_600_000_000);
  const say = async (command: string, text: string) => {
    phi.model.push({ calls: [{ tool: 'execute_command', arguments: { command_line: command } }] }, { text: 'Done' });
    await phi.say(text);
  };
  return { phi, at, say, workspace, [Symbol.asyncDispose]: () => phi[Symbol.asyncDispose]() };
}

test('a folder as it was before a message is packed, byte for byte, on the record of the folder', async () => {
  await using it = await setUp();
  const before = folderPicture(it.workspace);
  await it.say('sed -i s/one/two/ notes.txt; rm -r old; echo A=1 > made.txt', 'Tidy up');
  await it.say('echo more >> notes.txt', 'And more');

  const said = await it.phi.line('rewind 1 pack ../then.squashfs');
  const image = join(it.phi.home.home, 'then.squashfs');
  expect(said).toMatch(new RegExp(`^Packed 6 entries.*${image}`, 's'));
  const output = join(it.phi.home.home, 'unpacked');
  execFileSync('unsquashfs', ['-no-xattrs', '-d', output, image]);
  const [layer] = (await readdir(output)).filter((name) => name !== 'manifest.json');
  expect(folderPicture(join(output, layer ?? ''))).toEqual(before);
  expect((await it.phi.events('image.written')).at(-1)?.data).toMatchObject({
    image,
    by: 'pack',
    workspace: it.workspace,
  });
  // What was laid out for it is gone.
  expect(await readdir(join(it.phi.home.dataFolder, 'packing'))).toEqual([]);
});

test('secrets are left out and named, an image that is there is not replaced, and no state is no image', async () => {
  await using it = await setUp();
  await writeFile(it.at('.env'), 'KEY=1\n');
  await it.say('rm .env', 'Tidy up');
  it.phi.model.push({ text: 'Hello' });
  await it.phi.say('Hello');

  expect(await it.phi.line('rewind 1 pack then.squashfs')).toContain('.env');
  expect(await it.phi.line('rewind 1 pack then.squashfs')).toContain('exists already');
  expect(await it.phi.line('rewind 2 pack other.squashfs')).toContain('no state of the folder was kept');
  expect(await readdir(it.workspace)).not.toContain('other.squashfs');
  await rm(it.at('then.squashfs'));
});

test('a page packs a point with what is left out among the remarks, at an absolute path alone', async () => {
  await using it = await setUp();
  await writeFile(it.at('.env'), 'KEY=1\n');
  await it.say('rm .env', 'Tidy up');
  const { session } = it.phi;
  const [message] = await it.phi.events('message.user');
  const pack = async (image: string) => {
    const all: ImageWork[] = [];
    for await (const work of await it.phi.api.rewind.pack({ session, message: message?.id ?? '', image })) {
      all.push(work);
    }
    return all.at(-1);
  };
  const image = join(it.phi.home.home, 'then.squashfs');
  expect(await pack(image)).toMatchObject({
    kind: 'ended',
    path: image,
    summary: expect.stringMatching(/^Packed 6 entries/),
    remarks: [expect.stringContaining('.env')],
  });
  await expect(pack('then.squashfs')).rejects.toThrow('is not an absolute path');
});
