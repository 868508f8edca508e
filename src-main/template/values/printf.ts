import { type TemplateValue, Uint8 } from '../values.ts';
import { type ArgumentStep, type Directive, type FormatPiece, MAX_NUMBER, parseFormat } from './format-parse.ts';
import { type ArgumentFormatter, argumentFormatter } from './format-quick.ts';
import { DEFAULT_SPEC, type FormatSpec } from './format-spec.ts';
import { checkLength, formatArgument } from './format-value.ts';
import { canonicalText, isPlain } from './text.ts';
import { templateTypeName } from './type-name.ts';

type CompiledFormat = (args: readonly TemplateValue[]) => string;

const BAD_STAR = { width: '%!(BADWIDTH)', precision: '%!(BADPREC)' } as const;

/** One call of printf under way. */
class Printer {
  readonly #args: readonly TemplateValue[];
  #next = 0;
  /** Indices were used: then nobody tells which arguments are left over. */
  #isReordered = false;
  #isGoodIndex = true;

  constructor(args: readonly TemplateValue[]) {
    this.#args = args;
  }

  print({ spec, steps, hasBadIndex }: Directive): string {
    if (steps.length === 0) return this.#printVerb(spec);
    this.#isGoodIndex = !hasBadIndex;
    let out = '';
    let adjusted = spec;
    for (const step of steps) {
      if (step.kind === 'index') this.#goTo(step.index);
      else {
        const taken = this.#takeStar(adjusted, step.kind);
        adjusted = taken ?? adjusted;
        if (taken === undefined) out += BAD_STAR[step.kind];
      }
    }
    return out + this.#printIndexed(adjusted);
  }

  #printIndexed(spec: FormatSpec): string {
    const needsArgument = spec.verb !== '' && spec.verb !== '%';
    return needsArgument && !this.#isGoodIndex ? `%!${spec.verb}(BADINDEX)` : this.#printVerb(spec);
  }

  #printVerb(spec: FormatSpec): string {
    if (spec.verb === '') return '%!(NOVERB)';
    if (spec.verb === '%') return '%';
    if (this.#next >= this.#args.length) return `%!${spec.verb}(MISSING)`;
    return formatArgument(this.#args[this.#next++], spec);
  }

  #goTo(index: (ArgumentStep & { kind: 'index' })['index']): void {
    this.#isReordered = true;
    if (index !== undefined && index >= 0 && index < this.#args.length) this.#next = index;
    else this.#isGoodIndex = false;
  }

  #takeStar(spec: FormatSpec, kind: 'width' | 'precision'): FormatSpec | undefined {
    if (this.#next >= this.#args.length) return undefined;
    const value = integerArgument(this.#args[this.#next++]);
    if (value === undefined || Math.abs(value) > MAX_NUMBER) return undefined;
    if (kind === 'precision') return value < 0 ? undefined : { ...spec, precision: value };
    return value < 0 ? { ...spec, width: -value, minus: true, zero: false } : { ...spec, width: value };
  }

  rest(): string {
    if (this.#isReordered || this.#next >= this.#args.length) return '';
    const extra = this.#args.slice(this.#next).map((value) => {
      const isNil = value === undefined || value === null;
      return isNil ? '<nil>' : `${templateTypeName(value)}=${formatArgument(value, DEFAULT_SPEC)}`;
    });
    return `%!(EXTRA ${extra.join(', ')})`;
  }
}

function integerArgument(value: TemplateValue): number | undefined {
  if (value instanceof Uint8) return value.value;
  return typeof value === 'bigint' ? Number(value) : undefined;
}

function print(pieces: readonly FormatPiece[], args: readonly TemplateValue[]): string {
  const printer = new Printer(args);
  let out = '';
  for (const piece of pieces) {
    out = checkLength(out + (typeof piece === 'string' ? piece : printer.print(piece)));
  }
  return canonicalText(out + printer.rest());
}

/** Formats where every directive takes the next argument: texts, and a directive behind each but the last. */
interface QuickFormat {
  readonly texts: readonly string[];
  readonly formatters: readonly ArgumentFormatter[];
}

function quickFormat(pieces: readonly FormatPiece[]): QuickFormat | undefined {
  const texts = [''];
  const formatters: ArgumentFormatter[] = [];
  for (const piece of pieces) {
    const last = texts.length - 1;
    if (typeof piece === 'string') texts[last] += piece;
    else if (piece.steps.length > 0 || piece.spec.verb === '') return undefined;
    else if (piece.spec.verb === '%') texts[last] += '%';
    else {
      formatters.push(argumentFormatter(piece.spec));
      texts.push('');
    }
  }
  return texts.every(isPlain) ? { texts, formatters } : undefined;
}

/** Whether nothing of it can be part of a character. */
function isIntegerValue(value: TemplateValue): boolean {
  return typeof value === 'string' ? isPlain(value) : typeof value !== 'object';
}

function printQuickly({ texts, formatters }: QuickFormat, args: readonly TemplateValue[]): string {
  let out = texts[0] ?? '';
  let areWhole = true;
  for (let at = 0; at < formatters.length; at++) {
    const value = args[at];
    out += formatters[at]?.(value);
    out += texts[at + 1];
    areWhole = areWhole && isIntegerValue(value);
    checkLength(out);
  }
  return areWhole ? out : canonicalText(out);
}

/** A format read once, for many calls. */
export function compileFormat(format: string): CompiledFormat {
  const pieces = parseFormat(format);
  const quick = quickFormat(pieces);
  return (args) =>
    quick !== undefined && args.length === quick.formatters.length ? printQuickly(quick, args) : print(pieces, args);
}

const CACHE_SIZE = 64;
const cache = new Map<string, CompiledFormat>();

/** Formats as [fmt.Sprintf](https://pkg.go.dev/fmt#Sprintf). */
export function sprintf(format: string, args: readonly TemplateValue[]): string {
  const known = cache.get(format);
  if (known !== undefined) return known(args);
  const compiled = compileFormat(format);
  if (cache.size >= CACHE_SIZE) cache.clear();
  if (format.length <= 256) cache.set(format, compiled);
  return compiled(args);
}
