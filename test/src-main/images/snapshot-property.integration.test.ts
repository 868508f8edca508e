import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { describedFolder } from './support/described-folder.ts';
import { noise } from './support/model-tree.ts';
import { ImageBox } from './support/opened-image.ts';

/** A tree on a disk: text, a link, or what is in a folder. Few names, so that trees differ in kind under one name. */
type Tree = { readonly [name: string]: Leaf | Tree };
type Leaf = { readonly text: string } | { readonly link: string };

const ODD = pathFromBytes(Buffer.from([0xff, 0x2e, 0x80]));
const name = fc.constantFrom('a', 'b', 'c', 'skills', ' x\n', ODD);
const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  fc.constantFrom('', 'one', 'two', noise(1, 200_000).toString('hex')).map((text) => ({ text })),
  fc.constantFrom('a', '../b').map((link) => ({ link })),
);
const tree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.dictionary(name, fc.oneof({ maxDepth: 3 }, leaf, tie('tree')), { maxKeys: 4 }),
})).tree;

/** Replaces what is in a folder; some files keep the times that they have in every tree. */
function fill(folder: string, content: Tree): void {
  for (const [key, entry] of Object.entries(content)) {
    const path = pathToBytes(`${folder}/${key}`);
    if ('text' in entry && typeof entry.text === 'string') {
      writeFileSync(path, entry.text);
      if (entry.text === 'one') utimesSync(path, 1000, 1000);
    } else if ('link' in entry && typeof entry.link === 'string') symlinkSync(entry.link, path);
    else {
      mkdirSync(path);
      fill(`${folder}/${key}`, entry as Tree);
    }
  }
}

async function told(folder: string): Promise<readonly string[]> {
  const lines = await describedFolder(folder);
  return [...lines].filter(([path]) => path !== '').map(([path, line]) => `${JSON.stringify(path)} ${line}`);
}

test('whatever a folder becomes, over two snapshots each layer opens as what it was', async () => {
  await fc.assert(
    fc.asyncProperty(tree, tree, tree, async (first, second, third) => {
      await using folder = await temporaryFolder();
      const box = new ImageBox(folder.path);
      mkdirSync(box.at('tree'));
      fill(box.at('tree'), first);
      await box.pack('tree', 'image', 'v0', 'gzip');
      await box.open('image', 'work');
      const seen = [await told(box.at('work'))];
      for (const [at, content] of [second, third].entries()) {
        // The folder itself stays: it is the one that was opened.
        for (const key of Object.keys(at === 0 ? first : second))
          rmSync(pathToBytes(`${box.at('work')}/${key}`), { recursive: true });
        fill(box.at('work'), content);
        seen.push(await told(box.at('work')));
        await box.snapshot('work', `v${at + 1}`);
      }
      for (const [at, lines] of seen.entries()) {
        await box.open('image', `open${at}`, `v${at}`);
        expect(await told(box.at(`open${at}`))).toEqual(lines);
      }
    }),
    {
      numRuns: process.env.SIGMA_TEST_LONG === '1' ? 300 : 12,
      interruptAfterTimeLimit: 90_000,
      markInterruptAsFailure: false,
    },
  );
}, 120_000);
