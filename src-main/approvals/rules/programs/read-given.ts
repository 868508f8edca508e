import type { Form } from './form.ts';

/** One option with its value, or one operand, of a program's words. */
export interface GivenWord {
  readonly kind: 'option' | 'kept' | 'operand';
  /** Index of its first word, and how many it takes. */
  readonly at: number;
  readonly length: number;
  /** Text of an operand, or value of an option. */
  readonly value: string | undefined;
  /** Type of the value, or its choices with `|` between them. */
  readonly type: string;
}

/** Words read as the program would, without abbreviations; undefined when an option is not known. */
export function readGiven(words: readonly string[], form: Form): GivenWord[] | undefined {
  const found: GivenWord[] = [];
  let areOperands = false;
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    if (!areOperands && word === '--') {
      areOperands = true;
      at += 1;
      continue;
    }
    if (areOperands || !word.startsWith('-') || word === '-') {
      found.push({ kind: 'operand', at, length: 1, value: word, type: '' });
      at += 1;
      continue;
    }
    const given = optionAt(words, at, form);
    if (given === undefined) return undefined;
    found.push(...given);
    at += Math.max(...given.map(({ length }) => length));
  }
  return found;
}

function optionAt(words: readonly string[], at: number, form: Form): GivenWord[] | undefined {
  const word = words[at] ?? '';
  const isLong = word.startsWith('--') || form.hasSingleDash;
  return isLong ? longAt(words, at, form) : shortAt(words, at, form);
}

function longAt(words: readonly string[], at: number, form: Form): GivenWord[] | undefined {
  const [name = '', ...rest] = (words[at] ?? '').replace(/^--?/, '').split('=');
  const glued = rest.length > 0 ? rest.join('=') : undefined;
  const kind = form.options.long.has(name) ? 'option' : 'kept';
  const type = (kind === 'option' ? form.options : form.kept).long.get(name);
  if (type === undefined) return undefined;
  if (type === '') return glued === undefined ? [{ kind, at, length: 1, value: undefined, type }] : undefined;
  if (glued !== undefined) return [{ kind, at, length: 1, value: glued, type: type.replace('?', '') }];
  if (type.startsWith('?')) return [{ kind, at, length: 1, value: undefined, type: '' }];
  const value = words[at + 1];
  return value === undefined ? undefined : [{ kind, at, length: 2, value, type }];
}

function shortAt(words: readonly string[], at: number, form: Form): GivenWord[] | undefined {
  const word = words[at] ?? '';
  if (form.options.hasCount && /^-\d+$/.test(word))
    return [{ kind: 'option', at, length: 1, value: undefined, type: '' }];
  const found: GivenWord[] = [];
  for (let index = 1; index < word.length; index += 1) {
    const letter = letterIn(form, word[index] ?? '');
    if (letter === undefined) return undefined;
    if (letter.type !== '') {
      const value = valueAt(words, at, index + 1);
      return value && [...found, { ...letter, at, ...value }];
    }
    found.push({ ...letter, at, length: 1, value: undefined });
  }
  return found;
}

/** In the same word, or the next. */
function valueAt(words: readonly string[], at: number, from: number): Pick<GivenWord, 'value' | 'length'> | undefined {
  const glued = words[at]?.slice(from) ?? '';
  if (glued !== '') return { value: glued, length: 1 };
  const value = words[at + 1];
  return value === undefined ? undefined : { value, length: 2 };
}

function letterIn({ options, kept }: Form, letter: string): Pick<GivenWord, 'kind' | 'type'> | undefined {
  const type = options.short.get(letter);
  if (type !== undefined) return { kind: 'option', type };
  const other = kept.short.get(letter);
  return other === undefined ? undefined : { kind: 'kept', type: other };
}
