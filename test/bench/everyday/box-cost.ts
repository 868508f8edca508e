import { join } from 'node:path';
import { commandSandbox } from '#app/commands/command-sandbox';
import { probeSandbox } from '#process/sandbox/probe';
import { runCommand } from '../../../src-main/execution/runs/run-command.ts';
import { policyBench } from '../../src-main/approvals/policy-bench.ts';
import { everydayRepository } from '../../support/everyday-repository.ts';
import type { Report } from '../run.ts';

const ENVIRONMENT = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };
const ROUNDS = 61;
/** Rounds before that, in which the code is compiled. */
const WARM_UP = 10;

/** Measures what the box adds to a command over bubblewrap's own start, in turns. */
export async function reportBoxCost(report: Report): Promise<void> {
  const { program = 'bwrap' } = await probeSandbox(ENVIRONMENT);
  await using bench = await policyBench();
  const { workspace, home, data } = bench;
  await everydayRepository(workspace);
  const { open } = commandSandbox({ environment: ENVIRONMENT, home, dataFolder: join(data, 'app') });
  const base = {
    command: 'true',
    cwd: workspace,
    environment: ENVIRONMENT,
    spoolPath: join(data, 'spool'),
    limits: { timeoutMs: 10_000, maxOutputBytes: 1000 },
    signal: new AbortController().signal,
    onOutput: () => {},
  };
  const ways = {
    bash: () => runCommand(base),
    bwrap: () =>
      runCommand({
        ...base,
        sandbox: ({ file, args }) => ({
          file: program,
          args: ['--unshare-pid', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--', file, ...args],
          diesWithHost: true,
        }),
      }),
    box: async () => {
      const box = await open({ strength: 'workspace', workspace, session: 'bench' });
      return await runCommand({ ...base, ...(box && { sandbox: box.sandbox }) });
    },
  };
  const times: Record<keyof typeof ways, number[]> = { bash: [], bwrap: [], box: [] };
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [name, run] of Object.entries(ways) as [keyof typeof ways, () => Promise<unknown>][]) {
      const startedAt = performance.now();
      await run();
      if (round >= 0) times[name].push(performance.now() - startedAt);
    }
  }
  const [bash, bwrap, box] = [times.bash, times.bwrap, times.box].map(median) as [number, number, number];
  const note = `bash ${bash.toFixed(1)}, bubblewrap ${bwrap.toFixed(1)}, box ${box.toFixed(1)} ms`;
  report({ name: 'everyday.box.added', value: share(box - bwrap, bwrap), unit: 'x bubblewrap', atMost: 1, note });
  report({ name: 'everyday.box.added-to-command', value: share(box - bash, bwrap), unit: 'x bubblewrap', note });
}

const share = (of: number, whole: number): number => Math.round((100 * of) / whole) / 100;

const median = (all: readonly number[]): number => all.toSorted((one, other) => one - other)[all.length >> 1] ?? 0;
