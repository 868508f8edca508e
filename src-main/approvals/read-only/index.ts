/** The read-only preset: command lines that are proven to do nothing but read what lies in the workspace. */
import type { Analysis, Part, Redirection } from '#shell-analysis';
import { PROVEN, type Proof, type Proven, unproven } from '../proof.ts';
import { isAndOnly, whyUnaccounted } from './accounted-text.ts';
import { expandWord } from './argument-words.ts';
import { whyNotReader } from './programs.ts';
import { absolute, type Below, type FileSystem, Reader } from './reader.ts';

export type { Below, FileSystem } from './reader.ts';

export interface ReadOnlyOptions extends FileSystem {
  readonly workspace: string;
  /** Where the line would run: the same folder or one inside. */
  readonly cwd: string;
}

export interface ReadOnly extends Proof {
  /** Folders that are read with all below them; that no credentials lie there is for `credentialsBelow` to say. */
  readonly below: readonly Below[];
}

/** Stricter than what a person is shown: not even within emoji, and no carriage return. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?![\n\t])\p{Cc}/u;

/** The parser's names; what is not here has not been thought about. */
const NODE_TYPES = new Set(
  `Script Statement AndOr Pipeline Command Word Literal SingleQuoted DoubleQuoted AnsiCQuoted Glob SimpleExpansion Redirect
  FileDescriptor HereString HereDoc HereDocDelimiter HereDocBody Negation Time Subshell BraceGroup CompoundList If Elif
  Redirected TestCommand TestUnary TestNot TestLogical ArithmeticExpansion ArithmeticBinary ArithmeticUnary ArithmeticGroup
  ArithmeticWord`.split(/\s+/),
);

/** Whether the line is proven to read only: every kind of node, program, option, operand and redirection is on a closed list. */
export function readOnly(analysis: Analysis, options: ReadOnlyOptions): ReadOnly {
  // What is wrong with the line as a whole makes its parts mean something else than they say.
  const line = whyNotLine(analysis);
  if (line !== undefined) {
    return { line: unproven(line), parts: analysis.parts.map(() => unproven(line)), below: [] };
  }
  const folders = new Folders(analysis, options.cwd);
  const below: Below[] = [];
  const parts = analysis.parts.map((part, index): Proven => {
    // What a wrapper runs was judged with the wrapper.
    if (part.wrappers.length > 0) return PROVEN;
    const cwds = folders.before(index);
    if (cwds === undefined) return unproven('where it would run is not certain');
    const reader = new Reader({ ...options, roots: [options.workspace], cwds });
    const { why, argv } = judge(part, reader);
    below.push(...reader.below);
    if (argv[0] === 'cd' && why === undefined) folders.moved(index, argv.at(-1) ?? '.');
    return why === undefined ? PROVEN : unproven(why);
  });
  return { line: parts.find(({ isProven }) => !isProven) ?? PROVEN, parts, below };
}

function whyNotLine(analysis: Analysis): string | undefined {
  const { line, parts, errors, unknown, nodeTypes } = analysis;
  if (errors.length > 0) return 'it could not be read as bash';
  if (parts.length === 0) return unknown[0]?.why ?? 'there is no command in it';
  if (UNSEEN.test(line)) return 'it holds characters that are not seen';
  const odd = [...nodeTypes].find((type) => !NODE_TYPES.has(type));
  if (odd !== undefined) return `it holds what the preset does not know (${odd})`;
  if (parts.some(({ places }) => places.includes('background'))) return 'something goes on in the background';
  return whyUnaccounted(analysis);
}

interface Judged {
  readonly why: string | undefined;
  readonly argv: readonly string[];
}

function judge(part: Part, reader: Reader): Judged {
  const beside =
    part.assignments.length > 0
      ? 'it sets a variable'
      : part.redirections.map((one) => whyNotRedirection(one, reader)).find((why) => why !== undefined);
  if (beside !== undefined) return { why: beside, argv: [] };
  // Redirections of a group, or alone.
  if (part.words.length === 0)
    return { why: part.redirections.length > 0 ? undefined : 'there is no program', argv: [] };
  if (part.program === undefined) return { why: 'its program is not literal', argv: [] };
  const argv: string[] = [];
  for (const word of part.words) {
    const expanded = expandWord(word, reader, part.program);
    if ('why' in expanded) return { why: expanded.why, argv };
    argv.push(...expanded.words);
  }
  return { why: whyNotReader(argv, reader), argv };
}

function whyNotRedirection({ operator, target, here }: Redirection, reader: Reader): string | undefined {
  if (operator === '<<<' || operator === '<<') return here?.isLiteral ? undefined : 'what it is given is expanded';
  const path = target?.literal;
  if (path === undefined) return 'where it is redirected is not literal';
  if (operator === '<') return reader.whyNotRead(path);
  if (/^(>|>>|&>|&>>)$/.test(operator) && path === '/dev/null') return undefined;
  if (operator === '>&' && /^[12]$|^\/dev\/null$/.test(path)) return undefined;
  return `it is redirected (${operator} ${path})`;
}

/** Where one part may run; each `cd` that may fail doubles it. */
const MOST_FOLDERS = 16;

/** Where each part may run, after the `cd`s before it: exactly where they went well for sure, otherwise in each possible place. */
class Folders {
  readonly #analysis: Analysis;
  #now: readonly string[];
  #otherwise: readonly string[] = [];
  #end = 0;

  constructor(analysis: Analysis, cwd: string) {
    this.#analysis = analysis;
    this.#now = [cwd];
  }

  /** Undefined after too many changes. */
  before(index: number): readonly string[] | undefined {
    if (this.#now.length + this.#otherwise.length > MOST_FOLDERS) return undefined;
    const part = this.#analysis.parts[index];
    if (part === undefined) return this.#now;
    const between = this.#analysis.line.slice(this.#end, part.span.start);
    if (!isAndOnly(between)) this.#join();
    this.#end = Math.max(this.#end, part.span.end);
    return this.#now;
  }

  moved(index: number, to: string): void {
    const isCertain = !this.#analysis.parts[index]?.places.some((place) => place !== 'and-or');
    const targets = this.#now.map((cwd) => absolute(to, cwd));
    this.#otherwise = [...this.#otherwise, ...this.#now];
    this.#now = targets;
    if (!isCertain) this.#join();
  }

  #join(): void {
    this.#now = [...new Set([...this.#now, ...this.#otherwise])];
    this.#otherwise = [];
  }
}
