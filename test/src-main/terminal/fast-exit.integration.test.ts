import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Pty, spawnPty } from '#terminal';

const RUNS = process.env.SIGMA_TEST_LONG === '1' ? 2000 : 80;
const ENVIRONMENT = { PATH: '/usr/bin:/bin', TERM: 'xterm-256color', LANG: 'C.UTF-8' };
const SIZES = [1, 40, 1000, 4095, 4096, 4097, 20_000, 70_000, 300_000];

interface Run {
  readonly characters: number;
  readonly hash: string;
  readonly exitCode: number | undefined;
}

/** Prints `bytes` digits and ends at once; what arrived is measured. `pauses` makes the reader stop now and then. */
async function printAndExit(bytes: number, pauses: boolean): Promise<Run> {
  const hash = createHash('sha256');
  let characters = 0;
  let pty: Pty | undefined;
  const exitCode = await new Promise<number | undefined>((resolve, reject) => {
    const command = `head -c ${bytes} /dev/zero | tr '\\0' 7; exit 5`;
    spawnPty(
      { file: '/bin/bash', args: ['--norc', '-c', command], cwd: '/', environment: ENVIRONMENT, columns: 80, rows: 24 },
      {
        onData: (text) => {
          hash.update(text);
          characters += text.length;
          if (!pauses) return;
          pty?.pause();
          setTimeout(() => pty?.resume(), characters % 7);
        },
        onExit: (exit) => resolve(exit.exitCode),
      },
    ).then((started) => {
      pty = started;
    }, reject);
  });
  await pty?.[Symbol.asyncDispose]();
  return { characters, hash: hash.digest('hex'), exitCode };
}

function expected(bytes: number): Run {
  return { characters: bytes, hash: createHash('sha256').update('7'.repeat(bytes)).digest('hex'), exitCode: 5 };
}

describe('a program that prints and ends at once loses nothing', () => {
  test(`over ${RUNS} runs of 1 B to 300 kB, two at a time`, async () => {
    for (let run = 0; run < RUNS; run += 2) {
      const sizes = [run, run + 1].map((at) => SIZES[at % SIZES.length] ?? 1);
      const runs = await Promise.all(sizes.map((bytes) => printAndExit(bytes, false)));
      expect(runs).toEqual(sizes.map(expected));
    }
  }, 600_000);

  test(`over ${RUNS / 4} runs whose reader is paused while they end`, async () => {
    for (let run = 0; run < RUNS / 4; run += 2) {
      const sizes = [run, run + 1].map((at) => SIZES[at % SIZES.length] ?? 1);
      const runs = await Promise.all(sizes.map((bytes) => printAndExit(bytes, true)));
      expect(runs).toEqual(sizes.map(expected));
    }
  }, 600_000);

  test('with 5 MB of output', async () => {
    expect(await printAndExit(5_000_000, false)).toEqual(expected(5_000_000));
  });
});
