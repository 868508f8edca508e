import type { FoundCommand } from './effect-recorder.ts';
import type { SimpleCommand, Word } from './model.ts';
import { inside, type NodeScope } from './scope.ts';
import type { Walk } from './walk.ts';

export interface WrapperCommand extends FoundCommand {
  /** Name of the program that runs another one. */
  readonly name: string;
}

/** The command a wrapper runs, as a part of its own. */
export function runPart(walk: Walk, found: WrapperCommand, said: Pick<SimpleCommand, 'assignments' | 'words'>): void {
  const [first] = said.words;
  const last = said.words.at(-1);
  if (first === undefined || last === undefined) return;
  const scope = nestScope(found);
  const isInLine = scope.fixed === undefined;
  walk.add(
    {
      assignments: said.assignments,
      words: said.words,
      span: { start: first.span.start, end: last.span.end },
      text: isInLine
        ? scope.source.slice(first.span.start, last.span.end)
        : said.words.map(({ text }) => text).join(' '),
      redirections: [],
      program: first.literal,
      places: scope.places,
      wrappers: scope.wrappers,
      statement: scope.statement,
    },
    scope,
  );
}

function nestScope({ name, scope }: WrapperCommand): NodeScope {
  const within = inside(scope, 'wrapper');
  return { ...within, wrappers: [...scope.wrappers, name] };
}

/** Text for a shell, put together from words as `eval` does. */
export function runWords(walk: Walk, found: WrapperCommand, words: readonly Word[]): void {
  const [first] = words;
  if (first === undefined) return;
  const isLiteral = words.every(({ literal }) => literal !== undefined);
  const span = { start: first.span.start, end: words.at(-1)?.span.end ?? first.span.end };
  runText(walk, found, { ...first, span }, isLiteral ? words.map(({ literal }) => literal).join(' ') : undefined);
}

/** Text for a shell that stands in a word. */
export function runText(walk: Walk, found: WrapperCommand, word: Word, text: string | undefined): void {
  if (text === undefined) {
    walk.found.doubt(word.span, 'unknown-shell-text');
    walk.found.effects.push({ kind: 'run', target: undefined, isRecursive: false, part: found.index, word });
    return;
  }
  walk.text(text, { ...nestScope(found), source: text, fixed: word.span });
}
