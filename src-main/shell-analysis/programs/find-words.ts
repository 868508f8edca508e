import type { KnownOption, OptionTable } from './option-table.ts';
import type { ArgumentWord } from './read-arguments.ts';

/** One step of what `find` does with each name. */
export type FindStep<Of> =
  /** A parenthesis, `!` or a comma. */
  | { readonly type: 'mark'; readonly word: Of }
  | { readonly type: 'test'; readonly word: Of; readonly option: KnownOption; readonly values: readonly Of[] }
  | { readonly type: 'delete'; readonly word: Of }
  /** `-exec` and its like; without an end, it has all words behind it. */
  | { readonly type: 'run'; readonly word: Of; readonly command: readonly Of[]; readonly hasEnd: boolean }
  | { readonly type: 'unknown'; readonly word: Of };

export interface FindWords<Of> {
  /** `-H`, `-L` and `-P`. */
  readonly manners: readonly Of[];
  readonly starts: readonly Of[];
  readonly steps: readonly FindStep<Of>[];
  /** All words of the steps. */
  readonly expression: readonly Of[];
}

const MANNERS = new Set(['-H', '-L', '-P']);
const RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir']);
/** Looks at when another file was changed, or with `t` at a date. */
const NEWER = /^-newer[aBcm]([aBcmt])$/;

export function readFind<Of extends ArgumentWord>(words: readonly Of[], table: OptionTable): FindWords<Of> {
  const first = words.findIndex((word) => !MANNERS.has(word.literal ?? ''));
  const from = first < 0 ? words.length : first;
  const count = words.slice(from).findIndex(beginsExpression);
  const end = count < 0 ? words.length : from + count;
  const expression = words.slice(end);
  return {
    manners: words.slice(0, from),
    starts: words.slice(from, end),
    steps: stepsIn(expression, table),
    expression,
  };
}

function beginsExpression({ literal }: ArgumentWord): boolean {
  return literal !== undefined && (/^-./.test(literal) || /^[(),!]$/.test(literal));
}

function stepsIn<Of extends ArgumentWord>(words: readonly Of[], table: OptionTable): FindStep<Of>[] {
  const steps: FindStep<Of>[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] as Of;
    const name = word.literal ?? '';
    const option = optionOf(name, table);
    if (RUNS.has(name)) {
      const run = runAt(words, at);
      steps.push(run.step);
      at = run.end;
      continue;
    }
    at += 1;
    if (/^[(),!]$/.test(name)) steps.push({ type: 'mark', word });
    else if (name === '-delete') steps.push({ type: 'delete', word });
    else if (option === undefined) steps.push({ type: 'unknown', word });
    else {
      steps.push({ type: 'test', word, option, values: words.slice(at, at + option.words) });
      at += option.words;
    }
  }
  return steps;
}

function optionOf(name: string, table: OptionTable): KnownOption | undefined {
  const kind = NEWER.exec(name)?.[1];
  if (kind !== undefined)
    return { ...(table.get(kind === 't' ? '--name' : '--newer') as KnownOption), name: `-${name}` };
  return name.startsWith('-') ? table.get(`-${name}`) : undefined;
}

/** A command ends with `;`, or with `+` behind `{}`. */
function runAt<Of extends ArgumentWord>(words: readonly Of[], at: number): { step: FindStep<Of>; end: number } {
  const rest = words.slice(at + 1);
  const length = rest.findIndex(
    ({ literal }, index) => literal === ';' || (literal === '+' && rest[index - 1]?.literal === '{}'),
  );
  const command = length < 0 ? rest : rest.slice(0, length);
  const step = { type: 'run', word: words[at] as Of, command, hasEnd: length >= 0 } as const;
  return { step, end: at + command.length + 2 };
}
