import { AppError } from '#core/app-error';
import { LineScanner } from './line-scanner.ts';
import { literalOf, type ParsedCommandLine, type PipelineStage, type TypedWord, unquotedWord } from './words.ts';

/** Words that begin constructs only a shell can read to the end. `{` and `[[` are found as characters. */
const RESERVED = new Set([
  '!',
  'if',
  'then',
  'elif',
  'else',
  'fi',
  'for',
  'while',
  'until',
  'do',
  'done',
  'case',
  'esac',
  'in',
  'function',
  'select',
  'time',
  'coproc',
]);

/**
 * A typed line by the grammar of Shell mode: words, quotes, variables, `~`, pipelines, assignments for one command.
 *
 * @throws AppError INVALID_INPUT for what is wrong in any case: an open quote, a backslash at the end, an empty command between
 * pipes, an assignment without a command.
 */
export function parseShellLine(text: string): ParsedCommandLine {
  const { stages, beyond, isWhole, hasNewline } = new LineScanner(text).scan();
  if (isWhole) checkEmpty(stages);
  const reserved = stages.map(([first]) => first && unquotedWord(first)).find((word) => word && RESERVED.has(word));
  const operator = beyond ?? reserved;
  if (operator !== undefined) {
    const first = stages[0]?.[0];
    return { kind: 'beyond', operator, firstWord: first && literalOf(first) };
  }
  const parsed = stages.map(stageOf);
  for (const { words, assignments } of parsed) if (words.length === 0) throw loneAssignment(assignments[0]?.name ?? '');
  return { kind: 'stages', stages: parsed, hasNewline };
}

function checkEmpty(stages: readonly (readonly TypedWord[])[]): void {
  if (stages.every((words) => words.length > 0)) return;
  const isBlank = stages.length === 1;
  throw new AppError(
    'INVALID_INPUT',
    isBlank ? 'The line holds an empty command' : 'There is an empty command beside a |',
    {
      where: 'the line',
      advice: isBlank ? undefined : "Write a command on both sides of |, or quote it: '|'.",
    },
  );
}

function stageOf(words: readonly TypedWord[]): PipelineStage {
  const assignments: { name: string; value: TypedWord }[] = [];
  for (const word of words) {
    const assignment = assignmentOf(word);
    if (!assignment) break;
    assignments.push(assignment);
  }
  return { assignments, words: words.slice(assignments.length) };
}

function assignmentOf(word: TypedWord): { name: string; value: TypedWord } | undefined {
  const [first, ...rest] = word.pieces;
  if (first?.kind !== 'text' || first.isQuoted) return undefined;
  const match = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(first.text);
  if (!match) return undefined;
  const [, name = '', value = ''] = match;
  return { name, value: { ...word, pieces: [{ kind: 'text', text: value, isQuoted: false }, ...rest] } };
}

function loneAssignment(name: string): AppError {
  return new AppError('INVALID_INPUT', `${name}=… alone does nothing: it holds for one command`, {
    where: name,
    advice: `Use export ${name}=VALUE to set it for the session, or write a command after it.`,
  });
}
