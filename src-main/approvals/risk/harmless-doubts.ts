import type { Analysis, Doubt, DoubtCode, Span } from '#shell-analysis';

type DoubtJudge = (doubt: Doubt, analysis: Analysis) => boolean;

/**
 * Whether a doubt does no harm, since what it stands for is looked at elsewhere: what programs are given by `expanded-words`,
 * variables by `sensitive-variables`, the programs themselves one by one. All else is a reason to ask.
 */
const IS_HARMLESS = {
  'too-long': false,
  'too-long-at-once': false,
  'too-deep': false,
  'too-many-words': false,
  'too-many-parts': false,
  'too-tangled': false,
  'too-slow': false,
  unreadable: false,
  incomplete: false,
  'hidden-character': false,
  arithmetic: isOfNumbers,
  assignment: true,
  braces: true,
  'command-substitution': true,
  coprocess: false,
  'descriptor-variable': false,
  'extended-pattern': false,
  function: false,
  glob: true,
  'loop-variable': true,
  'process-substitution': true,
  subscript: false,
  tilde: true,
  'translated-text': false,
  'unfinished-here-document': false,
  'unknown-descriptor': false,
  'unreadable-substitution': false,
  'variable-expansion': true,
  history: false,
  'job-control': true,
  'lasting-redirections': false,
  'may-end-line': true,
  'other-folder': true,
  'sets-variables': true,
  'shadows-program': false,
  'shell-mode': true,
  'shows-variables': true,
  'disguised-program': false,
  interpreter: false,
  'local-program': false,
  'other-shell': false,
  'runs-file': false,
  'runs-input': false,
  'starts-shell': false,
  'unknown-program': false,
  'unknown-program-name': false,
  'unknown-shell-text': false,
  'arguments-from-input': true,
  'found-names': true,
  'on-signal': true,
  'other-machine': false,
  'other-system': false,
  'other-user': false,
  'output-to-program': false,
  'outside-session': false,
  'perl-expression': false,
  'starts-service': false,
  'undashed-options': false,
  'unknown-dd-operand': false,
  'unknown-find-predicate': false,
  'unknown-option': false,
  'unsure-operand': false,
  'unsure-option': false,
  'by-subcommand': false,
  'changes-device': false,
  'copies-by-input': false,
  'curl-settings': false,
  'ends-programs': false,
  'files-in-patch': false,
  'opens-and-runs': false,
  'powerful-script': false,
  'reads-folders': true,
  'runs-later': false,
  'sends-input': false,
  'sets-clock': false,
  'settings-files': false,
  'unknown-archive-action': false,
  'wide-filter': false,
} satisfies Record<DoubtCode, boolean | DoubtJudge>;

/** Whether a doubt does no harm; one that has no judgement does. */
export function isHarmlessDoubt(doubt: Doubt, analysis: Analysis): boolean {
  const judged: boolean | DoubtJudge | undefined = IS_HARMLESS[doubt.code];
  return (typeof judged === 'function' ? judged(doubt, analysis) : judged) === true;
}

/** A name's value is evaluated in its turn, and may run programs; quotes may hide a name. */
function isOfNumbers(doubt: Doubt, { line, unknown }: Analysis): boolean {
  const { code, span } = doubt;
  // Each expression in a word is a doubt of its own.
  if (unknown.some((other) => other !== doubt && other.code === code && isSpanWithin(other.span, span))) return true;
  const text = line.slice(span.start, span.end);
  return text.length > 0 && !/[a-zA-Z_$`@['"\\]/.test(text.replace(/^\$/, ''));
}

function isSpanWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end && inner.end - inner.start < outer.end - outer.start;
}
