/** Variables of a line whose values are known: set to literal texts before, or by a loop over literal words and file names. */
import type { Analysis, Loop, SimpleCommand, Word } from '#shell-analysis';
import type { VariableChoice } from './argument-words.ts';

/** Small letters alone: none of them means anything to a shell or to a program, and none is in the environment. */
const PLAIN_NAME = /^[a-z][a-z0-9_]*$/;
/** Variables of bash itself. */
const BASH = new Set(['histchars', 'auto_resume']);
const USED = /\$\{?([a-z][a-z0-9_]*)/g;

/** Ways in which the variables of one command can be set. */
const MAX_CHOICES = 1000;

export const isPlainName = (name: string): boolean => PLAIN_NAME.test(name) && !BASH.has(name);

/** Expands the words of a loop, or says why they are unknown. */
type ExpandLoop = (loop: Loop) => readonly string[] | { readonly why: string };

export class LineVariables {
  readonly #analysis: Analysis;
  readonly #expand: ExpandLoop;
  readonly #loops = new Map<Loop, ReturnType<ExpandLoop>>();

  constructor(analysis: Analysis, expand: ExpandLoop) {
    this.#analysis = analysis;
    this.#expand = expand;
  }

  /** All ways in which the variables that a part uses may be set when it runs, or why they are not known. */
  choicesFor(index: number): readonly VariableChoice[] | { readonly why: string } {
    const part = this.#analysis.parts[index];
    let choices: readonly VariableChoice[] = [new Map()];
    for (const name of part ? usedIn(part) : []) {
      const values = isPlainName(name) ? this.valuesOf(name, index) : unknownValue(name);
      if ('why' in values) return values;
      choices = choices.flatMap((choice) => values.map((value) => new Map([...choice, [name, value]])));
      if (choices.length > MAX_CHOICES) return { why: 'a variable may have too many values' };
    }
    return choices;
  }

  /** All values that it is given anywhere in the line, where it surely has one of them. */
  valuesOf(name: string, index: number): readonly string[] | { readonly why: string } {
    const { loops, parts } = this.#analysis;
    const given = parts.flatMap(({ assignments }) => assignments.filter((one) => one.name === name));
    const over = loops.filter(({ variable }) => variable === name);
    const at = parts[index]?.span.start ?? 0;
    const isSet =
      over.some(({ body }) => at >= body.start && at < body.end) ||
      parts.some((part, before) => before < index && this.#isSurelySet(part, before, name));
    if (!isSet) return unknownValue(name);
    const values: string[] = [];
    for (const { value } of given) {
      if (value?.literal === undefined) return unknownValue(name);
      values.push(value.literal);
    }
    for (const loop of over) {
      const found = this.#loops.get(loop) ?? this.#expand(loop);
      this.#loops.set(loop, found);
      if ('why' in found) return found;
      values.push(...found);
    }
    return [...new Set(values)];
  }

  #isSurelySet({ assignments, words, places, statement }: SimpleCommand, index: number, name: string): boolean {
    if (words.length > 0 || !assignments.some((one) => one.name === name)) return false;
    const isFirst = !this.#analysis.parts.slice(0, index).some((before) => before.statement === statement);
    return places.every((place) => place === 'and-or') && (places.length === 0 || isFirst);
  }
}

const unknownValue = (name: string) => ({ why: `the value of ${name} is known only when it runs` });

function usedIn({ words, redirections }: SimpleCommand): readonly string[] {
  const all: readonly Word[] = [...words, ...redirections.flatMap(({ target }) => target ?? [])];
  const texts = all.filter(({ literal }) => literal === undefined).map(({ text }) => text);
  return [...new Set(texts.flatMap((text) => [...text.matchAll(USED)].map(([, name]) => name ?? '')))];
}
