import { execFileSync } from 'node:child_process';
import { appendFile, cp, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BaseRecords,
  bytesOfFile,
  LEVELS,
  openCopy,
  openImage,
  packFolder,
  readManifest,
  snapshotFolder,
  unpackImage,
} from '#images';
import type { Report } from '../run.ts';
import { blocksIn, compressAlone } from './compress-alone.ts';
import { CORPUS } from './corpus.ts';
import { readAlone } from './read-alone.ts';

/** Number of times each is measured. */
let runs = 3;
/** Folders of the corpus that are packed with xz, too: it packs some 6 MB a second. */
const XZ_FOLDERS = 12;

type Part = (report: Report, folder: string) => Promise<void>;

const PARTS: Readonly<Record<string, Part>> = { xz, pack, unpack, open, snapshot, manifest };

/** Times a part, or with `once` says how much memory it takes: a command, and a worker of the app, does one thing and ends. */
export async function measure(report: Report, [part = '', folder = '', once]: readonly string[]): Promise<void> {
  if (once === undefined) {
    await PARTS[part]?.(report, folder);
    return;
  }
  runs = 1;
  await PARTS[part]?.(() => {}, folder);
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  report({ name: `memory of ${part}`, value: peak, unit: 'MiB', atMost: 200 });
}

/** Milliseconds that it takes, the median of some runs. */
async function timed(work: () => unknown, count = runs): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < count; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((one, other) => one - other)[Math.floor(count / 2)] ?? 0;
}

async function packAs(folder: string, output: string): Promise<void> {
  const packing = { codec: 'zstd', level: LEVELS.zstd.usual } as const;
  await packFolder({ folder, output, replaces: true, packing, tag: 'v1', includesSecret: () => true });
}

