import type { Analysis } from './model.ts';

/** Definitions in a line, if its text contains them. */
export interface ShellDefinitions {
  /** Bodies of functions, from their brace on, by name. */
  readonly functions: ReadonlyMap<string, string>;
  readonly aliases: ReadonlyMap<string, string>;
}

const HEAD = /^(?:function\s+([\w-]+)\s*(?:\(\s*\))?|([\w-]+)\s*\(\s*\))\s*(?=\{\s)/;
const ALIAS = /^([^\s=]+)=([\s\S]*)$/;

/** Functions whose body stands in braces, and aliases that are given literally; what else defines something is left out. */
export function definitionsIn({ line, parts, unknown }: Analysis): ShellDefinitions {
  const texts = unknown
    .filter(({ code }) => code === 'function')
    .map(({ span: { start, end } }) => line.slice(start, end));
  const functions = texts.flatMap((text): [string, string][] => {
    const head = HEAD.exec(text);
    const name = head?.[1] ?? head?.[2];
    return head && name !== undefined ? [[name, text.slice(head[0].length)]] : [];
  });
  const aliases = parts
    .filter(({ program, wrappers }) => program === 'alias' && wrappers.length === 0)
    .flatMap(({ words }) => words.slice(1).flatMap(({ literal }) => aliasOf(literal)));
  return { functions: new Map(functions), aliases: new Map(aliases) };
}

function aliasOf(literal: string | undefined): [string, string][] {
  const found = literal === undefined ? null : ALIAS.exec(literal);
  return found?.[1] !== undefined && found[2] !== undefined ? [[found[1], found[2]]] : [];
}
