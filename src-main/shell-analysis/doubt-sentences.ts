import type { DoubtCode } from './doubt-code.ts';
import { MAX_PARTS, MAX_WORDS } from './limits.ts';
import type { Doubt, Span } from './model.ts';

/** Sentences for people about each doubt; a function if the sentence names something. */
const SENTENCES = {
  'too-long': 'the line is longer than 64 kB',
  'too-long-at-once': 'the line is too long to be checked at once',
  'too-deep': 'the line is nested deeper than 100 levels',
  'too-many-words': `the line has more than ${MAX_WORDS} words`,
  'too-many-parts': `the line has more than ${MAX_PARTS} commands`,
  'too-tangled': 'the line is too complex to be checked',
  'too-slow': 'checking the line took too long',
  unreadable: 'the line could not be read',
  incomplete: 'it is not complete bash',
  'hidden-character': (character) => `it contains ${character}`,
  arithmetic: 'an arithmetic expression is evaluated',
  assignment: 'it sets a variable that programs and later words may use',
  braces: 'braces are expanded',
  'command-substitution': "it inserts another command's output",
  coprocess: 'a program keeps running beside the line',
  'descriptor-variable': 'a variable is set',
  'extended-pattern': 'an extended pattern is used',
  function: 'a function may replace a program',
  glob: 'a pattern expands to file names',
  'loop-variable': 'a loop sets a variable',
  'process-substitution': 'a program stands in for a file',
  subscript: 'a subscript is evaluated',
  tilde: 'a tilde expands to a folder',
  'translated-text': 'a text may be translated',
  'unfinished-here-document': 'a here-document does not end',
  'unknown-descriptor': 'a descriptor is only known when it runs',
  'unreadable-substitution': 'it could not be read',
  'variable-expansion': 'a variable is expanded',
  history: 'it reads, changes or runs the history',
  'job-control': 'it controls other programs',
  'lasting-redirections': 'its redirections also apply to what follows',
  'may-end-line': 'what follows may not run',
  'other-folder': 'later paths start in another folder',
  'sets-variables': 'it sets variables that programs and later words may use',
  'shadows-program': 'another command may replace a program',
  'shell-mode': 'it changes how the shell works',
  'shows-variables': 'it shows variables, which may include keys',
  'disguised-program': "the program's name has look-alike or invisible characters",
  interpreter: (program) => `${program} runs the code it is given`,
  'local-program': 'it runs a file',
  'other-shell': (shell) => `${shell} may read the text differently`,
  'runs-file': 'it runs the contents of a file',
  'runs-input': 'it runs its input',
  'starts-shell': 'it starts a shell',
  'unknown-program': (program) => `what ${program} does is not known`,
  'unknown-program-name': 'which program runs is only known when it runs',
  'unknown-shell-text': 'the text that a shell runs is only known when it runs',
  'arguments-from-input': 'it adds arguments from its input',
  'found-names': 'find inserts the names of what it finds',
  'on-signal': 'it runs when a signal arrives',
  'other-machine': 'it runs on another machine',
  'other-system': 'it runs in another system',
  'other-user': 'it runs as another user',
  'output-to-program': 'its output may go to a program',
  'outside-session': 'it runs outside this session',
  'perl-expression': 'an expression of Perl is evaluated',
  'starts-service': 'it starts a service',
  'undashed-options': 'options without a dash',
  'unknown-dd-operand': 'dd does not know this operand',
  'unknown-find-predicate': 'what this part of find does is not known',
  'unknown-option': 'an option is not known',
  'unsure-operand': 'it may run or change things that it does not name',
  'unsure-option': 'an option may run or change things that it does not name',
  'by-subcommand': 'what it reads, writes and sends depends on its subcommand',
  'changes-device': 'it changes a device',
  'copies-by-input': 'its input says what it copies',
  'curl-settings': 'it reads settings from ~/.curlrc',
  'ends-programs': 'it ends programs',
  'files-in-patch': 'the patch says which files it changes',
  'opens-and-runs': 'it may run programs and open files',
  'powerful-script': 'its script may write files or run programs',
  'reads-folders': 'it reads folders',
  'runs-later': 'it sets something that runs later',
  'sends-input': 'it sends its input',
  'sets-clock': 'it may set the clock',
  'settings-files': 'it reads its settings files',
  'unknown-archive-action': 'it does not say what it does with the archive',
  'wide-filter': 'its filter may read more than its files',
} satisfies Record<DoubtCode, string | ((name: string) => string)>;

type Sentences = typeof SENTENCES;
type NamingCode = { [Code in DoubtCode]: Sentences[Code] extends string ? never : Code }[DoubtCode];

/** A code whose sentence names nothing. */
export type PlainCode = Exclude<DoubtCode, NamingCode>;

/** A code, with the name that its sentence needs. */
export type DoubtCause = PlainCode | { readonly code: NamingCode; readonly name: string };

export const sentenceOf = (code: PlainCode): string => SENTENCES[code];

/** Key that equal causes share. */
export const keyOfCause = (cause: DoubtCause): string =>
  typeof cause === 'string' ? cause : `${cause.code} ${cause.name}`;

export function doubtAt(span: Span, cause: DoubtCause): Doubt {
  if (typeof cause === 'string') return { span, code: cause, why: sentenceOf(cause) };
  return { span, code: cause.code, why: SENTENCES[cause.code](cause.name) };
}
