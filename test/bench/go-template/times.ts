/**
 * Templates, our engine beside Go's: the same texts and data, by turns, in one run. The outputs are compared first.
 * `spans` and `sinks` measure our own choices alone.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTemplateSet, type TemplateExecuteOptions, type TemplateSet, type TemplateValue } from '#template';
import type { Report } from '../run.ts';
import { type Folders, type GoProgram, startGo, type Times } from './go-program.ts';
import { largeData } from './large-data.ts';
import { flat, growingString, pooledSinks, type Sink } from './sinks.ts';

const NAMES = ['small', 'medium', 'large'];
const ROUNDS = 7;
/** Duration of one measurement, in milliseconds. */
const MS = 120;
/** Rounds for what is compared within this process in turns: more of them, each for a shorter time. */
const TURNS = 31;
const TURN_MS = 40;

interface Input {
  readonly name: string;
  readonly text: string;
  /** A file that Go reads it from. */
  readonly path: string;
  readonly data: TemplateValue;
}

/** @param args the folder of the texts and their data, and the parts that are wanted: all if none is named */
export async function measure(report: Report, [texts = '.', ...parts]: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'go-template-'));
  try {
    const inputs = await Promise.all(NAMES.map((name) => input(name, texts, folder)));
    if (wants(parts, 'go')) await besideGo(report, inputs, { texts, folder });
    for (const one of inputs) {
      if (wants(parts, 'spans')) spansRatio(report, one);
      if (wants(parts, 'sinks')) sinkRatios(report, one);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

function wants(parts: readonly string[], part: string): boolean {
  return parts.length === 0 || parts.includes(part);
}

async function input(name: string, texts: string, folder: string): Promise<Input> {
  const text = await readFile(join(texts, `${name}.tmpl`), 'utf8');
  const path = name === 'large' ? join(folder, 'large.json') : join(texts, `${name}.json`);
  if (name === 'large') await writeFile(path, JSON.stringify(largeData()));
  return { name, text, path, data: JSON.parse(await readFile(path, 'utf8')) };
}

async function besideGo(report: Report, inputs: readonly Input[], folders: Folders): Promise<void> {
  await using go = await startGo(folders);
  const note = go?.version ?? 'no Go is installed here: ours alone';
  for (const one of inputs) {
    if (go) await compareOutputs(one, go);
    const rounds: { readonly ours: Times; readonly theirs: Times | undefined }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const theirs = await go?.measure({ name: one.name, data: one.path, ms: MS });
      rounds.push({ ours: ourTimes(one), theirs });
    }
    for (const part of ['parse', 'execute'] as const) {
      const ours = median(rounds.map((round) => round.ours[`${part}Ns`]));
      report({ name: `${one.name}: ${part}`, value: microseconds(ours), unit: 'µs', note });
      if (!go) continue;
      const theirs = median(rounds.map((round) => round.theirs?.[`${part}Ns`] ?? Number.NaN));
      report({ name: `${one.name}: ${part}, Go`, value: microseconds(theirs), unit: 'µs', note });
      const ratios = rounds.map((round) => round.ours[`${part}Ns`] / (round.theirs?.[`${part}Ns`] ?? Number.NaN));
      report({
        name: `${one.name}: ${part}, ours to Go’s`,
        value: hundredths(median(ratios)),
        unit: '×',
        atMost: 1,
        note,
      });
    }
  }
}

async function compareOutputs({ name, text, path, data }: Input, go: GoProgram): Promise<void> {
  const { output } = await go.measure({ name, data: path, ms: 1 });
  if (executed(parsed(text), data) !== output) throw new Error(`Go writes something else for the template '${name}'`);
}

function parsed(text: string): TemplateSet {
  const set = createTemplateSet();
  set.parse('main', text);
  return set;
}

function executed(set: TemplateSet, data: TemplateValue, options?: TemplateExecuteOptions): string {
  const rendered = set.execute('main', data, options);
  if (rendered instanceof Promise) throw new Error('A template without functions that wait gave a promise');
  return flat(rendered.output);
}

function ourTimes({ text, data }: Input): Times {
  const set = parsed(text);
  return { parseNs: perCall(() => parsed(text)), executeNs: perCall(() => executed(set, data)) };
}

function spansRatio(report: Report, { name, text, data }: Input): void {
  const set = parsed(text);
  const value = ratio(
    () => executed(set, data, { spans: true }),
    () => executed(set, data),
  );
  report({ name: `${name}: execute with spans to without`, value, unit: '×', atMost: 1.3 });
}

/** The pieces of this very output, collected in each way. */
function sinkRatios(report: Report, { name, text, data }: Input): void {
  const rendered = parsed(text).execute('main', data, { spans: true });
  if (rendered instanceof Promise) throw new Error('A template without functions that wait gave a promise');
  const pieces = piecesOf(rendered.output, rendered.spans?.pieces ?? []);
  const collected = (sink: Sink) => () => sink.collect(pieces);
  for (const pooled of pooledSinks()) {
    if (pooled.collect(pieces) !== rendered.output) throw new Error(`Pieces get lost in ${pooled.name}`);
    const value = ratio(collected(pooled), collected(growingString));
    const note = `${pieces.length} pieces; above 1 the engine is right not to pool`;
    report({ name: `${name}: ${pooled.name}, to ${growingString.name}`, value, unit: '×', note });
  }
}

function piecesOf(output: string, numbers: ArrayLike<number>): readonly string[] {
  const pieces: string[] = [];
  // Pieces of their own, as an execution has them: a slice would be a view of the whole.
  for (let at = 0; at < numbers.length; at += 3) {
    pieces.push(Buffer.from(output.slice(numbers[at - 3], numbers[at])).toString());
  }
  return pieces;
}

function ratio(one: () => unknown, other: () => unknown): number {
  const ratios = Array.from({ length: TURNS }, () => {
    const base = perCall(other, TURN_MS);
    return perCall(one, TURN_MS) / base;
  });
  return hundredths(median(ratios));
}

let kept: unknown;

/** Nanoseconds of one call, over as many as take about so long. */
function perCall(call: () => unknown, ms = MS): number {
  for (let times = 1; ; times *= 4) {
    const start = performance.now();
    for (let count = 0; count < times; count++) kept = call();
    const took = performance.now() - start;
    if (took >= ms / 4 && kept !== undefined) return (took * 1e6) / times;
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

const microseconds = (ns: number) => Math.round(ns / 10) / 100;
const hundredths = (value: number) => Math.round(value * 100) / 100;
