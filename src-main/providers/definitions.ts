import { diffLines } from 'diff';
import type { ProviderTool } from '#contract';
import { hiddenCharactersIn } from '#contract/hidden-characters';
import { AppError } from '#core/app-error';
import { sha256 } from '#core/text/sha256';
import { TOOL_NAME } from '#core/text/tool-name';
import { schemaProblem, type ToolDeclaration } from '#tools';

/** Longest description of one tool, in UTF-16 units. */
const MAX_DESCRIPTION = 50_000;

/** Validated declarations of a provider. */
export interface ToolDefinitions {
  readonly declarations: readonly ToolDeclaration[];
  /** Names of the tools. */
  readonly names: readonly string[];
  /** Text of the definitions, identical for the same tools in any order of tools and keys. */
  readonly text: string;
  /** SHA-256 of it. */
  readonly hash: string;
}

interface OfferedDefinitions {
  readonly title: string;
  readonly state: string;
  readonly definitions: ToolDefinitions | undefined;
}

/** Definitions that wait for approval; `seen` is the hash of what the person looked at. @throws AppError CONFLICT */
export function approvableDefinitions(
  { title, state, definitions }: OfferedDefinitions,
  seen: string | undefined,
): ToolDefinitions {
  if (state !== 'changed' || !definitions) {
    throw new AppError('CONFLICT', `No tools of ${title} wait for your approval`);
  }
  if (seen !== undefined && seen !== definitions.hash) {
    throw new AppError('CONFLICT', `The tools of ${title} have changed since you looked`, {
      advice: 'Look at them again',
    });
  }
  return definitions;
}

/** @throws AppError INVALID_INPUT naming the tool and what is wrong with it, LIMIT_EXCEEDED if there are too many */
export function definitionsOf(declarations: readonly ToolDeclaration[], maxTools: number): ToolDefinitions {
  if (declarations.length > maxTools) {
    throw new AppError('LIMIT_EXCEEDED', `It declares ${declarations.length} tools; at most ${maxTools} are taken`, {
      where: 'providers.max_tools',
    });
  }
  const seen = new Set<string>();
  for (const declaration of declarations) {
    const problem = seen.has(declaration.name) ? 'is declared twice' : declarationProblem(declaration);
    if (problem !== undefined) {
      throw new AppError('INVALID_INPUT', `The tool "${declaration.name}" ${problem}`, { where: declaration.name });
    }
    seen.add(declaration.name);
  }
  const sorted = [...declarations].sort((one, other) => (one.name < other.name ? -1 : 1));
  const text = JSON.stringify(sorted.map(canonicalJson), undefined, 2);
  return { declarations, names: [...seen], text, hash: sha256(text) };
}

function declarationProblem({ name, description, parameters }: ToolDeclaration): string | undefined {
  if (!TOOL_NAME.test(name)) return 'has a name that is not 1 to 64 letters, digits, underscores and dashes';
  if (description.length > MAX_DESCRIPTION) return `has a description of ${description.length} characters`;
  const problem = schemaProblem(parameters);
  return problem === undefined ? undefined : `has a schema that ${problem}`;
}

/** Sorts the keys of all objects in a value. */
function canonicalJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalJson);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, entry]) => [key, canonicalJson(entry)]));
}

/** Formats the differences as lines that begin with `-`, `+` or a space, cut if they get long. */
export function definitionsDifference(approved: string, now: string, maxLines = 2000): string {
  const parts = diffLines(approved, now, { timeout: 1000 }) ?? [
    { value: approved, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  const lines = parts.flatMap(({ value, added, removed }) => {
    const sign = added ? '+' : removed ? '-' : ' ';
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${sign}${line}`);
  });
  const cut = lines.length > maxLines ? [` … ${lines.length - maxLines} more lines`] : [];
  return [...lines.slice(0, maxLines), ...cut].join('\n');
}

const hiddenIn = new WeakMap<ToolDeclaration, string[]>();

/** Describes a tool for display: as written, with hidden characters named. */
export function providerToolView(declaration: ToolDeclaration, isOffered: boolean): ProviderTool {
  const { name, description, parameters } = declaration;
  const hidden = hiddenIn.get(declaration) ?? hiddenNames([description, ...textsIn(parameters)]);
  hiddenIn.set(declaration, hidden);
  return { name, description, hidden, parameters: { ...parameters }, isOffered };
}

function hiddenNames(texts: Iterable<string>): string[] {
  const names = new Set<string>();
  for (const text of texts) for (const { code, name } of hiddenCharactersIn(text)) names.add(`${code} ${name}`);
  return [...names];
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value === 'object' && value !== null) for (const entry of Object.values(value)) yield* textsIn(entry);
}
