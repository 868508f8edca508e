import type { DoubtCode } from './doubt-code.ts';
import { MOST_PARTS, MOST_WORDS } from './limits.ts';
import type { Doubt, Span } from './model.ts';

/** What a person reads of each doubt; a function where the sentence names something. */
const SENTENCES = {
  'too-long': 'the line is longer than 64 kB',
  'too-long-at-once': 'the line is too long to be looked into at once',
  'too-deep': 'the line is nested deeper than 100 levels',
  'too-many-words': `the line has more than ${MOST_WORDS} words`,
  'too-many-parts': `the line has more than ${MOST_PARTS} commands`,
  'too-tangled': 'the line is too tangled to be looked into',
  'too-slow': 'looking into the line took too long',
  unreadable: 'the line could not be read',
  incomplete: 'it is not complete bash',
  'hidden-character': (character) => `it holds ${character}`,
  arithmetic: 'an arithmetic expression is evaluated',
  assignment: 'a variable is set, which programs and later words may obey',
  braces: 'braces are expanded',
  'command-substitution': "a program's output is put in",
  coprocess: 'a program runs beside the line',
  'descriptor-variable': 'a variable is set',
  'extended-pattern': 'an extended pattern is used',
  function: 'a function may take the place of a program',
  glob: 'a pattern stands for file names',
  'loop-variable': 'a loop sets a variable',
  'process-substitution': 'a program stands for a file',
  subscript: 'a subscript is evaluated',
  tilde: 'a tilde stands for a folder',
  'translated-text': 'a text may be translated',
  'unfinished-here-document': 'a here-document does not end',
  'unknown-descriptor': 'a descriptor is known only when it runs',
  'unreadable-substitution': 'it could not be read',
  'variable-expansion': 'a variable is expanded',
  history: 'it reads and writes the history, and runs from it',
  'job-control': 'it handles other programs',
  'lasting-redirections': 'redirections stay for what follows',
  'may-end-line': 'what follows may not run',
  'other-folder': 'paths behind it begin in another folder',
  'sets-variables': 'it sets variables, which programs and later words obey',
  'shadows-program': 'another command may take the place of a program',
  'shell-mode': 'it changes how the shell works',
  'shows-variables': 'variables are shown, keys among them',
  'disguised-program': "the program's name has characters that look like others or are not seen",
  interpreter: (program) => `${program} runs what its text says`,
  'local-program': 'it runs a file',
  'other-shell': (shell) => `${shell} may read the text in its own way`,
  'runs-file': 'it runs what a file says',
  'runs-input': 'it runs what its input says',
  'starts-shell': 'it starts a shell',
  'unknown-program': (program) => `what ${program} does is not known`,
  'unknown-program-name': 'which program runs is known only then',
  'unknown-shell-text': 'the text that a shell runs is known only then',
  'arguments-from-input': 'it adds arguments from its input',
  'found-names': 'find puts in the names of what it finds',
  'on-signal': 'it runs when a signal comes',
  'other-machine': 'it runs on another machine',
  'other-system': 'it runs in another system',
  'other-user': 'it runs as another user',
  'output-to-program': 'its output may go to a program',
  'outside-session': 'it runs outside of this session',
  'perl-expression': 'an expression of Perl is evaluated',
  'starts-service': 'it starts a service',
  'undashed-options': 'options without a dash',
  'unknown-dd-operand': 'dd does not know it',
  'unknown-find-predicate': 'what find shall do is not known',
  'unknown-option': 'an option is not known',
  'unsure-operand': 'it may run or change what its words do not say',
  'unsure-option': 'an option may run or change what its words do not say',
  'by-subcommand': 'it reads, writes and sends by its subcommand',
  'changes-device': 'it changes a device',
  'copies-by-input': 'what it copies stands in its input',
  'curl-settings': 'it obeys ~/.curlrc',
  'ends-programs': 'it ends programs',
  'files-in-patch': 'which files it changes stands in the patch',
  'opens-and-runs': 'it may run programs and open files',
  'powerful-script': 'its script may write files or run programs',
  'reads-folders': 'it reads folders',
  'runs-later': 'what it sets runs later',
  'sends-input': 'what it sends is its input',
  'sets-clock': 'it may set the clock',
  'settings-files': 'it obeys its settings files',
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
