/** Running what was just downloaded, unseen: `curl … | sh` in its forms. */
import type { Analysis, SimpleCommand } from '#shell-analysis';
import { programOf } from '../program-of.ts';
import type { Ban } from './finding.ts';

const FETCHERS = new Set(
  'curl wget wget2 fetch aria2c http https xh httpie lynx w3m links elinks nc ncat netcat socat ftp lwp-request GET'.split(
    ' ',
  ),
);
const SHELLS = /^(sh|bash|dash|zsh|ksh|mksh|fish|ash|csh|tcsh|rbash)$/;
const INTERPRETERS =
  /^(python[\d.]*|perl|ruby|node|nodejs|deno|bun|php|lua[\d.]*|osascript|pwsh|powershell|tclsh|guile|Rscript)$/;
/** Builtins that run text or a file. */
const RUNNERS = /^(eval|source|\.|exec|trap)$/;

const WHY = 'It would run what comes from the network without anybody having seen it';

export function downloadedCode(analysis: Analysis): Ban | undefined {
  const fetched: SimpleCommand[] = [];
  for (const [index, part] of analysis.parts.entries()) {
    if (!FETCHERS.has(programOf(part) ?? '')) continue;
    const runner = runsInPipeline(index, analysis) ?? runsPrinted(part, analysis) ?? runsAround(part, analysis);
    if (runner !== undefined) return { rule: 'downloaded code', why: WHY, part: runner };
    fetched.push(part);
  }
  const runner = fetched.length > 0 ? runsVariable(fetched, analysis) : undefined;
  return runner === undefined ? undefined : { rule: 'downloaded code', why: WHY, part: runner };
}

/** Stages of one pipeline that are looked at. */
const MAX_STAGES = 100;

