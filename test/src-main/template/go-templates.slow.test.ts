import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTemplateSet, type RenderResult, TemplateError, type TemplateValue } from '#template';
import { textOfBytes, wellFormed } from '../../../src-main/template/values/index.ts';
import { type RandomCase, RandomTemplates } from './random-templates.ts';

const SOURCE = resolve(import.meta.dirname, '../../fixtures/go-template-oracle/main.go');
const CASES = process.env.SIGMA_TEST_LONG === '1' ? 5000 : 300;
const SEED = 20_261_122;

const folder = mkdtempSync(join(tmpdir(), 'go-templates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, args: readonly string[], input = ''): string | undefined {
  const env = { PATH: process.env.PATH ?? '', HOME: folder, GOCACHE: join(folder, 'cache'), GO111MODULE: 'off' };
  const { status, stdout, stderr, error } = spawnSync(program, args, { env, input, maxBuffer: 2 ** 30 });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') return undefined;
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  return stdout.toString();
}

const oracle = join(folder, 'oracle');
const hasGo = run('go', ['build', '-o', oracle, SOURCE]) !== undefined;

interface Outcome {
  readonly output?: string;
  readonly parse?: string;
  readonly exec?: string;
}

function ofGo(cases: readonly RandomCase[]): Outcome[] {
  const lines = cases.map(({ templates, data, missingkey }) =>
    JSON.stringify({ templates, data: JSON.parse(data) as unknown, missingkey }),
  );
  return (run(oracle, [], lines.join('\n')) ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { output: string; parse?: string; exec?: string })
    .map(({ output, parse, exec }) => {
      if (parse !== undefined) return { parse };
      if (exec !== undefined) return { exec };
      return { output: wellFormed(textOfBytes(Buffer.from(output ?? '', 'base64'))) };
    });
}

function ofOurs({ templates, data, missingkey }: RandomCase): Outcome {
  try {
    const set = createTemplateSet();
    for (const [name, text] of templates) set.parse(name, text);
    const rendered = set.execute('main', JSON.parse(data) as TemplateValue, { missingKey: missingkey });
    return { output: (rendered as RenderResult).output };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw new Error(JSON.stringify(templates), { cause: error });
    return error.at.class === 'parse' ? { parse: error.message } : { exec: error.message };
  }
}

/** Whether a case uses features of newer Go that 1.19 lacks. */
function isNewer({ templates }: RandomCase, { exec = '' }: Outcome): boolean {
  // An assignment by range goes to the right variable since.
  return (
    templates.some(([, text]) => /else\s+with|range\s+\$[^:}]*=/.test(text)) ||
    /range can't iterate over -?\d+$/.test(exec)
  );
}

/** Class and line alone of an error, as newer Go words several otherwise. */
function compared({ output, parse, exec }: Outcome): string {
  // Where a value lies in memory is another thing in each run.
  if (output !== undefined) return `output ${output.replace(/c000[\da-f]{6}/gi, 'c000')}`;
  const kind = parse === undefined ? 'exec' : 'parse';
  return `${kind} ${/^template: ([^:]*(?::\d+)?)/.exec(parse ?? exec ?? '')?.[1]}`;
}

const title = hasGo ? '' : ' (skipped: there is no Go to compare with)';

test.skipIf(!hasGo)(`templates at random, right ones and broken ones, come to the same as in Go${title}`, () => {
  const random = new RandomTemplates(SEED);
  const cases = Array.from({ length: CASES }, () => random.next());
  const differences: unknown[] = [];
  let outputs = 0;
  for (const [index, theirs] of ofGo(cases).entries()) {
    const one = cases[index];
    if (one === undefined || isNewer(one, theirs)) continue;
    const ours = ofOurs(one);
    if (theirs.output !== undefined) outputs += 1;
    if (compared(ours) !== compared(theirs)) differences.push({ ...one, ours, theirs });
  }
  expect(differences).toEqual([]);
  // Not only errors were compared.
  expect(outputs).toBeGreaterThan(CASES / 10);
});