function mksquashfs(folder: string, output: string, options: string): void {
  execFileSync('mksquashfs', [folder, output, '-noappend', '-no-progress', ...options.split(' ')], { stdio: 'ignore' });
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

async function xz(report: Report, folder: string): Promise<void> {
  const part = join(folder, 'part');
  await mkdir(part);
  for (const name of (await readdir(join(folder, 'corpus'))).sort().slice(0, XZ_FOLDERS)) {
    await cp(join(folder, 'corpus', name), join(part, name), { recursive: true });
  }
  const [ours, theirs] = [join(folder, 'part.zstd'), join(folder, 'part.xz')];
  const theirTime = await timed(() => mksquashfs(part, theirs, '-comp xz'), 1);
  const ourTime = await timed(() => packAs(part, ours));
  const note = `${Math.round((await bytesIn(part)) / 1e6)} MB: the first ${XZ_FOLDERS} folders of ${CORPUS}`;
  report({
    name: 'pack : mksquashfs -comp xz, speed',
    value: round(theirTime / ourTime),
    unit: 'times',
    atLeast: 20,
    note,
  });
  const warm = await timed(() => packAs(part, ours));
  report({ name: 'pack when warm : mksquashfs -comp xz, speed', value: round(theirTime / warm), unit: 'times', note });
  const blocks = await blocksIn(part, ours);
  const alone = await timed(() => compressAlone(blocks));
  report({ name: 'zstd alone : mksquashfs -comp xz, speed', value: round(theirTime / alone), unit: 'times', note });
  report({ name: 'pack : zstd alone, speed', value: round(alone / ourTime), unit: 'times', note });
  const reading = await timed(() => readAlone(part));
  report({
    name: 'reading alone : mksquashfs -comp xz, speed',
    value: round(theirTime / reading),
    unit: 'times',
    note,
  });
  const floor = round((alone + reading) / ourTime);
  report({ name: 'pack : zstd alone and then reading alone, speed', value: floor, unit: 'times', note });
  const size = (await stat(ours)).size / (await stat(theirs)).size;
  report({ name: 'pack : mksquashfs -comp xz, size', value: round(size), unit: 'times', atMost: 1.25, note });
}

async function pack(report: Report, folder: string): Promise<void> {
  const corpus = join(folder, 'corpus');
  const bytes = await bytesIn(corpus);
  const theirs = await timed(() => mksquashfs(corpus, join(folder, 'theirs'), '-comp zstd -Xcompression-level 3'));
  const ours = await timed(() => packAs(corpus, join(folder, 'image')));
  const note = `${Math.round(bytes / 1e6)} MB: ${CORPUS}`;
  report({ name: 'pack', value: Math.round(bytes / 1e6 / (ours / 1000)), unit: 'MB/s', note });
  report({ name: 'pack : mksquashfs, zstd 3, speed', value: round(theirs / ours), unit: 'times', atLeast: 0.5, note });
  const size = (await stat(join(folder, 'image'))).size / (await stat(join(folder, 'theirs'))).size;
  report({ name: 'pack : mksquashfs, zstd 3, size', value: round(size), unit: 'times', atMost: 1.05, note });
}

async function withImage(folder: string): Promise<string> {
  const image = join(folder, 'image');
  if (!(await stat(image).catch(() => undefined))) await packAs(join(folder, 'corpus'), image);
  return image;
}

async function unpack(report: Report, folder: string): Promise<void> {
  const image = await withImage(folder);
  const output = join(folder, 'out');
  const clear = () => rm(output, { recursive: true, force: true });
  const times = { theirs: 0, ours: 0 };
  for (const who of ['theirs', 'ours'] as const) {
    const taken: number[] = [];
    for (let run = 0; run < runs; run++) {
      await clear();
      taken.push(await timed(() => unpackBy(who, image, output), 1));
    }
    times[who] = taken.sort((one, other) => one - other)[Math.floor(runs / 2)] ?? 0;
  }
  await clear();
  report({
    name: 'unpack : unsquashfs, speed',
    value: round(times.theirs / times.ours),
    unit: 'times',
    atLeast: 0.5,
    note: CORPUS,
  });
  using source = bytesOfFile(image);
  let entries = 0;
  const open = await timed(async () => {
    entries = (await openImage(source)).image.superblock.inodeCount;
  });
  report({
    name: 'open for reading, 10,000 entries',
    value: round((open * 10_000) / entries),
    unit: 'ms',
    atMost: 300,
  });
}

async function unpackBy(who: 'ours' | 'theirs', image: string, output: string): Promise<void> {
  if (who === 'theirs') {
    execFileSync('unsquashfs', ['-no-progress', '-quiet', '-d', output, image], { stdio: 'ignore' });
    return;
  }
  using source = bytesOfFile(image);
  await unpackImage(await openImage(source), { output, isRaw: false });
}

async function open(_: Report, folder: string): Promise<void> {
  const image = await withImage(folder);
  const records = new BaseRecords(join(folder, 'records'));
  const output = join(folder, 'work');
  await rm(output, { recursive: true, force: true });
  using source = bytesOfFile(image);
  await openCopy(await openImage(source), { image, output, records });
}

async function snapshot(report: Report, folder: string): Promise<void> {
  const records = new BaseRecords(join(folder, 'records'));
  const work = join(folder, 'work');
  const files = (await readdir(work, { withFileTypes: true, recursive: true })).filter((entry) => entry.isFile());
  for (let at = 0; at < 10; at++) {
    const file = files[Math.floor((at * files.length) / 10)];
    if (file) await appendFile(join(file.parentPath, file.name), `changed ${at}\n`);
  }
  const start = performance.now();
  const { changed } = await snapshotFolder({ folder: work, records, includesSecret: () => true });
  const took = performance.now() - start;
  const note = `${changed} entries changed in ${files.length} files`;
  report({ name: 'snapshot of 10 changed files', value: Math.round(took), unit: 'ms', atMost: 2000, note });
}

async function manifest(report: Report): Promise<void> {
  const uuidOf = (number: number) => `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const layers = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, at) => [uuidOf(at), at === 0 ? {} : { parent: uuidOf(at - 1), tag: `v${at}` }]),
  );
  const text = JSON.stringify({ layers, default: uuidOf(99_999) }, undefined, 2);
  const took = await timed(() => readManifest(text));
  report({ name: 'manifest of 100,000 layers', value: Math.round(took), unit: 'ms', atMost: 1000 });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
