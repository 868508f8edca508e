import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { bytesOfText, isList, isMap, sortedKeys } from '../../../../src-main/template/values/index.ts';
import { Complex, type TemplateValue, Uint8 } from '../../../../src-main/template/values.ts';

/** One call of a function of Go's templates, by name. */
export interface Call {
  readonly name: string;
  readonly args: readonly TemplateValue[];
}

/** Answer of Go; bytes as base64. */
export interface Answer {
  readonly output: string | null;
  readonly error?: string;
}

const SOURCE = resolve(import.meta.dirname, '../../../fixtures/go-values/main.go');
const CACHE = resolve(import.meta.dirname, '../../../../node_modules/.cache/go-values');

function run(program: string, args: readonly string[], input: string): string | undefined {
  const cache = { HOME: CACHE, GOCACHE: resolve(CACHE, 'build'), GO111MODULE: 'off' };
  const env = { PATH: process.env.PATH ?? '', ...cache };
  const { status, stdout, stderr, error } = spawnSync(program, args, { env, input, maxBuffer: 2 ** 30 });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') return undefined;
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  return stdout.toString();
}

/** Compiles Go's side. @returns undefined if there is no Go */
export function buildOracle(): string | undefined {
  mkdirSync(CACHE, { recursive: true });
  const program = resolve(CACHE, 'oracle');
  return run('go', ['build', '-o', program, SOURCE], '') === undefined ? undefined : program;
}

function bits(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16);
}

function objectOperand(value: TemplateValue): object {
  if (value instanceof Uint8) return { type: 'uint8', text: `${value.value}` };
  if (value instanceof Complex) return { type: 'complex128', parts: [bits(value.real), bits(value.imaginary)] };
  if (isList(value)) return { type: 'list', items: value.map(operand) };
  if (!isMap(value)) return { type: 'nil' };
  return { type: 'map', fields: Object.fromEntries(sortedKeys(value).map((key) => [key, operand(value[key])])) };
}

function operand(value: TemplateValue): object {
  switch (typeof value) {
    case 'string':
      return { type: 'string', bytes: Buffer.from(bytesOfText(value)).toString('base64') };
    case 'number':
      return { type: 'float64', text: bits(value) };
    case 'bigint':
      return { type: 'int', text: `${value}` };
    case 'boolean':
      return { type: 'bool', text: `${value}` };
    default:
      return objectOperand(value);
  }
}

/** Asks Go for the result of each of these. */
export function askGo(program: string, calls: readonly Call[]): Answer[] {
  const lines = calls.map(({ name, args }) => JSON.stringify({ name, args: args.map(operand) }));
  const output = run(program, [], lines.join('\n')) ?? '';
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}
