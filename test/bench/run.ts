import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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

/** What `npm run -s bench -- <name>` runs: `run` of `<name>.ts`. */
export interface Bench {
  run(report: Report): Promise<void>;
}

const report: Report = (figure) => {
  const { value, atMost, atLeast } = figure;
  const isWithin = (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
  console.log(JSON.stringify({ ...figure, ...((atMost ?? atLeast) !== undefined && { ok: isWithin }) }));
};

async function main(name: string | undefined): Promise<number> {
  const file = join(import.meta.dirname, `${name}.ts`);
  const isBench = name !== undefined && /^[a-z-]+$/.test(name) && name !== 'run' && existsSync(file);
  const bench: Partial<Bench> = isBench ? await import(file) : {};
  if (bench.run) {
    await bench.run(report);
    return 0;
  }
  const names = readdirSync(import.meta.dirname)
    .filter((entry) => /^[a-z-]+\.ts$/.test(entry) && entry !== 'run.ts')
    .map((entry) => entry.slice(0, -3));
  console.error(
    `${name === undefined ? 'No bench is named' : `There is no bench '${name}'`}. Files: ${names.join(', ')}`,
  );
  return 1;
}

void main(process.argv[2]).then((exitCode) => {
  process.exitCode = exitCode;
});
