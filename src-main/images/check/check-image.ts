import { ImageError } from '../image-error.ts';
import type { ByteSource } from '../squashfs/byte-source.ts';
import { openSquashfs, rootOf, type Squashfs } from '../squashfs/open-squashfs.ts';
import { checkData } from './check-data.ts';
import { checkTables } from './check-tables.ts';
import { type ImageFinding, ImageFindings } from './findings.ts';
import { InodeJudge } from './judge-inodes.ts';
import { DEFAULT_LIMITS, type ImageLimits } from './limits.ts';
import { FolderWalk } from './walk-folders.ts';

export interface ImageCheckOptions {
  readonly limits?: Partial<ImageLimits>;
  /** Whether blocks of data are unpacked, too, where nothing else is wrong; else they are judged when they are read. */
  readonly data: boolean;
  readonly signal?: AbortSignal;
}

/** An image that was walked, or what is wrong with it, the first to be said first. */
export type CheckResult = WalkedImage | RefusedImage;

export interface WalkedImage {
  readonly image: Squashfs;
  /** Position behind the last block that a file names; those of fragments are not counted. */
  readonly dataEnd: number;
  readonly findings: readonly [];
}

export interface RefusedImage {
  readonly image?: never;
  readonly dataEnd?: never;
  readonly findings: readonly [ImageFinding, ...ImageFinding[]];
}

/**
 * Walks the whole image before anything of it is believed: pointers, counts, names, kinds, sizes. Time is bounded by what the
 * file has, not by what it declares; others may work in between.
 *
 * @throws what the file system says, and the signal's reason
 */
export async function checkImage(
  source: ByteSource,
  { limits, data, signal }: ImageCheckOptions,
): Promise<CheckResult> {
  const findings = new ImageFindings();
  let image: Squashfs | undefined;
  let judge: InodeJudge | undefined;
  try {
    image = await openSquashfs(source);
    const all = { ...DEFAULT_LIMITS, ...limits };
    judge = new InodeJudge(image, findings, all);
    await runInSteps(steps(image, { findings, limits: all, data, judge }), signal);
  } catch (error) {
    if (!(error instanceof ImageError) || error.defect === 'manifest' || error.defect === 'layer') throw error;
    findings.note(error.defect, error.message);
  }
  const [first, ...rest] = findings.list();
  if (first) return { findings: [first, ...rest] };
  if (image && judge) return { image, dataEnd: judge.dataEnd, findings: [] };
  throw new Error('an image is neither open nor refused');
}

interface CheckContext {
  readonly findings: ImageFindings;
  readonly limits: ImageLimits;
  readonly data: boolean;
  readonly judge: InodeJudge;
}

function* steps(image: Squashfs, { findings, limits, data, judge }: CheckContext): Generator<void> {
  yield* checkTables(image, findings);
  judge.judge(image.superblock.root, () => '/');
  const root = findings.within(() => rootOf(image));
  if (root) yield* new FolderWalk({ image, findings, limits, judge }).run(root);
  if (data && findings.isEmpty) yield* checkData(image, judge);
}

/** Longest that others wait. */
const SLICE_MS = 30;

async function runInSteps(work: Iterator<void>, signal: AbortSignal | undefined): Promise<void> {
  let until = performance.now() + SLICE_MS;
  while (!work.next().done) {
    if (performance.now() < until) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    until = performance.now() + SLICE_MS;
  }
}
