import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { BaseRecords, bytesOfFile, openCopy, openImage, packFolder, snapshotFolder } from '#images';
import { stepsOfTheDay } from '../../support/cases-of-the-day.ts';
import { type CrashPoint, crashPoints, runWith } from '../../support/crash-points.ts';
import { hasStrace } from '../../support/strace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { noise } from './support/model-tree.ts';

const PROGRAM = resolve(import.meta.dirname, '../../fixtures/images/write-an-image.ts');
const SAMPLE = 3;
const includesSecret = () => true;

type Verb = 'pack' | 'snapshot';

/** A folder that is packed, opened, and changed. */
async function setUp() {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  await mkdir(at('tree/inner'), { recursive: true });
  await writeFile(at('tree/large'), noise(1, 2_500_000));
  await writeFile(at('tree/inner/small'), 'old');
  const packing = { codec: 'gzip', level: 1 } as const;
  await packFolder({ folder: at('tree'), output: at('image'), replaces: false, tag: 'v1', packing, includesSecret });
  using source = bytesOfFile(at('image'));
  const records = new BaseRecords(at('records'));
  await openCopy(await openImage(source), { image: at('image'), output: at('work'), records });
  await writeFile(at('work/inner/small'), 'new');
  await writeFile(at('tree/inner/small'), 'new');
  return { ...folder, path: folder.path, records, before: await readFile(at('image')) };
}

type Box = Awaited<ReturnType<typeof setUp>>;

async function tagsOf({ path }: Box): Promise<readonly unknown[]> {
  using source = bytesOfFile(join(path, 'image'));
  const { manifest } = await openImage(source, { data: true });
  return [...manifest.layers.values()].map(({ tag }) => tag);
}

/** The image is the old one, byte for byte, or the new one, whole. Whether it is the new one. */
async function isNew(box: Box, verb: Verb): Promise<boolean> {
  const now = await readFile(join(box.path, 'image'));
  expect(await tagsOf(box)).toEqual(now.equals(box.before) ? ['v1'] : verb === 'pack' ? [undefined] : ['v1', 'v2']);
  return !now.equals(box.before);
}

/** Lists additional entries beside the initial ones. */
async function leftovers({ path }: Box): Promise<readonly string[]> {
  return (await readdir(path)).filter((name) => !['tree', 'work', 'image', 'records', 'trace'].includes(name));
}

describe.skipIf(!hasStrace).each(['pack', 'snapshot'] as const)('%s under fault injection', (verb) => {
  let points: readonly CrashPoint[] = [];

  beforeAll(async () => {
    await using box = await setUp();
    const { run, points: found } = await crashPoints(PROGRAM, [box.path, verb], box.path);
    expect(run.stdout).toBe('end\n');
    points = found;
    expect(points.length).toBeGreaterThan(7);
  }, 120_000);

  const inject = ({ path }: Box, point: CrashPoint, what: string) => runWith(PROGRAM, [path, verb], point, what);

  test('killed at any write, flush or rename, the old image opens or the new one, and the next try succeeds', async () => {
    const seen = new Set<boolean>();
    for (const point of stepsOfTheDay(points, SAMPLE)) {
      await using box = await setUp();
      await inject(box, point, 'signal=SIGKILL');
      const happened = await isNew(box, verb);
      seen.add(happened);
      if (happened && verb === 'snapshot') continue;
      const sealed = (await leftovers(box)).includes('image.partial') && !(await isMarked(box));
      if (sealed) continue;
      await again(box, verb);
      expect(await leftovers(box)).toEqual([]);
    }
    expect(seen.has(false)).toBe(true);
  }, 900_000);

  test.each(['ENOSPC', 'EIO'])(
    '%s at any of them is said, the old image stays, and nothing is left beside it',
    async (code) => {
      const failing = points.filter(({ call }) => !['unlink', 'fchmod'].includes(call));
      for (const point of stepsOfTheDay(failing, SAMPLE)) {
        await using box = await setUp();
        const run = await inject(box, point, `error=${code}`);
        const happened = await isNew(box, verb);
        expect(run.stdout === 'end\n' || run.stderr.includes(code), `${point.call} ${point.when}: ${run.stderr}`).toBe(
          true,
        );
        expect(happened || run.stdout === '').toBe(true);
        expect(await leftovers(box)).toEqual([]);
      }
    },
    900_000,
  );
});

/** Whether the partial image says who was writing it; a whole one does not for the moment before its renaming. */
async function isMarked({ path }: Box): Promise<boolean> {
  return (await readFile(join(path, 'image.partial'))).subarray(0, 6).toString() === 'sigma-';
}

async function again(box: Box, verb: Verb): Promise<void> {
  if (verb === 'snapshot') {
    await snapshotFolder({ folder: join(box.path, 'work'), tag: 'v2', records: box.records, includesSecret });
    expect(await tagsOf(box)).toEqual(['v1', 'v2']);
    return;
  }
  const places = { folder: join(box.path, 'tree'), output: join(box.path, 'image'), replaces: true };
  await packFolder({ ...places, packing: { codec: 'gzip', level: 1 }, includesSecret });
}