/** Pattern of the text between two stages of one pipeline, or before a group in it. */
const PIPED = /^(?:[\s;)}]|\\\n|\b(?:done|fi)\b)*\|&?(?:[\s({!]|\\\n)*$|^(?:[\s({]|\\\n)*$/;

/** A later stage of the same pipeline takes its program from standard input. */
function runsInPipeline(from: number, { parts, line }: Analysis): number | undefined {
  let end = parts[from]?.span.end ?? 0;
  for (const [offset, part] of parts.slice(from + 1, from + 1 + MAX_STAGES).entries()) {
    const isNext = part.span.start >= end;
    if (isNext && !PIPED.test(line.slice(end, part.span.start))) return undefined;
    if (takesProgramFromInput(part)) return from + 1 + offset;
    end = Math.max(end, part.span.end);
  }
  return undefined;
}

/** Programs that print what they are given. */
const PRINTERS = new Set(['echo', 'printf', 'cat']);

/** A later stage runs what is printed of a substitution: `echo "$(curl …)" | sh`. */
function runsPrinted({ span }: SimpleCommand, analysis: Analysis): number | undefined {
  const printer = analysis.parts.findIndex(
    (part) =>
      PRINTERS.has(programOf(part) ?? '') &&
      [...part.words.slice(1), ...part.redirections].some((one) => holds(one.span, span)),
  );
  return printer < 0 ? undefined : runsInPipeline(printer, analysis);
}

const INPUT = /^(\/dev\/stdin|\/dev\/fd\/0+|\/proc\/self\/fd\/0+|-)$/;

const isInput = (word: string): boolean => INPUT.test(word.replaceAll(/\/(?:\.?\/)+/g, '/'));

/** No script, or standard input by one of its names; `-c` with text is a program of the line. */
function takesProgramFromInput(part: SimpleCommand): boolean {
  const program = programOf(part) ?? '';
  const given = part.words.slice(1).map(({ literal, text }) => literal ?? text);
  if (/^(source|\.)$/.test(program)) return isInput(given[0] ?? '');
  if (program === 'xargs') return xargsRunsInput(given);
  if (SHELLS.test(program)) return shellTakesInput(given, part.wrappers.includes('xargs'));
  return INTERPRETERS.test(program) && (given.some(isInput) || !hasProgram(given));
}

/** A shell behind xargs is given its text as the next word, or in place of the one that is replaced. */
function xargsRunsInput(given: readonly string[]): boolean {
  const shell = given.findIndex((word) => SHELLS.test(word.replace(/^.*\//, '')));
  if (shell < 0) return false;
  const text = given[given.indexOf('-c', shell) + 1];
  const before = given.slice(0, shell);
  const at = before.findLastIndex((word) => /^(?:-[Ii]|--replace)/.test(word));
  const replaced = before[at] === '-I' ? before[at + 1] : before[at]?.replace(/^(?:-[Ii]|--replace=?)/, '') || '{}';
  return given.at(-1) === '-c' || (at >= 0 && given.includes('-c', shell) && text?.trim() === replaced);
}

/** Options of a shell whose value is the next word. */
const VALUED = /^(?:[-+][a-zA-Z]*[oO]|--(?:rcfile|init-file))$/;

function shellTakesInput(given: readonly string[], isFed: boolean): boolean {
  const words = given.filter((_, at) => !VALUED.test(given[at - 1] ?? ''));
  if (words.some((word) => isInput(word) || /^-[a-z]*s[a-z]*$/.test(word))) return true;
  if (isFed) return words.length === 0 || words.at(-1) === '-c';
  // A script, or its text.
  return !words.some((word) => !/^[-+]/.test(word) || /^-[a-zA-Z]*c|^--(version|help)$/.test(word));
}

const hasProgram = (given: readonly string[]) =>
  given.some(
    (word) => !word.startsWith('-') || /^(-[a-zA-Z]*[cemnrpE]|--(eval|print|version|help)|-[emc].+)$/.test(word),
  );

/** Finds the part that runs the fetched text as a word: `sh -c "$(curl …)"`, `bash <(curl …)`, `$(curl …)`. */
function runsAround(fetched: SimpleCommand, { parts }: Analysis): number | undefined {
  if (!fetched.places.includes('substitution') && !fetched.places.includes('process-substitution')) return undefined;
  const index = parts.findIndex((part) => {
    if (part === fetched || part.span.start > fetched.span.start || part.span.end < fetched.span.end) return false;
    const [first, ...others] = part.words;
    if (first && holds(first.span, fetched.span)) return true;
    const program = programOf(part) ?? '';
    if (!SHELLS.test(program) && !INTERPRETERS.test(program) && !RUNNERS.test(program)) return false;
    const isGiven = others.some(({ span }) => holds(span, fetched.span));
    return isGiven || part.redirections.some(({ span }) => holds(span, fetched.span));
  });
  return index < 0 ? undefined : index;
}

/** A variable takes it, and is run later. */
function runsVariable(fetched: readonly SimpleCommand[], { parts }: Analysis): number | undefined {
  const known = new Set<string>();
  const uses = (text: string) => [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].some(([, name = '']) => known.has(name));
  const takes = ({ span, text }: { readonly span: Span; readonly text: string }) =>
    fetched.some((one) => holds(span, one.span)) || uses(text);
  for (const part of parts) for (const name of namesTaking(part, takes)) known.add(name);
  if (known.size === 0) return undefined;
  const index = parts.findIndex((part, at) => runsText(part, uses) || isFedText(part, parts[at - 1], uses));
  return index < 0 ? undefined : index;
}

const DECLARING = new Set(['export', 'declare', 'local', 'readonly', 'typeset']);
const READING = new Set(['read', 'mapfile', 'readarray']);

/** Variables to which a part gives such a text. */
function namesTaking(
  { assignments, program = '', words, redirections }: SimpleCommand,
  takes: (given: { readonly span: Span; readonly text: string }) => boolean,
): string[] {
  const set = assignments.filter(({ span, value }) => takes({ span, text: value?.text ?? '' })).map(({ name }) => name);
  const declared = DECLARING.has(program) ? words.filter(takes).map(({ text }) => text.replace(/\+?=.*$/s, '')) : [];
  const isFed =
    READING.has(program) && redirections.some(({ span, target }) => takes({ span, text: target?.text ?? '' }));
  return [...set, ...declared, ...(isFed ? words.slice(1).map(({ text }) => text) : [])];
}

function runsText(part: SimpleCommand, uses: (text: string) => boolean): boolean {
  const [first, ...others] = part.words;
  if (first && uses(first.text)) return true;
  const program = programOf(part) ?? '';
  const takesText = SHELLS.test(program) || INTERPRETERS.test(program);
  const isRunner = RUNNERS.test(program) || (takesText && others.some(({ text }) => /^-[a-z]*[ce]/.test(text)));
  return isRunner && others.some(({ text }) => uses(text));
}

function isFedText(part: SimpleCommand, before: SimpleCommand | undefined, uses: (text: string) => boolean): boolean {
  if (!takesProgramFromInput(part)) return false;
  if (part.redirections.some(({ operator, target }) => operator === '<<<' && uses(target?.text ?? ''))) return true;
  return part.places.includes('pipeline') && before?.words.some(({ text }) => uses(text)) === true;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const holds = (outer: Span, inner: Span) => outer.start <= inner.start && outer.end >= inner.end;
