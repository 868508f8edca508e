/** One line of a bench's result: a figure with its unit, and what it may be at most or at least. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly note?: string;
}

export type Report = (figure: Figure) => void;

/** A bench: `run` measures and reports; of one that has parts, those that are named, or all. */
interface Bench {
  run(report: Report, parts: readonly string[]): Promise<void>;
}

/** Benches by name; each loads what it measures when it is run. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  adapter: () => import('./adapter.ts'),
  branches: () => import('./branches.ts'),
  policy: () => import('./policy.ts'),
  prompts: () => import('./prompts.ts'),
  guard: () => import('./guard.ts'),
  'go-template': () => import('./go-template.ts'),
  diff: () => import('./diff.ts'),
  everyday: () => import('./everyday.ts'),
  mounts: () => import('./mounts.ts'),
  images: () => import('./images.ts'),
  providers: () => import('./providers.ts'),
  record: () => import('./record.ts'),
  reply: () => import('./reply.ts'),
  rewind: () => import('./rewind.ts'),
  schedules: () => import('./schedules.ts'),
  sessions: () => import('./sessions.ts'),
  sockets: () => import('./sockets.ts'),
  startup: () => import('./startup.ts'),
  terminal: () => import('./terminal.ts'),
  workspaces: () => import('./workspaces.ts'),
};

const report: Report = (figure) => {
  const { value, atMost, atLeast } = figure;
  const isWithin = (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
  console.log(JSON.stringify({ ...figure, ...((atMost ?? atLeast) !== undefined && { ok: isWithin }) }));
};

async function main([name, ...parts]: readonly string[]): Promise<number> {
  const load = name !== undefined && Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (load === undefined) {
    const problem = name === undefined ? 'No bench is named' : `There is no bench '${name}'`;
    console.error(`${problem}. There are: ${Object.keys(BENCHES).join(', ')}`);
    return 1;
  }
  await (await load()).run(report, parts);
  return 0;
}

void main(process.argv.slice(2))
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  })
  .then((exitCode) => {
    process.exitCode = exitCode;
  });
