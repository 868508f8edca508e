import { createHash } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bytesOfFile, compareLayers, ImageError, openImage, unpackImage } from '#images';
import { fixture, IMAGES, sample } from './support/image-fixtures.ts';

interface Expected {
  readonly type: string;
  readonly mode?: string;
  readonly sha256?: string;
  readonly target?: string;
}

const { merged: TREES } = JSON.parse(fixture('expected-trees.json').toString('utf8')) as {
  readonly merged: Readonly<Record<string, Readonly<Record<string, Expected>>>>;
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigma-images-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Reads the content of a folder, in the form of the expected trees. */
async function treeOf(top: string): Promise<Record<string, Expected>> {
  const tree: Record<string, Expected> = {};
  for (const name of await readdir(top, { recursive: true })) {
    const path = join(top, name);
    const stat = await lstat(path);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) tree[name] = { type: 'symlink', target: await readlink(path) };
    else if (stat.isDirectory()) tree[name] = { type: 'dir', mode };
    else
      tree[name] = {
        type: 'file',
        mode,
        sha256: createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      };
  }
  return tree;
}

function compared(tree: Readonly<Record<string, Expected>>): Record<string, Expected> {
  return Object.fromEntries(
    Object.entries(tree).map(([path, { type, mode, sha256, target }]) => [
      path,
      { type, ...(mode && { mode }), ...(sha256 && { sha256 }), ...(target && { target }) },
    ]),
  );
}

describe('the sample image', () => {
  test.each(['v1.0', 'v1.1', 'default'])('shows in %s what the kernel shows', async (layer) => {
    using source = bytesOfFile(join(IMAGES, 'three-layers.squashfs'));
    const output = join(folder, 'out');
    await unpackImage(await openImage(source), {
      output,
      isRaw: false,
      layer: layer === 'default' ? undefined : layer,
    });
    expect(Object.keys(TREES[layer] ?? {}).length).toBeGreaterThan(10);
    expect(await treeOf(output)).toEqual(compared(TREES[layer] ?? {}));
    expect(await readdir(folder)).toEqual(['out']);
  });

  test('unpacks raw with all layers; whiteouts are left out and named', async () => {
    const { leftOut } = await unpackImage(await openImage(sample()), { output: join(folder, 'raw'), isRaw: true });
    expect((await readdir(join(folder, 'raw'))).length).toBe(4);
    expect(leftOut).toContain('22222222-2222-4222-8222-222222222222/gone.txt');
  });

  test('differs between layers as what is seen does', async () => {
    const changes = compareLayers(await openImage(sample()), 'v1.0', 'v1.1');
    expect(changes).toContainEqual({ path: 'gone.txt', change: 'deleted' });
    expect(changes).toContainEqual({ path: 'docs/three.md', change: 'added' });
    expect(changes).toContainEqual({ path: 'keep.txt', change: 'changed' });
    expect(changes.map(({ path }) => path)).not.toContain('run.sh');
  });
});

test.each([
  'json',
  'not-uuid',
  'duplicate-tag',
  'default',
  'missing-parent',
  'missing-layer-dir',
  'no-manifest',
  'cycle',
])('bad-%s is refused for its manifest', async (name) => {
  const opening = openImage(sample(`bad-${name}.squashfs`));
  await expect(opening).rejects.toThrow(ImageError);
  await expect(opening).rejects.toMatchObject({ defect: 'manifest' });
});

describe('unpacking leaves nothing', () => {
  const options = () => ({ output: join(folder, 'out'), isRaw: true });

  test('when it is cancelled half way', async () => {
    const cancel = new AbortController();
    const progress = () => cancel.abort(new Error('enough'));
    const unpacking = unpackImage(await openImage(sample()), { ...options(), signal: cancel.signal, progress });
    await expect(unpacking).rejects.toThrow('enough');
    expect(await readdir(folder)).toEqual([]);
  });

  test('when the place is a link, whatever it leads to', async () => {
    const open = await openImage(sample());
    await mkdir(join(folder, 'empty'));
    for (const target of ['nowhere', 'empty']) {
      await symlink(target, join(folder, 'out'));
      const progress = () => expect.unreachable('nothing is written first');
      const unpacking = unpackImage(open, { ...options(), progress });
      await expect(unpacking).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('is a link'),
      });
      expect((await readdir(folder)).sort()).toEqual(['empty', 'out']);
      await rm(join(folder, 'out'));
    }
  });

  test('when the layer is not there, the place is taken, or another unpacking goes on', async () => {
    const open = await openImage(sample());
    await expect(unpackImage(open, { ...options(), isRaw: false, layer: 'nope' })).rejects.toThrow(/v1\.0, v1\.1/);
    expect(await readdir(folder)).toEqual([]);
    await unpackImage(open, options());
    await expect(unpackImage(open, options())).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await readdir(folder)).toEqual(['out']);
  });
});
