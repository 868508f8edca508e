import type { PipelineStage, TypedWord } from './words.ts';

/** Names used to expand words. */
export interface ExpansionNames {
  readonly variables: Readonly<Record<string, string>>;
  readonly home: string;
}

export interface ExpandedCommand {
  /** Words of the command; at least one. */
  readonly words: readonly string[];
  readonly assignments: Readonly<Record<string, string>>;
}

/**
 * A word's text; `undefined` if nothing is left of one that had no quotes. Values are never split or expanded again.
 */
function expandWord(word: TypedWord, { variables, home }: ExpansionNames): string | undefined {
  const text = word.pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      return piece.kind === 'home' ? home : variableValue(variables, piece.name);
    })
    .join('');
  const isEmptyOnPurpose = word.pieces.some((piece) => piece.kind !== 'home' && piece.isQuoted);
  return text === '' && !isEmptyOnPurpose ? undefined : text;
}

/** The command of a stage; `undefined` when all of its words were unset variables. */
export function expandStage(stage: PipelineStage, names: ExpansionNames): ExpandedCommand | undefined {
  const words = stage.words.flatMap((word) => expandWord(word, names) ?? []);
  if (words.length === 0) return undefined;
  const assignments: Record<string, string> = {};
  for (const { name, value } of stage.assignments) {
    assignments[name] = expandWord(value, { ...names, variables: { ...names.variables, ...assignments } }) ?? '';
  }
  return { words, assignments };
}

/** A variable called `constructor` is as unset as any other. */
function variableValue(variables: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(variables, name) ? (variables[name] ?? '') : '';
}
