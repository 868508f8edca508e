import { type Document, isCollection, isNode } from 'yaml';
import { z } from 'zod';
import { Rule, type RuleScope, type RulesState } from '#contract';
import type { FileReadResult } from '#core/files/text-file';
import { pathInDocument, readYaml } from '#core/parsing/yaml-text';
import { sha256 } from '#core/text/sha256';
import { whyRuleIsWrong } from './rule-problems.ts';

export type RulesProblem = RulesState['problems'][number];

/** Content of a rules file. */
export interface RulesFile {
  readonly user: readonly Rule[];
  /** Rules by the real path of their workspace. */
  readonly workspaces: ReadonlyMap<string, readonly Rule[]>;
  readonly problems: readonly RulesProblem[];
}

/** Position of a rule in the file. */
export interface RulePlace {
  readonly scope: RuleScope;
  readonly workspace: string;
}

export const listPath = ({ scope, workspace }: RulePlace): readonly string[] =>
  scope === 'user' ? ['user'] : ['workspaces', workspace];

/** A person who writes a rule by hand need not invent an id or a date. */
const Written = Rule.extend({ id: Rule.shape.id.optional(), at: Rule.shape.at.optional() });

const Outline = z.strictObject({
  user: z.array(z.unknown()).nullish(),
  workspaces: z.record(z.string(), z.array(z.unknown()).nullish()).nullish(),
});

/** Reads a rules file's text. With problems, what could be read is there all the same: the rules that deny are to count. */
export function parseRulesFile(reading: FileReadResult): RulesFile {
  if (reading.state === 'missing') return { user: [], workspaces: new Map(), problems: [] };
  if (reading.state === 'unreadable') return nothing([{ path: '', message: reading.message }]);
  const yaml = readYaml(reading.text);
  const problems: RulesProblem[] = [...yaml.problems];
  const value = yaml.value ?? partOf(yaml.document);
  const outline = Outline.safeParse(value);
  const lines = lineFinder(yaml.document, reading.text);
  if (!outline.success) {
    const wrong = outline.error.issues.map(({ path, message }) => ({ path: path.join('.'), ...lines(path), message }));
    return { ...loose(value, lines), problems: [...problems, ...wrong] };
  }
  const read = rulesIn(outline.data, lines);
  return { ...read, problems: [...problems, ...read.problems] };
}

function nothing(problems: readonly RulesProblem[]): RulesFile {
  return { user: [], workspaces: new Map(), problems };
}

type LineLookup = (path: readonly PropertyKey[]) => { line?: number };

function rulesIn({ user, workspaces }: z.infer<typeof Outline>, lines: LineLookup): RulesFile {
  const problems: RulesProblem[] = [];
  const ids = new Set<string>();
  const readOne = (one: unknown, at: readonly PropertyKey[]): Rule[] => {
    const rule = ruleIn(one);
    const why = 'problems' in rule ? rule.problems : ids.has(rule.id) ? [`The id ${rule.id} is there twice`] : [];
    for (const message of why) problems.push({ path: at.join('.'), ...lines(at), message });
    if ('problems' in rule) return [];
    ids.add(rule.id);
    return [rule];
  };
  const read = (list: readonly unknown[] | null | undefined, path: readonly string[]) =>
    (list ?? []).flatMap((one, index) => readOne(one, [...path, index]));
  const folders = Object.entries(workspaces ?? {});
  return {
    user: read(user, ['user']),
    workspaces: new Map(folders.map(([folder, list]) => [folder, read(list, ['workspaces', folder])])),
    problems,
  };
}

/** Reads those lists of a file with an unexpected structure that are where they should be. */
function loose(value: unknown, lines: LineLookup): Omit<RulesFile, 'problems'> {
  const given = z.object({ user: z.unknown(), workspaces: z.unknown() }).partial().safeParse(value).data ?? {};
  const list = z.array(z.unknown()).catch([]);
  const folders = z.record(z.string(), list).catch({}).parse(given.workspaces);
  return rulesIn({ user: list.parse(given.user), workspaces: folders }, lines);
}

function ruleIn(value: unknown): Rule | { readonly problems: readonly string[] } {
  const parsed = Written.safeParse(value);
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')),
    };
  }
  const { id = idOf(parsed.data), at = 0, note, verdict, subject } = parsed.data;
  const why = whyRuleIsWrong({ verdict, subject });
  if (why !== undefined) return { problems: [why] };
  return { id, verdict, subject, ...(note !== undefined && { note }), at };
}

const idOf = (rule: object): string => sha256(JSON.stringify(rule)).slice(0, 12);

/** Text with a fault in it may still be read up to there, or around it. */
function partOf(document: Document): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return value ?? {};
  } catch {
    return {};
  }
}

function lineFinder(document: Document, text: string): LineLookup {
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const node: unknown = document.getIn(pathTo(document, path.slice(0, length)), true);
      const start = isNode(node) ? node.range?.[0] : undefined;
      if (start !== undefined) return { line: text.slice(0, start).split('\n').length };
    }
    return {};
  };
}

/** Keys as the document spells them, and places in lists as numbers. */
function pathTo(document: Document, path: readonly PropertyKey[]): unknown[] {
  const names = path.map(String);
  return pathInDocument(document, names).map((name, index) => (typeof path[index] === 'number' ? path[index] : name));
}

/** The place of a rule in its list. */
export function indexOfRule(document: Document, place: RulePlace, rules: readonly Rule[], id: string): number {
  const list: unknown = document.getIn(pathInDocument(document, listPath(place)), true);
  return isCollection(list) ? rules.findIndex((rule) => rule.id === id) : -1;
}
