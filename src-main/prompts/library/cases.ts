import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { CaseResult, PromptCase, PromptRecord, RenderedPrompt, RenderOutcome, UnreadableCase } from '#contract';
import { AppError } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import { KeyedMutex } from '#core/async/mutex';
import type { Logger } from '#core/logger';
import type { PromptEngine } from '../ports.ts';
import { type CaseList, readCases, withUnreadable, writeCases } from './case-file.ts';
import { fileNameOf } from './file-of.ts';
import { type CapturedInputs, keptVariables, withCaptured } from './recorded-inputs.ts';
import { restoreCases } from './restore-cases.ts';

export interface CasesOptions {
  /** One file a prompt. */
  readonly folder: string;
  readonly engine: Pick<PromptEngine, 'render'>;
  readonly log: Logger;
  readonly now?: (() => number) | undefined;
}

type Draft = PromptRecord | undefined;

/** The cases of a prompt, those that cannot be read, and where all of them stand. */
export interface StoredCases {
  readonly cases: PromptCase[];
  readonly unreadable: UnreadableCase[];
  readonly path: string;
}

/** Files that were set aside, and those whose cases came back. */
const IS_ASIDE = /\.(?:broken|restored)-\d{4}-/;

/** Inputs that were kept with what came of them, to see what an edit changes. */
export class CaseStore {
  readonly #options: CasesOptions;
  readonly #counts = new Map<string, number>();
  readonly #mutex = new KeyedMutex();
  readonly #changed = new Emitter<string>();
  readonly onChanged = this.#changed.subscribe;

  constructor(options: CasesOptions) {
    this.#options = options;
  }

  /** Reads how many there are of each prompt. */
  async count(): Promise<void> {
    const { folder, log } = this.#options;
    await restoreCases(folder, log);
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.json') || IS_ASIDE.test(name)) continue;
      const { prompt, cases, unreadable, broken } = await readCases(join(folder, name));
      if (broken !== undefined) log.warn('prompt.cases.unreadable', { file: name, error: broken });
      for (const { name: called, message } of unreadable) {
        log.warn('prompt.case.unreadable', { file: name, name: called, error: message });
      }
      if (prompt !== undefined) this.#counts.set(prompt, cases.length);
    }
  }

  countOf(id: string): number {
    return this.#counts.get(id) ?? 0;
  }

  /** @throws AppError UNAVAILABLE if the file is broken */
  async list(id: string): Promise<StoredCases> {
    const path = this.#pathOf(id);
    const { cases, unreadable, broken } = await readCases(path);
    if (broken === undefined) return { cases: [...cases], unreadable: [...unreadable], path };
    throw new AppError('UNAVAILABLE', `The cases of ${id} cannot be read: ${broken}`, {
      where: path,
      advice: 'Fix or remove the file; the next case that is saved keeps it under another name',
    });
  }

  /** Saves the last rendering as a case, replacing one of the same name. */
  save(id: string, name: string, rendered: RenderedPrompt, inputs: CapturedInputs): Promise<PromptCase> {
    return this.#change(id, (cases) => {
      const known = cases.find((one) => one.name === name);
      const saved: PromptCase = {
        id: known?.id ?? randomUUID(),
        name,
        args: inputs.args,
        variables: inputs.variables,
        ...(inputs.isWhole === true && { isWhole: true }),
        results: inputs.results,
        expected: expectedOutput(rendered),
        savedAt: this.#now(),
      };
      return { cases: known ? cases.map((one) => (one === known ? saved : one)) : [...cases, saved], answer: saved };
    });
  }

  async remove(id: string, caseId: string): Promise<void> {
    await this.#change(id, (cases) => {
      found(id, cases, caseId);
      return { cases: cases.filter((one) => one.id !== caseId), answer: undefined };
    });
  }

  /** Makes the case's current result the expected one. @throws AppError INVALID_INPUT if it does not render, CONFLICT */
  async accept(id: string, caseId: string, draft: Draft): Promise<PromptCase> {
    const one = found(id, (await this.list(id)).cases, caseId);
    const outcome = await this.#render(id, one, draft);
    if (!outcome.isRendered) {
      const advice = 'Only what renders can be expected; where it reads what the case has not, save the case anew';
      throw new AppError('INVALID_INPUT', `${one.name} does not render: ${outcome.failure.message}`, { advice });
    }
    const expected = expectedOutput(outcome.rendered);
    return await this.#change(id, (cases) => {
      const accepted: PromptCase = { ...withSameInputs(id, cases, one), expected, savedAt: this.#now() };
      return { cases: cases.map((other) => (other.id === caseId ? accepted : other)), answer: accepted };
    });
  }

  /**
   * Adds the present values of the variables that the draft reads and the case has not; what is expected stays.
   *
   * @throws AppError INVALID_INPUT if the store has not what is missing either
   */
  async complete(id: string, caseId: string, draft: Draft, signal?: AbortSignal): Promise<PromptCase> {
    const one = found(id, (await this.list(id)).cases, caseId);
    const added = await this.#missing(id, one, draft, signal);
    if (added.length === 0) {
      const advice = 'Look at what the template reads; the store has no value for it';
      throw new AppError('INVALID_INPUT', `No variable can be added to ${one.name}`, { where: id, advice });
    }
    return await this.#change(id, (cases) => {
      const now = found(id, cases, caseId);
      const completed = { ...now, variables: { ...Object.fromEntries(added), ...now.variables } };
      return { cases: cases.map((other) => (other.id === caseId ? completed : other)), answer: completed };
    });
  }

  /** Gives another prompt the cases of this one that it has not, those that cannot be read included. @throws AppError UNAVAILABLE */
  async copyTo(id: string, to: string): Promise<void> {
    await this.list(id);
    const from = await readCases(this.#pathOf(id));
    if (from.entries.length === 0) return;
    const add = (cases: readonly PromptCase[]) => {
      const added = from.cases.filter((one) => !cases.some(({ name }) => name === one.name));
      return { cases: [...cases, ...added.map((one) => ({ ...one, id: randomUUID() }))], answer: undefined };
    };
    await this.#change(to, add, from);
  }

  /** All of them, rendered with what they brought with them; nothing is called. */
  async run(id: string, draft: Draft, signal?: AbortSignal): Promise<CaseResult[]> {
    const results: CaseResult[] = [];
    for (const one of (await this.list(id)).cases) {
      signal?.throwIfAborted();
      const outcome = await this.#render(id, one, draft, signal);
      const added = outcome.isRendered ? [] : await this.#missing(id, one, draft, signal);
      const missing = added.map(([name]) => name);
      results.push({ ...resultOf(one, outcome), ...(missing.length > 0 && { missing }) });
    }
    return results;
  }

  async settled(): Promise<void> {
    await this.#mutex.settled();
  }

  #render(id: string, one: PromptCase, draft: Draft, signal?: AbortSignal): Promise<RenderOutcome> {
    const what = draft ? { draft } : { id };
    return this.#options.engine.render({ ...what, ...withCaptured(inputsOf(one)), traced: false, signal });
  }

  /**
   * Variables that the draft reads from the store now and the case has not, as JSON text by id; none if it would not
   * render with them.
   */
  async #missing(id: string, one: PromptCase, draft: Draft, signal?: AbortSignal): Promise<[string, string][]> {
    const what = draft ? { draft } : { id };
    const { args } = withCaptured(inputsOf(one));
    let used: ReadonlyMap<string, string> = new Map();
    const onUsed = (variables: typeof used) => {
      used = variables;
    };
    const render = this.#options.engine.render;
    await render.call(this.#options.engine, { ...what, args, onUsed, callsTools: false, traced: false, signal });
    return Object.entries(keptVariables(used)).filter(([name]) => !Object.hasOwn(one.variables, name));
  }

  #change<T>(
    id: string,
    change: (cases: readonly PromptCase[]) => { readonly cases: readonly PromptCase[]; readonly answer: T },
    unreadableOf?: CaseList,
  ): Promise<T> {
    return this.#mutex.run(id, async () => {
      const present = await readCases(this.#pathOf(id));
      const before = unreadableOf ? withUnreadable(present, unreadableOf) : present;
      const { cases, answer } = change(before.cases);
      await writeCases(this.#pathOf(id), id, cases, before);
      this.#counts.set(id, cases.length);
      this.#changed.emit(id);
      return answer;
    });
  }

  #pathOf(id: string): string {
    return join(this.#options.folder, fileNameOf(id, 'json'));
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}

