import { createTemplateSet, type MissingKey, TemplateError, type TemplateValue } from '#template';
import { GO_TEMPLATE_FUNCTIONS } from './go-template-functions.ts';
import type { Suite } from './run-suite.ts';

/** Part of an error that is compared: its class, its line, or every word. */
export type Level = 'output' | 'line' | 'message';

interface Failure {
  readonly class: string;
  readonly message?: string | undefined;
  readonly line?: number | undefined;
}

/** Result of a template. */
export interface Outcome {
  readonly output?: string | undefined;
  readonly error?: Failure | undefined;
}

export interface TemplateCase {
  readonly name: string;
  readonly templates: string | Readonly<Record<string, string>>;
  readonly entry?: string | undefined;
  readonly data?: TemplateValue;
  readonly funcs?: readonly string[] | undefined;
  readonly missingkey?: MissingKey | undefined;
  readonly expect: Outcome;
  /** Outcome of newer Go, if it differs; either is accepted. */
  readonly expectNewer?: Outcome | undefined;
}

/** Templates with what Go prints, through the door that the app uses. */
export const goTemplate: Suite = async (cases, say, options) => {
  if (!Array.isArray(cases)) throw new Error('the cases are no list');
  const level = levelOf(options?.get('level'));
  const failures: string[] = [];
  for (const one of cases as readonly TemplateCase[]) {
    const problem = await whatIsWrong(one, level);
    if (problem !== undefined) failures.push(problem);
    say(`${problem === undefined ? 'ok    ' : 'failed'} ${one.name}`);
  }
  return { passed: cases.length - failures.length, skipped: 0, failures };
};

function levelOf(text = 'line'): Level {
  if (text === 'output' || text === 'line' || text === 'message') return text;
  throw new Error(`--level is output, line or message, not '${text}'`);
}

/** Describes the difference for a person; undefined if the case passes. */
export async function whatIsWrong(one: TemplateCase, level: Level): Promise<string | undefined> {
  const got = await outcomeOf(one);
  if (matches(one.expect, got, level)) return undefined;
  if (one.expectNewer !== undefined && matches(one.expectNewer, got, level)) return undefined;
  const wanted = JSON.stringify(one.expectNewer ?? one.expect);
  return `${one.name}\n  ${JSON.stringify(one.templates).slice(0, 200)}\n  wanted ${wanted.slice(0, 400)}\n  got    ${JSON.stringify(got).slice(0, 400)}`;
}

/** Parses and executes it with the functions that it names; throws nothing. */
export async function outcomeOf(one: Omit<TemplateCase, 'name' | 'expect'>): Promise<Outcome> {
  const { templates, entry = 'main', data, funcs = [], missingkey } = one;
  try {
    const set = createTemplateSet({ functions: funcs });
    const texts = typeof templates === 'string' ? { main: templates } : templates;
    for (const [name, text] of Object.entries(texts)) set.parse(name, text);
    const functions = new Map([...GO_TEMPLATE_FUNCTIONS].filter(([name]) => funcs.includes(name)));
    // What is absent is nil to Go's Execute.
    const { output } = await set.execute(entry, data ?? null, { functions, missingKey: missingkey });
    return { output };
  } catch (error) {
    if (!(error instanceof TemplateError)) return { error: { class: 'crash', message: String(error) } };
    const { class: kind, line } = error.at;
    // A limit of ours is where Go has one, too.
    return { error: { class: kind === 'limit' ? 'exec' : kind, message: error.message, line } };
  }
}

function matches(wanted: Outcome, got: Outcome, level: Level): boolean {
  if (wanted.error === undefined) return got.output !== undefined && got.output === wanted.output;
  const { error } = got;
  if (error?.class !== wanted.error.class) return false;
  if (level === 'output') return true;
  if (wanted.error.line && error.line !== wanted.error.line) return false;
  return level === 'line' || error.message === wanted.error.message;
}
