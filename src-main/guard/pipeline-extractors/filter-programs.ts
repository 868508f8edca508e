import type { FilterProgram } from './filter.ts';
import { awkFilter, jqFilter, sedFilter, yqFilter } from './filter-scripts.ts';
import { type OptionSpec, type Options, optionsIn } from './options.ts';

interface Rule {
  readonly spec: OptionSpec;
  /** Most operands that are no files; `-` is standard input. */
  readonly operands?: (options: Options) => { readonly least: number; readonly most: number };
  /** Whether `-` may stand for standard input. */
  readonly takesDash?: boolean;
  readonly closesEarly?: (options: Options) => boolean;
}

const NONE = { least: 0, most: 0 };
const always = () => true;

function program({ spec, operands = () => NONE, takesDash, closesEarly }: Rule): FilterProgram {
  return (words) => {
    const options = optionsIn(words, spec);
    if (options === undefined) return undefined;
    const { least, most } = operands(options);
    const files = options.operands.slice(most);
    const isEnough = options.operands.length >= least;
    if (!isEnough || files.length > 1 || files.some((file) => !takesDash || file !== '-')) return undefined;
    return { earlyClosing: closesEarly?.(options) ?? false };
  };
}

const has =
  (...names: readonly string[]) =>
  (options: Options) =>
    names.some((name) => options.given.has(name));

const LINE_FLAGS = ['quiet', 'silent', 'verbose', 'zero-terminated'];

const head = program({
  spec: { flags: 'qvz', valued: 'nc', longFlags: LINE_FLAGS, longValued: ['lines', 'bytes'], takesNumber: true },
  takesDash: true,
  // `-n -5` leaves the last lines out, so it reads all.
  closesEarly: ({ values }) => !values.some(([, value]) => value.startsWith('-')),
});

const tail = program({
  spec: { flags: 'qvz', valued: 'nc', longFlags: LINE_FLAGS, longValued: ['lines', 'bytes'], takesNumber: true },
  takesDash: true,
  // Asked for nothing, it reads nothing.
  closesEarly: ({ values }) => values.some(([, value]) => /^-?0+[a-z]*$/i.test(value)),
});

const grep = program({
  spec: {
    flags: 'ivncowxhHsEFGPabzlLUyTZ',
    valued: 'eABCm',
    longFlags: [
      ...['ignore-case', 'no-ignore-case', 'invert-match', 'line-number', 'count', 'only-matching', 'word-regexp'],
      ...['line-regexp', 'extended-regexp', 'fixed-strings', 'basic-regexp', 'perl-regexp', 'text', 'null-data'],
      ...['no-messages', 'byte-offset', 'line-buffered', 'with-filename', 'no-filename', 'initial-tab', 'null'],
      ...['files-with-matches', 'files-without-match', 'no-group-separator'],
    ],
    longValued: [...['regexp', 'after-context', 'before-context', 'context', 'max-count', 'label', 'group-separator']],
    longOptional: ['color', 'colour'],
    takesNumber: true,
  },
  operands: (options) => (has('e', 'regexp')(options) ? NONE : { least: 1, most: 1 }),
  takesDash: true,
  closesEarly: has('m', 'l', 'L', 'max-count', 'files-with-matches', 'files-without-match'),
});

const rg = program({
  spec: {
    flags: 'isSvnNcowxFPUaHIp',
    valued: 'eABCmrM',
    longFlags: [
      ...['ignore-case', 'smart-case', 'case-sensitive', 'invert-match', 'line-number', 'no-line-number', 'count'],
      ...[
        'only-matching',
        'word-regexp',
        'line-regexp',
        'fixed-strings',
        'pcre2',
        'multiline',
        'no-heading',
        'heading',
      ],
      ...['no-filename', 'with-filename', 'passthru', 'trim', 'text', 'line-buffered', 'count-matches', 'column'],
    ],
    longValued: [
      ...['regexp', 'after-context', 'before-context', 'context', 'max-count', 'replace', 'max-columns', 'color'],
    ],
  },
  operands: (options) => (has('e', 'regexp')(options) ? NONE : { least: 1, most: 1 }),
  takesDash: true,
  closesEarly: has('m', 'max-count'),
});

const cut = program({
  spec: {
    flags: 'szn',
    valued: 'dfcb',
    longFlags: ['complement', 'only-delimited', 'zero-terminated'],
    longValued: ['delimiter', 'fields', 'characters', 'bytes', 'output-delimiter'],
  },
  takesDash: true,
});

const sort = program({
  spec: {
    flags: 'rnufbdghiMsVzm',
    valued: 'kt',
    longFlags: [
      ...['reverse', 'numeric-sort', 'unique', 'ignore-case', 'ignore-leading-blanks', 'general-numeric-sort'],
      ...['human-numeric-sort', 'version-sort', 'month-sort', 'dictionary-order', 'ignore-nonprinting', 'stable'],
      ...['zero-terminated', 'merge'],
    ],
    longValued: ['key', 'field-separator'],
  },
  takesDash: true,
});

// Its second operand is a file that it writes.
const uniq = program({
  spec: {
    flags: 'cduizD',
    valued: 'fsw',
    longFlags: ['count', 'repeated', 'unique', 'ignore-case', 'zero-terminated'],
    longValued: ['skip-fields', 'skip-chars', 'check-chars'],
    longOptional: ['all-repeated', 'group'],
  },
});

const wc = program({
  spec: { flags: 'lwcmL', longFlags: ['lines', 'words', 'bytes', 'chars', 'max-line-length'] },
  takesDash: true,
});

// Without a terminal they copy.
const less = program({
  spec: {
    flags: 'RrSNFXEeiIMmnsK',
    longFlags: [
      'RAW-CONTROL-CHARS',
      'raw-control-chars',
      'chop-long-lines',
      'LINE-NUMBERS',
      'quit-if-one-screen',
      'no-init',
    ],
  },
  takesDash: true,
  closesEarly: always,
});
const more = program({ spec: { flags: 'dflpcsu', takesNumber: true }, closesEarly: always });

const column = program({
  spec: {
    flags: 'txeLdJm',
    valued: 'socNnRTEHOWl',
    longFlags: [
      'table',
      'fillrows',
      'table-noheadings',
      'table-header-repeat',
      'json',
      'keep-empty-lines',
      'table-maxout',
    ],
    longValued: [
      ...['separator', 'output-separator', 'output-width', 'table-columns', 'table-name', 'table-right'],
      ...['table-truncate', 'table-noextreme', 'table-hide', 'table-order', 'table-wrap', 'table-columns-limit'],
    ],
  },
});

const tr = program({
  spec: { flags: 'cCdst', longFlags: ['complement', 'delete', 'squeeze-repeats', 'truncate-set1'] },
  operands: () => ({ least: 1, most: 2 }),
});

/** The programs that are taken for filters, by the name as it is written. */
export const FILTER_PROGRAMS: ReadonlyMap<string, FilterProgram> = new Map<string, FilterProgram>([
  ['head', head],
  ['tail', tail],
  ['grep', grep],
  ['egrep', grep],
  ['fgrep', grep],
  ['rg', rg],
  ['sed', sedFilter],
  ['awk', awkFilter],
  ['cut', cut],
  ['sort', sort],
  ['uniq', uniq],
  ['wc', wc],
  ['less', less],
  ['more', more],
  ['column', column],
  ['jq', jqFilter],
  ['yq', yqFilter],
  ['tr', tr],
]);

/** Programs whose own language could write files or run programs, so that every word must be known. */
export const SCRIPTED: ReadonlySet<string> = new Set(['sed', 'awk', 'jq', 'yq']);
