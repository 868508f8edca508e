import type { Word } from '../model.ts';
import type { OptionTable } from './option-table.ts';

/**
 * Words whose first one is letters of options without a dash, as those of `tar xfC a.tar folder`, with an option for each: the
 * values follow in their order.
 */
export function withDashes(words: readonly Word[], table: OptionTable): readonly Word[] {
  const [first, ...rest] = words;
  if (first?.literal === undefined) return words;
  let taken = 0;
  const options = [...first.literal].flatMap((letter): Word[] => {
    const name = `-${letter}`;
    const option: Word = { ...first, literal: name };
    const value = (table.get(name)?.words ?? 0) > 0 ? rest[taken] : undefined;
    if (value === undefined) return [option];
    taken += 1;
    return [option, value];
  });
  return [...options, ...rest.slice(taken)];
}
