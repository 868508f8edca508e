import { CLOSED_BY, type FormulaOpening, isFormula, MAX_SOURCE } from './formula-source.ts';

/** A character of micromark: its number, one below zero for a line's end or a tab, `null` at the end of the text. */
type Code = number | null;
type State = (code: Code) => State | undefined;

interface Token {
  /** Data that `formulaSyntax` keeps on the tokens of formulas. */
  formula?: { readonly opening: FormulaOpening; readonly tex: string; readonly isAlone: boolean };
}

interface Effects {
  enter(type: string): Token;
  exit(type: string): Token;
  consume(code: Code): void;
  check(construct: Construct, ok: State, nok: State): State;
}

interface TokenizeContext {
  readonly parser: { readonly lazy: Readonly<Record<number, boolean>> };
  now(): { readonly line: number };
}

interface Construct {
  readonly name?: string;
  readonly partial?: boolean;
  readonly concrete?: boolean;
  readonly previous?: (code: Code) => boolean;
  readonly tokenize: (this: TokenizeContext, effects: Effects, ok: State, nok: State) => State;
}

interface FormulaStart {
  readonly context: TokenizeContext;
  readonly effects: Effects;
  readonly ok: State;
  readonly nok: State;
  /** Whether it is on lines of its own, where a block may begin. */
  readonly isAlone: boolean;
}

interface CompileContext {
  enter(node: object, token: Token): void;
  exit(token: Token): void;
}

/** Part of the processor of `remark-parse` that is used here. */
interface Processor {
  data(): Record<string, unknown>;
}

const DOLLAR = 36;
const BACKSLASH = 92;
const BACKTICK = 96;
const isEnd = (code: Code): code is null | -5 | -4 | -3 => code === null || (code < -2 && code > -6);
const isBlank = (code: Code) => code === -2 || code === -1 || code === 32;
const characterOf = (code: number) => (code < 0 ? ' ' : String.fromCharCode(code));

/** A remark plugin: formulas between `$`, `$$`, `\(` and `\[`, which become `span`s that the properties of a formula stand on. */
export function remarkFormulas(this: unknown): void {
  const data = (this as Processor).data();
  listIn(data, 'micromarkExtensions').push({
    text: { [DOLLAR]: construct(false), [BACKSLASH]: construct(false) },
    flow: { [DOLLAR]: construct(true), [BACKSLASH]: construct(true) },
  });
  listIn(data, 'fromMarkdownExtensions').push({ exit: { formula: addNode } });
}

function listIn(data: Record<string, unknown>, key: string): unknown[] {
  const list = Array.isArray(data[key]) ? data[key] : [];
  data[key] = list;
  return list;
}

function addNode(this: CompileContext, token: Token): void {
  const { formula } = token;
  if (formula === undefined) return;
  const { opening, tex, isAlone } = formula;
  const source = `${opening}${tex}${CLOSED_BY[opening]}`;
  const dataFormula = opening === '$$' || opening === '\\[' ? 'display' : 'inline';
  const span = {
    hName: 'span',
    hProperties: { dataFormula, dataTex: tex },
    hChildren: [{ type: 'text', value: source }],
  };
  const node = { type: 'formula', data: span };
  if (isAlone) this.enter({ type: 'paragraph', children: [] }, token);
  this.enter(node, token);
  this.exit(token);
  if (isAlone) this.exit(token);
}

const construct = (isAlone: boolean): Construct => ({
  name: isAlone ? 'formulaFlow' : 'formulaText',
  concrete: isAlone,
  previous: (code) => isAlone || code === null || !/[\w$]/.test(characterOf(code)),
  tokenize(effects, ok, nok) {
    return new FormulaTokenizer({ context: this, effects, ok, nok, isAlone }).start;
  },
});

/** Reads one formula, and gives up where it cannot be one: the text is then read as if this were not there. */
class FormulaTokenizer {
  readonly #effects: Effects;
  readonly #ok: State;
  readonly #nok: State;
  readonly #isAlone: boolean;
  readonly #goOn: Construct;
  #opening: FormulaOpening = '$';
  #tex = '';
  #isLineEmpty = false;

