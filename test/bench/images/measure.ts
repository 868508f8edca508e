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
/** Folders of the corpus that make a small workspace: what is packed in less time than V8 takes to compile the code for it. */
const SMALL_FOLDERS = 12;

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

const megabytesIn = async (folder: string) => Math.round((await bytesIn(folder)) / 1e6);

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

/** Compares with `mksquashfs -comp xz`: all of the corpus, and a small workspace, of which the parts of the work are told, too. */
async function xz(report: Report, folder: string): Promise<void> {
  const small = join(folder, 'small');
  await mkdir(small);
  for (const name of (await readdir(join(folder, 'corpus'))).sort().slice(0, SMALL_FOLDERS)) {
    await cp(join(folder, 'corpus', name), join(small, name), { recursive: true });
  }
  // First, as a command begins with code that was never run.
  await smallBesideXz(report, folder, small);
  const whole = await besideXz(join(folder, 'corpus'), folder);
  const note = `${await megabytesIn(join(folder, 'corpus'))} MB: ${CORPUS}`;
  report({ name: 'pack : mksquashfs -comp xz, speed', value: round(whole.speed), unit: 'times', atLeast: 20, note });
  const size = { value: Math.round(whole.size * 1000) / 1000, unit: 'times', atMost: 1.25, note };
  report({ name: 'pack : mksquashfs -comp xz, size', ...size });
}

/** How many times as fast and as large ours is. */
interface BesideXz {
  readonly speed: number;
  readonly size: number;
  readonly theirTime: number;
  readonly ourTime: number;
}

async function besideXz(packed: string, folder: string): Promise<BesideXz> {
  const [ours, theirs] = [join(folder, 'ours.zstd'), join(folder, 'theirs.xz')];
  const theirTime = await timed(() => mksquashfs(packed, theirs, '-comp xz'), 1);
  const ourTime = await timed(() => packAs(packed, ours));
  const size = (await stat(ours)).size / (await stat(theirs)).size;
  return { speed: theirTime / ourTime, size, theirTime, ourTime };
}

async function smallBesideXz(report: Report, folder: string, small: string): Promise<void> {
  const { speed, size, theirTime, ourTime } = await besideXz(small, folder);
  const note = `${await megabytesIn(small)} MB: the first ${SMALL_FOLDERS} folders of ${CORPUS}`;
  const tell = (name: string, value: number) =>
    report({ name: `a small folder: ${name}`, value: round(value), unit: 'times', note });
  tell('pack : mksquashfs -comp xz, speed', speed);
  tell('pack : mksquashfs -comp xz, size', size);
  tell(
    'pack when warm : mksquashfs -comp xz, speed',
    theirTime / (await timed(() => packAs(small, join(folder, 'ours.zstd')))),
  );
  const blocks = await blocksIn(small, join(folder, 'ours.zstd'));
  const alone = await timed(() => compressAlone(blocks));
  tell('zstd alone : mksquashfs -comp xz, speed', theirTime / alone);
  tell('pack : zstd alone, speed', alone / ourTime);
  const reading = await timed(() => readAlone(small));
  tell('reading alone : mksquashfs -comp xz, speed', theirTime / reading);
  tell('pack : zstd alone and then reading alone, speed', (alone + reading) / ourTime);
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
