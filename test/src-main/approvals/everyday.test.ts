import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everydayCommands, everydayRepository } from '../../support/everyday-repository.ts';
import { policyBench } from './policy-bench.ts';

const COMMANDS = join(import.meta.dirname, '../../bench/everyday/commands.json');
/** Largest share of the read-only commands that may ask. */
const MAX_ASKED_SHARE = 0.08;

test.each(['ask', 'read-only'] as const)(
  'in the mode %s, the preset alone runs what people type to look around, and nothing else',
  async (mode) => {
    await using bench = await policyBench();
    await everydayRepository(bench.workspace);
    const commands = await everydayCommands(COMMANDS);
    const lines = commands.flatMap(({ command, next, reads }) => [
      { line: command, reads },
      { line: next, reads },
    ]);
    const allowed = new Set<string>();
    for (const { line } of lines) if ((await bench.line(line, { mode })).verdict === 'allow') allowed.add(line);

    const reading = lines.filter(({ reads }) => reads);
    const asked = reading.filter(({ line }) => !allowed.has(line)).map(({ line }) => line);

    process.stdout.write(
      `everyday, ${mode}: ${asked.length} of ${reading.length} that only read are not run by themselves\n`,
    );
    expect(commands.length).toBeGreaterThanOrEqual(150);
    expect(asked.length / reading.length, asked.join('\n')).toBeLessThanOrEqual(MAX_ASKED_SHARE);
    expect(lines.filter(({ line, reads }) => !reads && allowed.has(line))).toEqual([]);
  },
);
