import type { PromptProblem, PromptRecord, UndefinedMode } from '#contract';
import type { JsonObject } from '#contract/plain-object';
import { createTemplateSet, type NamedPlace } from '#template';
import { bareObject } from '../records/json.ts';
import { parameterSet } from '../records/parameters.ts';
import { isTooLongHere, rangeOf, templateProblem } from '../registry/compile.ts';
import type { CompiledCache } from '../registry/compiled-cache.ts';
import { type PromptText, promptTexts, type Tables } from '../registry/tables.ts';
import type { PromptVariables } from '../registry/variables.ts';
import { nearestName } from './nearest-name.ts';
import { type ParsedTexts, referenceWarnings } from './references.ts';

export interface CheckOptions {
  readonly draft: PromptRecord;
  readonly args: JsonObject;
  readonly tables: Tables;
  readonly variables: PromptVariables;
  readonly cache: CompiledCache;
  readonly mode: UndefinedMode;
}

/** Unknown functions of a text that are told. */
const MAX_UNKNOWN = 20;

/** Finds the problems of a draft, in the order of the text. */
export function checkDraft(options: CheckOptions): readonly PromptProblem[] {
  const { draft, tables, cache } = options;
  const texts = promptTexts('draft', draft);
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

/** Finds all unknown functions, up to the first syntax error, in one more parse that allows every name to be called. */
function wrongProblems(texts: readonly PromptText[], options: CheckOptions): readonly PromptProblem[] {
  const known = [...options.tables.tools.byCallable.keys()];
  let unknown = new Map<string, NamedPlace>();
  const set = createTemplateSet({
    functions: known,
    onUnknown: (called) => void (unknown.has(called.name) || unknown.set(called.name, called)),
  });
  let isWhole = true;
  const problems = texts.flatMap((text, index) => {
    unknown = new Map();
    const wrong: PromptProblem[] = [];
    try {
      set.parse(text.name, text.text);
    } catch (error) {
      isWhole = false;
      wrong.push({ ...templateProblem(error, [text]), in: index });
    }
    const all = [...unknown.values()].slice(0, MAX_UNKNOWN);
    return [...all.map((called) => ({ ...unknownFunction(text, called, known), in: index })), ...wrong];
  });
  return isWhole ? [...problems, ...warnings({ set, texts }, options)] : problems;
}

function unknownFunction({ name: template, text }: PromptText, called: NamedPlace, known: readonly string[]) {
  const range = rangeOf(text, called.offset, called.end);
  const near = nearestName(called.name, known);
  const hint = near === undefined ? '' : `: did you mean ${near}?`;
  const message = `template: ${template}:${range.line}: function "${called.name}" not defined${hint}`;
  return { severity: 'error' as const, message, ...range };
}

function warnings(parsed: ParsedTexts, { draft, args, variables, mode }: CheckOptions): PromptProblem[] {
  const parameters = parameterSet(draft.parameters);
  const given = Object.assign(bareObject(), Object.fromEntries(parameters.defaults), args);
  return referenceWarnings(parsed, { variables, args: given, mode }, parameters);
}

function inOrder(problems: readonly PromptProblem[]): readonly PromptProblem[] {
  return [...problems].sort(
    (a, b) => (a.in ?? 0) - (b.in ?? 0) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}
