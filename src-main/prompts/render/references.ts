import type { PromptProblem, UndefinedMode } from '#contract';
import type { JsonObject } from '#contract/plain-object';
import { type Reference, referencesOf, type TemplateSet } from '#template';
import type { ParameterSet } from '../records/parameters.ts';
import { rangeOf } from '../registry/compile.ts';
import { contextWith, resolveVariablePath } from '../registry/context.ts';
import type { PromptText } from '../registry/tables.ts';
import type { PromptVariables } from '../registry/variables.ts';
import { undefinedVariables } from './failure.ts';

export interface ReferenceContext {
  readonly variables: Pick<PromptVariables, 'context'>;
  readonly args: JsonObject;
  readonly mode: UndefinedMode;
}

export interface ParsedTexts {
  readonly set: TemplateSet;
  readonly texts: readonly PromptText[];
}

interface TextReference extends Reference {
  /** Dotted. */
  readonly name: string;
  /** Index of its message. */
  readonly message: number;
}

const MAX_PROBLEMS = 200;

/**
 * References of a parsed text, kept as long as the templates are; the references themselves, which may be thousands,
 * are looked up if one is missing.
 */
interface PromptReferences {
  /** Each path once: of those that must resolve before anything runs, and of all. */
  readonly required: readonly (readonly string[])[];
  readonly paths: ReadonlyMap<string, readonly string[]>;
}

const found = new WeakMap<TemplateSet, PromptReferences>();

function pathsIn(parsed: ParsedTexts): PromptReferences {
  const known = found.get(parsed.set);
  if (known) return known;
  const references = referencesIn(parsed);
  const required = pathsByText(references.filter(({ isInCondition, isInBody }) => !(isInCondition || isInBody)));
  const result = { required: [...required.values()], paths: pathsByText(references) };
  found.set(parsed.set, result);
  return result;
}

/** Lists the references in the texts of a prompt, in their order. */
function referencesIn({ set, texts }: ParsedTexts): readonly TextReference[] {
  return texts.flatMap(({ name }, message) => {
    const tree = set.trees.get(name);
    return tree ? referencesOf(tree).map((reference) => textReference(reference, message)) : [];
  });
}

function textReference(
  { path, offset, end, template, isInCondition, isInBody }: Reference,
  message: number,
): TextReference {
  return { path, name: path.join('.'), offset, end, template, isInCondition, isInBody, message };
}

function pathsByText(references: readonly TextReference[]): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, readonly string[]>();
  for (const { name, path } of references) if (!paths.has(name)) paths.set(name, path);
  return paths;
}

/** Dotted paths that the texts name. */
export function referencedPaths(parsed: ParsedTexts): readonly string[] {
  return [...pathsIn(parsed).paths.keys()];
}

/** Whether all is there that must be, before anything runs. @throws RenderError (400) that names all that is not */
export function checkReferences(parsed: ParsedTexts, data: JsonObject, mode: UndefinedMode): void {
  if (mode === 'off') return;
  const missing = findUnresolved(parsed, data, mode);
  if (missing.length === 0) return;
  const names = [...new Set(missing.map(({ name }) => name))];
  const problems = missing
    .slice(0, MAX_PROBLEMS)
    .map((reference) => referenceProblem(reference, parsed.texts, 'error'));
  throw undefinedVariables(names, problems);
}

function findUnresolved(parsed: ParsedTexts, data: JsonObject, mode: UndefinedMode): readonly TextReference[] {
  const { required, paths } = pathsIn(parsed);
  const all = mode === 'strict' ? [...paths.values()] : required;
  if (all.every((path) => resolveVariablePath(data, path) !== undefined)) return [];
  return referencesIn(parsed)
    .filter(({ isInCondition, isInBody }) => mode === 'strict' || !(isInCondition || isInBody))
    .filter(({ path }) => resolveVariablePath(data, path) === undefined);
}

/** Warns about references of a draft to things that do not exist, in bodies too. */
export function referenceWarnings(
  parsed: ParsedTexts,
  around: ReferenceContext,
  parameters: ParameterSet,
): PromptProblem[] {
  const context = contextWith(around.variables.context, around.args);
  const { paths } = pathsIn(parsed);
  const missing = new Set([...paths].filter(([, path]) => !resolveVariablePath(context, path)).map(([name]) => name));
  if (missing.size === 0) return [];
  const references = referencesIn(parsed);
  // What a condition asks about is not reached where it is missing.
  const conditional = references.filter(({ isInCondition }) => isInCondition);
  const asked = new Set(conditional.map(({ name }) => name));
  // A path may have thousands of names: only the beginnings that are asked about anywhere are looked at.
  const lengths = [...new Set(conditional.map(({ path }) => path.length))];
  const told: TextReference[] = [];
  for (const reference of references) {
    if (told.length === MAX_PROBLEMS) break;
    const { path, name, isInCondition, isInBody } = reference;
    if (!missing.has(name) || (isInCondition && around.mode !== 'strict') || isPromised(path, parameters)) continue;
    if (isInBody && lengths.some((length) => asked.has(path.slice(0, length).join('.')))) continue;
    told.push(reference);
  }
  return told.map((reference) =>
    referenceProblem(reference, parsed.texts, 'warning', isOptional(reference.path, parameters)),
  );
}

/** An argument that every request must give. */
function isPromised([first, second]: readonly string[], { required }: ParameterSet): boolean {
  return first === 'args' && second !== undefined && required.includes(second);
}

function isOptional([first, second]: readonly string[], { schema }: ParameterSet): boolean {
  const { properties } = schema;
  return first === 'args' && second !== undefined && Object.hasOwn(Object(properties), second);
}

function referenceProblem(
  { name, offset, end, message }: TextReference,
  texts: readonly PromptText[],
  severity: PromptProblem['severity'],
  isOptionalArg = false,
): PromptProblem {
  return {
    severity,
    message: isOptionalArg ? `${name} may be missing: it is optional and has no default` : `${name} is not defined`,
    in: message,
    ...rangeOf(texts[message]?.text ?? '', offset, end),
  };
}
