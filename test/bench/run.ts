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

/** A bench: `run` measures and reports. */
interface Bench {
  run(report: Report): Promise<void>;
}

/** Benches by name; each loads what it measures when it is run. */
const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  startup: () => import('./startup.ts'),
  terminal: () => import('./terminal.ts'),
};

const report: Report = (figure) => {
  const { value, atMost, atLeast } = figure;
  const isWithin = (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
  console.log(JSON.stringify({ ...figure, ...((atMost ?? atLeast) !== undefined && { ok: isWithin }) }));
};

async function main(name: string | undefined): Promise<number> {
  const load = name === undefined ? undefined : BENCHES[name];
  if (load === undefined) {
    const problem = name === undefined ? 'No bench is named' : `There is no bench '${name}'`;
    console.error(`${problem}. There are: ${Object.keys(BENCHES).join(', ')}`);
    return 1;
  }
  await (await load()).run(report);
  return 0;
}

void main(process.argv[2]).then((exitCode) => {
  process.exitCode = exitCode;
});
