import type { Filter } from './filter.ts';
import { optionsIn } from './options.ts';
import { sedScript } from './sed-script.ts';

type Words = readonly string[];

/** sed with commands that only print. */
export function sedFilter(words: Words): Filter | undefined {
  const options = optionsIn(words, {
    flags: 'nErsuz',
    valued: 'e',
    longFlags: ['quiet', 'silent', 'regexp-extended', 'null-data', 'unbuffered', 'posix', 'sandbox', 'separate'],
    longValued: ['expression'],
  });
  if (options === undefined) return undefined;
  const expressions = options.values.map(([, script]) => script);
  const isGiven = expressions.length > 0;
  if (options.operands.length !== (isGiven ? 0 : 1)) return undefined;
  // Several are lines of one script.
  const script = sedScript((isGiven ? expressions : options.operands).join('\n'));
  return script && { earlyClosing: script.quits };
}

/** Runs a program, writes or reads a file, calls a function by its name, or loads what does. */
const AWK_BEYOND = /\||>|\bsystem\b|\bgetline\b|@|\bARGV\b|\bARGC\b/;

/** awk whose program only computes and prints. */
export function awkFilter(words: Words): Filter | undefined {
  const options = optionsIn(words, { flags: '', valued: 'Fv', longValued: ['field-separator', 'assign'] });
  const [program, ...files] = options?.operands ?? [];
  // `a || b` runs nothing.
  if (program === undefined || files.length > 0 || AWK_BEYOND.test(program.replaceAll('||', ''))) return undefined;
  // With nothing but BEGIN it reads nothing.
  return { earlyClosing: /\b(?:exit|BEGIN)\b/.test(program) };
}

/** Reads modules. */
const JQ_BEYOND = /\b(?:import|include|input_filename|modulemeta|get_search_list)\b/;
const JQ_EARLY = /\b(?:halt|halt_error|first|limit|until|label|break|error|input|inputs)\b/;

/** jq on standard input. */
export function jqFilter(words: Words): Filter | undefined {
  const options = optionsIn(words, {
    flags: 'rcnSsejaCMR',
    longFlags: [
      ...['raw-output', 'compact-output', 'null-input', 'sort-keys', 'slurp', 'exit-status', 'join-output', 'tab'],
      ...['ascii-output', 'color-output', 'monochrome-output', 'raw-input', 'unbuffered', 'stream', 'seq'],
    ],
    wordy: { '--arg': 2, '--argjson': 2, '--indent': 1 },
  });
  if (options === undefined || options.operands.length > 1) return undefined;
  const [filter = '.'] = options.operands;
  if (JQ_BEYOND.test(filter)) return undefined;
  const isNull = options.given.has('n') || options.given.has('null-input');
  return { earlyClosing: isNull || JQ_EARLY.test(filter) };
}

/** Reads files or the environment, or runs programs. */
const YQ_BEYOND = /\b(?:load\w*|strload|system|eval|env|strenv|envsubst|filename)\b/;
const YQ_COMMANDS = ['eval', 'e', 'eval-all', 'ea'];

/** yq on standard input. A word that is no expression might be a file. */
export function yqFilter(words: Words): Filter | undefined {
  const options = optionsIn(words, {
    flags: 'rPyeMCNcS',
    valued: 'opI',
    longFlags: ['unwrapScalar', 'prettyPrint', 'no-doc', 'no-colors', 'colors', 'raw-output', 'yaml-output'],
    longValued: ['output-format', 'input-format', 'indent'],
  });
  if (options === undefined) return undefined;
  const [first = '', ...rest] = options.operands;
  const operands = YQ_COMMANDS.includes(first) ? rest : options.operands;
  const [expression = '.', input = '-', ...more] = operands;
  const isExpression = /^[.([]/.test(expression) && !/^\.{0,2}\//.test(expression);
  if (!isExpression || input !== '-' || more.length > 0 || YQ_BEYOND.test(expression)) return undefined;
  return { earlyClosing: /\b(?:first|limit|error)\b/.test(expression) };
}