function inputsOf({ args, variables, isWhole, results }: PromptCase): CapturedInputs {
  return { args, variables, isWhole, results };
}

function resultOf({ id, name, expected }: PromptCase, outcome: RenderOutcome): CaseResult {
  const known = { id, name, expected };
  if (!outcome.isRendered) return { ...known, state: 'failed', message: outcome.failure.message };
  const actual = expectedOutput(outcome.rendered);
  return { ...known, state: isSameOutput(expected, actual) ? 'same' : 'changed', actual };
}

type ExpectedOutput = PromptCase['expected'];

function expectedOutput({ messages }: RenderedPrompt): ExpectedOutput {
  return messages.map(({ role, content }) => ({ role, content }));
}

function isSameOutput(one: ExpectedOutput, other: ExpectedOutput): boolean {
  return (
    one.length === other.length &&
    one.every(({ role, content }, at) => role === other[at]?.role && content === other[at]?.content)
  );
}

/** The case as it is now, whose result was rendered. @throws AppError NOT_FOUND, CONFLICT where it has other inputs by now */
function withSameInputs(id: string, cases: readonly PromptCase[], rendered: PromptCase): PromptCase {
  const now = found(id, cases, rendered.id);
  if (isDeepStrictEqual(inputsOf(now), inputsOf(rendered))) return now;
  const advice = 'Look at what it renders to now, then accept that';
  throw new AppError('CONFLICT', `${rendered.name} was saved anew meanwhile`, { where: id, advice });
}

function found(id: string, cases: readonly PromptCase[], caseId: string): PromptCase {
  const one = cases.find((other) => other.id === caseId);
  if (one) return one;
  throw new AppError('NOT_FOUND', `There is no such case of ${id}`, { where: id, advice: 'It may have been removed' });
}
