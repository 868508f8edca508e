import type { TemplateSetOptions } from './api.ts';
import { Lexer } from './lexer.ts';
import type { TemplateText, TemplateTree } from './nodes.ts';
import { lineNumber } from './positions.ts';
import { TemplateError } from './template-error.ts';
import { isKeyword, Token, type TokenKind } from './tokens.ts';
import { quote } from './values/quote.ts';

/** Greatest nesting of parentheses and control structures together. */
const MAX_NESTING = 1000;

/** Texts, actions, operands and fields of one text. Go has no such limit; what is larger is no template that somebody wrote. */
const MAX_NODES = 500_000;

/** Tokens that are kept, so that the parser can go back three. */
const KEPT = 4;

/** Functions that may be called. */
interface KnownFunctions {
  readonly functions: ReadonlySet<string>;
  readonly onUnknown?: TemplateSetOptions['onUnknown'];
}

/** The tokens of one text, with what all templates defined in it share. The current token is the one that was read last. */
export class TokenStream {
  readonly source: TemplateText;
  readonly functions: ReadonlySet<string>;
  readonly onUnknown: KnownFunctions['onUnknown'];
  readonly trees = new Map<string, TemplateTree>();
  readonly #lexer: Lexer;
  readonly #kinds: TokenKind[] = [Token.eof, Token.eof, Token.eof, Token.eof];
  readonly #starts = [0, 0, 0, 0];
  readonly #ends = [0, 0, 0, 0];
  #read = -1;
  #lexed = -1;
  #nesting = 0;
  #nodes = 0;
  #line = 1;
  #lineEnd: number;

  /** Kind of the current token. */
  kind: TokenKind = Token.eof;
  start = 0;
  end = 0;
  /** Offset that Go reports for an error: the start of the token that was looked at last. */
  errorOffset = 0;

  constructor(source: TemplateText, { functions, onUnknown }: KnownFunctions) {
    this.source = source;
    this.functions = functions;
    this.onUnknown = onUnknown;
    this.#lexer = new Lexer(source.text, functions);
    this.#lineEnd = lineEndFrom(source.text, 0);
  }

  /** Makes the next token the current one. */
  next(): TokenKind {
    this.#read += 1;
    if (this.#read > this.#lexed) this.#lex();
    const slot = this.#read % KEPT;
    this.start = this.#starts[slot] ?? 0;
    this.end = this.#ends[slot] ?? 0;
    this.kind = this.#kinds[slot] ?? Token.eof;
    return this.kind;
  }

  #lex(): void {
    const lexer = this.#lexer;
    lexer.next();
    this.#lexed += 1;
    const slot = this.#lexed % KEPT;
    this.#kinds[slot] = lexer.kind;
    this.#starts[slot] = lexer.start;
    this.#ends[slot] = lexer.end;
    this.errorOffset = lexer.start;
  }

  nextNonSpace(): TokenKind {
    const kind = this.next();
    return kind === Token.space ? this.next() : kind;
  }

  /** The current token is to be read once more, with those before it where `count` says so. What is current is left as it is. */
  backUp(count = 1): void {
    this.#read -= count;
  }

  peek(): TokenKind {
    const kind = this.next();
    this.#read -= 1;
    return kind;
  }

  peekNonSpace(): TokenKind {
    const kind = this.nextNonSpace();
    this.#read -= 1;
    return kind;
  }

  /** The source of the current token. */
  get value(): string {
    return this.source.text.slice(this.start, this.end);
  }

  /** The line of an offset; cheap as long as the offsets grow. */
  lineAt(offset: number): number {
    while (offset > this.#lineEnd) {
      this.#line += 1;
      this.#lineEnd = lineEndFrom(this.source.text, this.#lineEnd + 1);
    }
    return this.#line;
  }

  /** Around all that may nest itself. */
  /** @throws TemplateError when the text has too many */
  countNodes(count: number): void {
    this.#nodes += count;
    if (this.#nodes > MAX_NODES) this.fail(`more than ${MAX_NODES} texts, actions, operands and fields`);
  }

  enter(): void {
    this.#nesting += 1;
    if (this.#nesting > MAX_NESTING) this.fail('max expression depth exceeded');
  }

  leave(): void {
    this.#nesting -= 1;
  }

  fail(detail: string): never {
    const { name, text } = this.source;
    const offset = this.errorOffset;
    const line = lineNumber(text, offset);
    const endOffset = Math.max(offset, this.#ends[this.#lexed % KEPT] ?? offset);
    throw new TemplateError(`template: ${name}:${line}: ${detail}`, {
      class: 'parse',
      template: name,
      line,
      offset,
      endOffset,
      detail,
    });
  }

  /** The current token cannot stand here. */
  unexpected(context: string, actionOffset: number | undefined): never {
    if (this.kind !== Token.error) return this.fail(`unexpected ${this.#description()} in ${context}`);
    const problem = this.#lexer.problem ?? '';
    return this.fail(problem + (actionOffset === undefined ? '' : this.#whereItStarted(actionOffset, problem)));
  }

  #whereItStarted(actionOffset: number, problem: string): string {
    const { name, text } = this.source;
    const line = lineNumber(text, actionOffset);
    if (line === lineNumber(text, this.start)) return '';
    return `${problem.endsWith(' action') ? '' : ' in action'} started at ${name}:${line}`;
  }

  #description(): string {
    if (this.kind === Token.eof) return 'EOF';
    const value = this.value;
    if (isKeyword(this.kind)) return `<${value}>`;
    if (Buffer.byteLength(value) <= 10) return quote(value);
    return `${quote([...value.slice(0, 20)].slice(0, 10).join(''))}...`;
  }
}

/** Finds the end of the line that contains `from`: its newline, or beyond the text. */
function lineEndFrom(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? Number.POSITIVE_INFINITY : end;
}
