/** The read-only preset: command lines that are proven to do nothing but read what lies in the workspace. */
import { type Analysis, constructWords, type Loop, type SimpleCommand } from '#shell-analysis';
import { type LineProof, PROVEN, type ReadProof, unprovenRead } from '../proof.ts';
import { whyUnaccounted } from './accounted-text.ts';
import { expandWord, type VariableChoice } from './argument-words.ts';
import { Folders } from './folders.ts';
import { judgePart } from './judge.ts';
import { type DiskAccess, type GitUse, PathJudge, type TreeRead } from './path-judge.ts';
import { LineVariables } from './variables.ts';

export type { DiskAccess, TreeRead } from './path-judge.ts';

export interface ReadOnlyOptions extends DiskAccess {
  readonly workspace: string;
  /** Folder in which the line would run: the same or one inside. */
  readonly cwd: string;
}

export interface ProvenReads extends LineProof {
  /** Folders that are read with all below them; that no credentials lie there is for `credentialsBelow` to say. */
  readonly below: readonly TreeRead[];
  /** Calls of git, of which what they find is for `lookAtGit` to say. */
  readonly git: readonly GitUse[];
}

/** Stricter than what a person is shown: not even within emoji, and no carriage return. */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?![\n\t])\p{Cc}/u;

/** The parser's names; what is not here has not been thought about. */
const NODE_TYPES = new Set(
  `Script Statement AndOr Pipeline Command Word Literal SingleQuoted DoubleQuoted AnsiCQuoted Glob SimpleExpansion Redirect
  FileDescriptor HereString HereDoc HereDocDelimiter HereDocBody Negation Time Subshell BraceGroup CompoundList If Elif
  Redirected TestCommand TestUnary TestNot TestLogical ArithmeticExpansion ArithmeticBinary ArithmeticUnary ArithmeticGroup
  ArithmeticWord For ParameterExpansion Assignment`.split(/\s+/),
);

const NOWHERE_CERTAIN = 'where it would run is not certain';

/** Commands that change the shell's folder, or run a file in it that may. */
const LEAVING = new Set(['cd', 'pushd', 'popd', 'source', '.']);
/** Commands whose text is looked into where it is literal. */
const TAKES_TEXT = new Set(['eval', 'trap']);

/** Whether what follows a part may run elsewhere, unless the part itself is proven. */
function mayLeave({ program, words }: SimpleCommand): boolean {
  if (program === undefined) return words.length > 0;
  return LEAVING.has(program) || (TAKES_TEXT.has(program) && words.some(({ literal }) => literal === undefined));
}

/** Whether the line is proven to read only: every kind of node, program, option, operand and redirection is on a closed list. */
export function readOnly(analysis: Analysis, options: ReadOnlyOptions): ProvenReads {
  // What is wrong with the line as a whole makes its parts mean something else than they say.
  const line = whyNotLine(analysis);
  if (line !== undefined) {
    return { line: unprovenRead(line), parts: analysis.parts.map(() => unprovenRead(line)), below: [], git: [] };
  }
  return new LineProver(analysis, options).all();
}

/** Goes through a line's parts in order. */
class LineProver {
  readonly #analysis: Analysis;
  readonly #pathJudge: PathJudge;
  readonly #folders: Folders;
  readonly #variables: LineVariables;

  constructor(analysis: Analysis, options: ReadOnlyOptions) {
    this.#analysis = analysis;
    this.#pathJudge = new PathJudge({ ...options, roots: [options.workspace], cwds: [options.cwd] });
    this.#folders = new Folders(analysis, options.cwd);
    this.#variables = new LineVariables(analysis, (loop) => this.#valuesOf(loop));
  }

  all(): ProvenReads {
    let isAdrift = false;
    const parts = this.#analysis.parts.map((part, index): ReadProof => {
      // What a wrapper runs was judged with the wrapper.
      const why = part.wrappers.length > 0 ? undefined : isAdrift ? NOWHERE_CERTAIN : this.#whyNot(part, index);
      isAdrift ||= mayLeave(part) && (why !== undefined || part.wrappers.length > 0);
      return why === undefined ? PROVEN : unprovenRead(why);
    });
    const { below, git } = this.#pathJudge;
    const settled = isAdrift ? this.#withoutLoops(parts) : parts;
    return { line: settled.find(({ isProven }) => !isProven) ?? PROVEN, parts: settled, below, git };
  }

  /** The parts, but none in a loop that goes somewhere unproven: its next round begins there. */
  #withoutLoops(proofs: readonly ReadProof[]): readonly ReadProof[] {
    const { parts } = this.#analysis;
    const isLooping = ({ places }: SimpleCommand) => places.includes('loop');
    const leaving = new Set(
      parts.filter((part) => isLooping(part) && mayLeave(part)).map(({ statement }) => statement),
    );
    return proofs.map((proof, index) => {
      const part = parts[index];
      return part && isLooping(part) && leaving.has(part.statement) ? unprovenRead(NOWHERE_CERTAIN) : proof;
    });
  }

  /** Judged in each folder where it may run, with each value that its variables may have. */
  #whyNot(part: SimpleCommand, index: number): string | undefined {
    const cwds = this.#folders.before(index);
    if (cwds === undefined) return NOWHERE_CERTAIN;
    this.#now = cwds;
    const choices = this.#variables.choicesFor(index);
    if ('why' in choices) return choices.why;
    const targets = new Set<string>();
    for (const pathJudge of cwds.map((cwd) => this.#pathJudge.from([cwd]))) {
      const why = this.#whyNotFrom(pathJudge, index, choices, targets);
      if (why !== undefined) return why;
    }
    if (targets.size === 0) return undefined;
    // In the next round it would start from there.
    if (part.places.lastIndexOf('loop') > part.places.lastIndexOf('subshell'))
      return 'a loop goes from folder to folder';
    this.#folders.moved(index, [...targets]);
    return undefined;
  }

  #whyNotFrom(
    pathJudge: PathJudge,
    index: number,
    choices: readonly VariableChoice[],
    targets: Set<string>,
  ): string | undefined {
    for (const choice of choices) {
      const { why, argv } = judgePart(index, { analysis: this.#analysis, pathJudge, choice });
      if (why !== undefined) return why;
      if (argv[0] === 'cd') targets.add(argv.at(-1) ?? '.');
    }
    return undefined;
  }

  /** Folders in which the current part may run; a loop's words are looked up there. */
  #now: readonly string[] = [];

  #valuesOf({ words }: Loop): readonly string[] | { readonly why: string } {
    const values: string[] = [];
    for (const cwd of this.#now) {
      for (const word of words) {
        const expanded = expandWord(word, this.#pathJudge.from([cwd]), 'for');
        if ('why' in expanded) return expanded;
        values.push(...expanded.words);
      }
    }
    return [...new Set(values)];
  }
}

function whyNotLine(analysis: Analysis): string | undefined {
  const { line, parts, errors, unknown, nodeTypes } = analysis;
  if (errors.length > 0) return 'it could not be read as bash';
  if (parts.length === 0) return unknown[0]?.why ?? 'there is no command in it';
  if (UNSEEN.test(line)) return 'it contains invisible characters';
  const odd = [...nodeTypes].find((type) => !NODE_TYPES.has(type));
  if (odd !== undefined) return `it has ${constructWords(odd)}, which is not proven to be harmless`;
  if (parts.some(({ places }) => places.includes('background'))) return 'something goes on in the background';
  return whyUnaccounted(analysis);
}
