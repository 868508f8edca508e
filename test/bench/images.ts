/** Images: how fast a workspace is packed, opened and written again, beside the programs of squashfs-tools. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCorpus } from './images/corpus.ts';
import { runBundled } from './in-bundle.ts';
import type { Report } from './run.ts';

const PARTS = ['xz', 'pack', 'unpack', 'open', 'snapshot', 'manifest'];
/** Parts without a memory figure of their own. */
const TIMED_ONLY: ReadonlySet<string> = new Set(['xz', 'manifest']);
/** Folder for the images: in memory if possible, so that no disk is measured. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export async function run(report: Report, parts: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(PLACE, 'sigma-bench-images-'));
  try {
    await makeCorpus(join(folder, 'corpus'));
    for (const part of parts.length > 0 ? parts : PARTS) {
      await measure(report, [part, folder]);
      if (!TIMED_ONLY.has(part)) await measure(report, [part, folder, 'once']);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(report: Report, args: readonly string[]): Promise<void> {
  await runBundled({ program: 'images/measure.ts', args, outside: ['@mongodb-js/zstd/bindings.js'] }, report);
}