  constructor({ context, effects, ok, nok, isAlone }: FormulaStart) {
    [this.#effects, this.#ok, this.#nok, this.#isAlone] = [effects, ok, nok, isAlone];
    this.#goOn = nextLine(context);
  }

  readonly start: State = (code) => {
    this.#effects.enter('formula');
    this.#effects.enter('formulaData');
    this.#effects.consume(code);
    return code === DOLLAR ? this.#afterDollar : this.#afterBackslash;
  };

  readonly #afterDollar: State = (code) => {
    if (code !== DOLLAR) return this.#isAlone ? this.#nok(code) : this.#inside(code);
    this.#opening = '$$';
    this.#effects.consume(code);
    return this.#inside;
  };

  readonly #afterBackslash: State = (code) => {
    const opening = code === null ? '' : `\\${characterOf(code)}`;
    if (opening !== '\\[' && (opening !== '\\(' || this.#isAlone)) return this.#nok(code);
    this.#opening = opening;
    this.#effects.consume(code);
    return this.#inside;
  };

  readonly #inside: State = (code) => {
    if (code === null || code === BACKTICK || this.#tex.length > MAX_SOURCE) return this.#nok(code);
    if (isEnd(code)) return this.#lineEnd(code);
    if (!isBlank(code)) this.#isLineEmpty = false;
    if (code === BACKSLASH) return this.#take(code, this.#escaped);
    if (code !== DOLLAR || this.#opening.startsWith('\\')) return this.#take(code, this.#inside);
    this.#effects.consume(code);
    return this.#opening === '$' ? this.#close : this.#closingDollar;
  };

  readonly #closingDollar: State = (code) => {
    if (code !== DOLLAR) return this.#nok(code);
    this.#effects.consume(code);
    return this.#close;
  };

  /** State after a backslash in the formula. */
  readonly #escaped: State = (code) => {
    if (isEnd(code)) return this.#inside(code);
    const mark = `\\${characterOf(code)}`;
    // A formula in a formula is none: of many that never close, each is read once.
    if (mark === this.#opening) return this.#nok(code);
    if (mark !== CLOSED_BY[this.#opening]) return this.#take(code, this.#inside);
    this.#tex = this.#tex.slice(0, -1);
    this.#effects.consume(code);
    return this.#close;
  };

  readonly #close: State = (code) => {
    if (this.#isAlone && isBlank(code)) {
      this.#effects.consume(code);
      return this.#close;
    }
    if (this.#isAlone && !isEnd(code)) return this.#nok(code);
    const [opening, tex, isAlone] = [this.#opening, this.#tex, this.#isAlone];
    const next = isEnd(code) ? '' : characterOf(code);
    if (!isFormula({ opening, tex, next, isAlone })) return this.#nok(code);
    this.#effects.exit('formulaData');
    this.#effects.exit('formula').formula = { opening, tex, isAlone };
    return this.#ok(code);
  };

  #take(code: number, next: State): State {
    this.#tex += characterOf(code);
    this.#effects.consume(code);
    return next;
  }

  /** A blank line ends what goes on over lines, as it ends a paragraph. */
  #lineEnd(code: Code): State | undefined {
    if (this.#isLineEmpty) return this.#nok(code);
    return this.#isAlone ? this.#effects.check(this.#goOn, this.#nextLine, this.#nok)(code) : this.#nextLine(code);
  }

  readonly #nextLine: State = (code) => {
    this.#isLineEmpty = true;
    this.#tex += '\n';
    this.#effects.exit('formulaData');
    this.#effects.enter('lineEnding');
    this.#effects.consume(code);
    this.#effects.exit('lineEnding');
    return this.#afterLineEnd;
  };

  readonly #afterLineEnd: State = (code) => {
    if (isEnd(code)) return this.#nok(code);
    this.#effects.enter('formulaData');
    return this.#inside(code);
  };
}

/** The next line belongs to the same list or quote. */
const nextLine = (context: TokenizeContext): Construct => ({
  partial: true,
  tokenize: (effects, ok, nok) => (code) => {
    if (code === null) return nok(code);
    effects.enter('lineEnding');
    effects.consume(code);
    effects.exit('lineEnding');
    return (next) => (context.parser.lazy[context.now().line] ? nok(next) : ok(next));
  },
});
