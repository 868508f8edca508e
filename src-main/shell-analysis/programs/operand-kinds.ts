/** Meaning of a word that is not an option. */
export interface OperandKind {
  readonly kind: string;
  readonly mayBeMissing: boolean;
  /** Any number of such may follow. */
  readonly isRepeated: boolean;
}

const known = new Map<string, readonly OperandKind[]>();

/** Kinds of operands in order, as a declaration has them: `text read*`. */
export function operandKinds(text: string): readonly OperandKind[] {
  const before = known.get(text);
  if (before !== undefined) return before;
  const kinds = text
    .split(' ')
    .filter((one) => one !== '')
    .map((one) => ({
      kind: one.replace(/[?*]$/, ''),
      mayBeMissing: /[?*]$/.test(one),
      isRepeated: one.endsWith('*'),
    }));
  known.set(text, kinds);
  return kinds;
}
