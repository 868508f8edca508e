import { type Node, type Symbol as TsSymbol, ts } from 'ts-morph';

/** JSDoc text of a property, a variable or a parameter; newlines are kept. */
export function documentationOf(symbol: TsSymbol, at: Node): string {
  const { compilerObject } = at.getProject().getTypeChecker();
  return ts.displayPartsToString(symbol.compilerSymbol.getDocumentationComment(compilerObject)).trim();
}

/** The text of a tag such as `@default`, where there is one. */
export function tagOf(symbol: TsSymbol, name: string): string | undefined {
  const tag = symbol.getJsDocTags().find((one) => one.getName() === name);
  return tag && ts.displayPartsToString(tag.getText()).trim();
}

/**
 * Text of a function's `@param name`, if the parameter's own declaration does not carry it, as with `const f: (p: P) =>
 * R`.
 */
export function parameterTagOf(symbol: TsSymbol, parameter: string): string {
  for (const tag of symbol.getJsDocTags()) {
    if (tag.getName() !== 'param') continue;
    const [, name, text = ''] = /^(\S+)\s*-?\s*([\s\S]*)$/.exec(ts.displayPartsToString(tag.getText())) ?? [];
    if (name === parameter) return text.trim();
  }
  return '';
}
