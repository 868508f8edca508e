/** Going back over a turn that changed 100 files of 2,000, and forth again. */
import { execFileSync } from 'node:child_process';
import { median, timed } from '../record/timed.ts';
import type { Report } from '../run.ts';
import { benchSession } from './bench-session.ts';

const CORPUS = { files: 2000, folders: 40, fileBytes: 16 * 1024 };
const RUNS = 7;
const WHAT = {
  edited: 'for f in src/f0/* src/f1/*; do echo edited >> "$f"; done',
  removed: 'rm -r src/f0 src/f1',
} as const;

export async function run(report: Report): Promise<void> {
  for (const [what, command] of Object.entries(WHAT)) {
    await using bench = await benchSession(CORPUS);
    await bench.watch.point(bench.workspace);
    const message = await bench.turn(() => execFileSync('bash', ['-c', command], { cwd: bench.workspace }));
    const times = { plan: [] as number[], rewind: [] as number[], redo: [] as number[] };
    for (let round = 0; round < RUNS; round += 1) {
      times.plan.push((await timed(() => bench.plan({ message }))).ms);
      let event = '';
      times.rewind.push((await timed(async () => (event = (await bench.run({ message })).event))).ms);
      times.redo.push((await timed(() => bench.run({ redo: event }))).ms);
    }
    const size = `100 files ${what}, of 2,000`;
    report({ name: `preview of a rewind, ${size}`, value: median(times.plan), unit: 'ms', atMost: 1000 });
    report({ name: `rewind, ${size}`, value: median(times.rewind), unit: 'ms', atMost: 1000 });
    report({ name: `redo, ${size}`, value: median(times.redo), unit: 'ms', atMost: 1000 });
  }
}
