import type { PromptProblem, PromptRecord } from '#contract';
import { BUILTINS, calledFunctions, TemplateError, type TemplateSet } from '#template';
import { bareObject, type JsonObject } from '../records/json.ts';
import { parameterSet } from '../records/parameters.ts';
import { compile, isTooLongHere, problemOf, rangeOf } from '../registry/compile.ts';
import type { CompiledCache } from '../registry/compiled-cache.ts';
import { type PromptText, type Tables, textsOf } from '../registry/tables.ts';
import type { Variables } from '../registry/variables.ts';
import { nearestName } from './nearest-name.ts';
import { type Parsed, referenceWarnings, type UndefinedMode } from './references.ts';

export interface CheckOptions {
  readonly draft: PromptRecord;
  readonly args: JsonObject;
  readonly tables: Tables;
  readonly variables: Variables;
  readonly cache: CompiledCache;
  readonly mode: UndefinedMode;
}

/** Unknown functions of a text that are told; what follows is not looked at. */
const MAX_UNKNOWN = 20;
/** In milliseconds. */
const MAX_MS = 50;
const UNKNOWN = /function "([^"]+)" not defined$/;

/** What is wrong with a text that is being written, in its order. */
export function checkDraft(options: CheckOptions): readonly PromptProblem[] {
  const { draft, tables, cache } = options;
  const texts = textsOf('draft', draft);
  if (isTooLongHere(texts))
    return [{ severity: 'warning', message: 'it is too long to be checked while it is written' }];
  try {
    // What is shown beside it is rendered from the same.
    const { set } = cache.draft(texts, tables.tools);
    return set ? inOrder(warnings({ set, texts }, options)) : [];
  } catch {
    return inOrder(wrongProblems(texts, options));
  }
}

function wrongProblems(texts: readonly PromptText[], options: CheckOptions): readonly PromptProblem[] {
  const names = new Set(options.tables.tools.byCallable.keys());
  const problems = texts.flatMap((text, index) => syntaxProblems(text, index, names));
  try {
    return [...problems, ...warnings({ set: compile(texts, names), texts }, options)];
  } catch {
    return problems;
  }
}

function warnings(parsed: Parsed, { draft, args, variables, mode }: CheckOptions): PromptProblem[] {
  const parameters = parameterSet(draft.parameters);
  const given = Object.assign(bareObject(), Object.fromEntries(parameters.defaults), args);
  return referenceWarnings(parsed, { variables, args: given, mode }, parameters);
}

/** All unknown functions, or up to the first thing that is no template. Adds what is unknown to `names`, so as to go on. */
function syntaxProblems(text: PromptText, index: number, names: Set<string>): PromptProblem[] {
  const real = [...names];
  const first = parseError(text, names);
  if (first === undefined) return [];
  const problems = unknownFunctions(text, names) ?? oneByOne(text, names, first);
  return problems.map(({ unknown, ...problem }) => {
    const near = unknown === undefined ? undefined : nearestName(unknown, real);
    const message = near === undefined ? problem.message : `${problem.message}: did you mean ${near}?`;
    return { ...problem, message, in: index };
  });
}

interface FoundProblem extends PromptProblem {
  readonly unknown?: string | undefined;
}

const WORD = /[\p{L}_][\p{L}\p{Nd}_]*/gu;

/** In one more parse, if unknown functions are all that is wrong: every word of the text is taken for one. */
function unknownFunctions(text: PromptText, names: Set<string>): FoundProblem[] | undefined {
  const words = new Set(text.text.match(WORD));
  const set = parsed(text, [...words, ...names]);
  const tree = set?.trees.get(text.name);
  if (!set || !tree) return undefined;
  const problems: FoundProblem[] = [];
  const trees = [...set.trees.values()].filter(({ source }) => source.name === text.name);
  const called = [...new Set([tree, ...trees])]
    .flatMap(calledFunctions)
    .sort((one, other) => one.offset - other.offset);
  for (const { name, offset, end } of called) {
    if (names.has(name) || BUILTINS.has(name)) continue;
    names.add(name);
    if (problems.length === MAX_UNKNOWN) continue;
    const range = rangeOf(text.text, offset, end);
    const message = `template: ${text.name}:${range.line}: function "${name}" not defined`;
    problems.push({ severity: 'error', message, unknown: name, ...range });
  }
  return problems;
}

function parsed(text: PromptText, names: Iterable<string>): TemplateSet | undefined {
  try {
    return compile([text], names);
  } catch {
    return undefined;
  }
}

/** Up to what is no template, as long as that does not hold up whoever is writing. */
function oneByOne(text: PromptText, names: Set<string>, first: unknown): FoundProblem[] {
  const problems: FoundProblem[] = [];
  const from = performance.now();
  for (let error = first; error !== undefined; error = parseError(text, names)) {
    const unknown = unknownFunction(error);
    problems.push({ ...problemOf(error, [text]), unknown });
    if (unknown === undefined || names.has(unknown)) break;
    names.add(unknown);
    if (problems.length >= MAX_UNKNOWN || performance.now() - from > MAX_MS) break;
  }
  return problems;
}

function parseError(text: PromptText, names: Iterable<string>): unknown {
  try {
    compile([text], names);
    return undefined;
  } catch (error) {
    return error;
  }
}

function unknownFunction(error: unknown): string | undefined {
  return error instanceof TemplateError ? UNKNOWN.exec(error.message)?.[1] : undefined;
}

function inOrder(problems: readonly PromptProblem[]): readonly PromptProblem[] {
  return [...problems].sort(
    (a, b) => (a.in ?? 0) - (b.in ?? 0) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}
