import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../../src-renderer');

interface Rule {
  readonly selectors: readonly string[];
  readonly declarations: readonly { readonly property: string; readonly value: string }[];
}

/** Rules of a sheet, also those in at-rules; nested rules are not used here. */
function rulesOf(path: string): readonly Rule[] {
  const css = readFileSync(path, 'utf8').replace(/\/\*.*?\*\//gs, '');
  return [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selectors = '', body = '']) => ({
    selectors: selectors.split(',').map((one) => one.trim()),
    declarations: [...body.matchAll(/([\w-]+)\s*:\s*([^;]+)/g)].map(([, property = '', value = '']) => ({
      property,
      value: value.trim(),
    })),
  }));
}

const isSameProperty = (one: string, other: string) =>
  one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`);

/** Declarations of a class by itself, in whatever rules. */
const declarationsOf = (rules: readonly Rule[], selector: string) =>
  rules.filter(({ selectors }) => selectors.includes(selector)).flatMap(({ declarations }) => declarations);

/** Declarations that a class it composes makes otherwise, each as `sheet .class property`. */
function overriddenIn(path: string): readonly string[] {
  const rules = rulesOf(path);
  return [...new Set(rules.flatMap(({ selectors }) => selectors))].flatMap((selector) => {
    const declarations = declarationsOf(rules, selector);
    const composed = declarations.flatMap(({ property, value }) => {
      const [, name, from] = (property === 'composes' && /^(\w+) from "(.+)"$/.exec(value)) || [];
      return name === undefined || from === undefined
        ? []
        : declarationsOf(rulesOf(join(dirname(path), from)), `.${name}`);
    });
    const own = declarations.filter(({ property, value }) =>
      composed.some((other) => isSameProperty(property, other.property) && value !== other.value),
    );
    return own.map(({ property }) => `${relative(ROOT, path)} ${selector} ${property}`);
  });
}

// Each view has a copy of a sheet it composes; the copy of a view opened later comes after this class, and wins.
test('a class says nothing that a class it composes says otherwise, unless that stands in :where', () => {
  const sheets = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .map((path) => join(ROOT, path));
  expect(sheets.map((path) => basename(path))).toContain('list-row.module.css');
  expect(sheets.flatMap(overriddenIn)).toEqual([]);
});
