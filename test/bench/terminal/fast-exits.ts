import { type Pty, spawnPty } from '#terminal';
import type { Report } from '../run.ts';

const RUNS = 2000;
const SIZES = [1, 40, 1000, 4095, 4096, 4097, 20_000, 70_000, 300_000];
const ENVIRONMENT = { PATH: '/usr/bin:/bin', TERM: 'xterm-256color', LANG: 'C.UTF-8' };

/** Programs that print and end at once; every other one is read with pauses while it ends. */
export async function benchFastExits(report: Report): Promise<void> {
  let incomplete = 0;
  for (let run = 0; run < RUNS; run += 2) {
    const arrived = await Promise.all([charactersOf(run, false), charactersOf(run + 1, true)]);
    incomplete += arrived.filter((characters, at) => characters !== sizeOf(run + at)).length;
  }
  report({ name: `${RUNS} fast-exit commands, with missing output`, value: incomplete, unit: 'runs', atMost: 0 });
}

const sizeOf = (run: number) => SIZES[Math.floor(run / 2) % SIZES.length] ?? 1;

async function charactersOf(run: number, pauses: boolean): Promise<number> {
  const args = ['--norc', '-c', `head -c ${sizeOf(run)} /dev/zero | tr '\\0' 7`];
  let characters = 0;
  let pty: Pty | undefined;
  await new Promise<void>((resolve, reject) => {
    const onData = (text: string) => {
      characters += text.length;
      if (!pauses) return;
      pty?.pause();
      setTimeout(() => pty?.resume(), run % 5);
    };
    const options = { file: '/bin/bash', args, cwd: '/', environment: ENVIRONMENT, columns: 80, rows: 24 };
    spawnPty(options, { onData, onExit: () => resolve() }).then((started) => {
      pty = started;
    }, reject);
  });
  await pty?.[Symbol.asyncDispose]();
  return characters;
}
