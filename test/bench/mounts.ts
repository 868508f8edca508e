import { chown, copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { kernelProblem, type MountBox, mountBox, TESTER } from '../support/mount-box.ts';
import { INSTALLED, installHelper, LAYER_UUIDS, mountRequest, wordOf } from '../support/mount-helper.ts';
import type { Report } from './run.ts';

const SAMPLE = resolve(import.meta.dirname, '../fixtures/images/three-layers.squashfs');
const AS_PKEXEC = resolve(import.meta.dirname, '../fixtures/mounts/as_pkexec.py');
const ROUNDS = 15;

/** Measures the cost of a mount by the helper beyond the kernel's own two mounts, in turns in one run; medians. */
export async function run(report: Report): Promise<void> {
  const problem = kernelProblem();
  if (problem !== undefined) throw new Error(`Mounts cannot be measured here: ${problem}`);
  await using box = await mountBox();
  await installHelper(box);
  const image = join(box.folder, 'image.squashfs');
  await copyFile(SAMPLE, image);
  await chown(image, TESTER, TESTER);
  const kernel: number[] = [];
  const helper: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    kernel.push(await byKernel(box, image));
    helper.push(await byHelper(box, image));
  }
  const [direct, helped] = [median(kernel), median(helper)];
  report({ name: 'mount by the kernel', value: direct, unit: 'ms' });
  report({
    name: 'mount by the helper',
    value: helped,
    unit: 'ms',
    note: 'Python and its checks; pkexec and its question not counted',
  });
  report({ name: 'helper beyond the kernel', value: Math.round((helped - direct) * 10) / 10, unit: 'ms', atMost: 300 });
}

/** Time between two readings of the clock in one shell, in milliseconds. */
const timed = (script: string) => `began=$(date +%s%N); ${script}; ended=$(date +%s%N); echo "$((ended - began))"`;

async function byKernel(box: MountBox, image: string): Promise<number> {
  const folders = ['image', 'upper', 'work', 'seen'].map((name) => `/run/bench/${name}`).join(' ');
  const overlay = `lowerdir=${LAYER_UUIDS.join(':')},upperdir=../upper,workdir=../work`;
  const mounts = `mount -t squashfs -o loop,ro ${image} /run/bench/image; cd /run/bench/image; mount -t overlay -o ${overlay} overlay /run/bench/seen; cd /`;
  const { stdout, stderr } = await box.sh(
    `mkdir -p ${folders}; ${timed(mounts)}; umount /run/bench/seen /run/bench/image; rm -r /run/bench`,
  );
  return milliseconds(stdout, stderr);
}

async function byHelper(box: MountBox, image: string): Promise<number> {
  const call = (request: unknown) =>
    `/usr/bin/python3 ${AS_PKEXEC} ${TESTER} TIMED=1 -- /usr/bin/python3 -I ${INSTALLED} ${wordOf(request)}`;
  const { stdout, stderr } = await box.sh(call(await mountRequest(image)));
  const { id } = JSON.parse(stdout) as { readonly id: string };
  await box.sh(call({ verb: 'umount', id, discard: true }));
  return milliseconds(stderr, stdout);
}

function milliseconds(text: string, error: string): number {
  const value = Number(text.trim()) / 1e6;
  if (!(value > 0)) throw new Error(`A mount could not be timed: ${text} ${error}`);
  return value;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 10) / 10;
}
