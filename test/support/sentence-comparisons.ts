/** Finds where code decides by a sentence that is meant for a person: by the text of a `why`. */

/** `why`, or a property of that name at the end of a path. */
const WHY = String.raw`(?:[\w$.?!()[\]]+\.)?\bwhy\b`;

const FORBIDDEN: readonly RegExp[] = [
  // Compared with anything but `undefined`, which says that there is none.
  /\bwhy\b\)?(?!\s*[!=]==?\s*undefined\b)\s*[!=]==?/,
  new RegExp(String.raw`(?<![!=]|\bundefined\s*)[!=]==?\s*${WHY}`),
  // Asked what it says.
  /\bwhy\b[?!]?\.(?:at|charAt|codePointAt|endsWith|includes|indexOf|lastIndexOf|localeCompare|match|matchAll|search|startsWith)\(/,
  /\bwhy\b[?!]?\.length\s*(?:[!=]==?|[<>])/,
  new RegExp(String.raw`\.(?:endsWith|exec|get|has|includes|indexOf|is|lastIndexOf|startsWith|test)\(\s*${WHY}`),
  /\bswitch\s*\([^)]*\bwhy\b/,
  // The key of a table.
  new RegExp(String.raw`[\w$)\]]\[\s*${WHY}\s*\]`),
  /\bnew (?:Map|Set)\b[^;]*?\bwhy\b/,
  /\b(?:groupBy|keyBy|grouped)\([^;]*?\bwhy\b/,
  // Empty or not.
  new RegExp(String.raw`(?<![\w$)\]])!${WHY}`),
  new RegExp(String.raw`\b(?:if|while)\s*\(\s*${WHY}\s*\)`),
  /\bwhy\b\s*(?:\?(?![.?])(?!\s*:)|&&|\|\|)/,
  new RegExp(String.raw`(?:&&|\|\||\bBoolean\()\s*${WHY}\s*(?:[)&|?;,]|$)`, 'm'),
];

/** Replaces comments by blanks, keeping their line ends. */
export const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '));

/** Lines, as `number: text`, in which a decision rests on the text of a `why`. */
export function sentenceComparisons(source: string): string[] {
  const text = withoutComments(source);
  const lines = new Map<number, string>();
  for (const pattern of FORBIDDEN) {
    for (const { index } of text.matchAll(new RegExp(pattern, `g${pattern.flags}`))) {
      const number = text.slice(0, index).split('\n').length;
      lines.set(number, `${number}: ${text.split('\n')[number - 1]?.trim()}`);
    }
  }
  return [...lines.values()];
}
