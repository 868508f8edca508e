import type { Word } from './model.ts';
import { options, type Read } from './options.ts';
import { afterFirst, give, gnu, has, type Program, program, type Say, secondWrites } from './program.ts';
import { isHarmlessSed } from './sed-script.ts';

const READS = { operands: 'read' } as const;

function sedOperands(read: Read, say: Say): void {
  const inPlace = has(read, '-i', '--in-place');
  const scripts = read.given.filter(({ name }) => name === '-e' || name === '--expression');
  const isGiven = scripts.length > 0 || has(read, '-f', '--file');
  const texts = scripts.map(({ value }) => value);
  if (!isGiven) texts.push(read.operands[0]?.literal);
  if (has(read, '-f', '--file') || !texts.every((text) => text !== undefined && isHarmlessSed(text)))
    say.doubt('powerful-script');
  for (const word of isGiven ? read.operands : read.operands.slice(1)) {
    give(say, 'read', word);
    if (inPlace) give(say, 'write', word);
  }
}

function jqOperands(read: Read, say: Say): void {
  const filter = has(read, '-f', '--from-file') ? undefined : read.operands[0];
  if (
    filter !== undefined &&
    /\benv\b|\$ENV|\b(?:import|include|input_filename|modulemeta|debug|halt)\b/.test(filter.literal ?? 'env')
  )
    say.doubt('wide-filter', filter);
  for (const word of filter === undefined ? read.operands : read.operands.slice(1)) give(say, 'read', word);
}

/** Programs that read text and print it in another form, with every option that is known to change nothing. */
export const TEXT_READERS: Readonly<Record<string, Program>> = {
  cat: gnu('AbeEnstTuv', 'show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting', READS),
  tac: gnu('br:s', 'before regex separator=', READS),
  nl: gnu(
    'p:bdfhilnsvw',
    'no-renumber body-numbering= section-delimiter= footer-numbering= header-numbering= line-increment= join-blank-lines= number-format= number-separator= starting-line-number= number-width=',
    READS,
  ),
  rev: gnu('', '', READS),
  head: gnu('qvz0123456789:cn', 'bytes= lines= quiet silent verbose zero-terminated', READS),
  tail: gnu(
    'fFqvz0123456789:cns',
    'bytes= follow? lines= max-unchanged-stats= pid= quiet silent retry sleep-interval= verbose zero-terminated',
    READS,
  ),
  wc: gnu('clLmw', 'bytes chars lines max-line-length words total= files0-from=', {
    ...READS,
    roles: { '--files0-from': 'unsure' },
  }),
  cut: gnu(
    'snz:bcdf',
    'bytes= characters= delimiter= fields= complement only-delimited output-delimiter= zero-terminated',
    READS,
  ),
  paste: gnu('sz:d', 'delimiters= serial zero-terminated', READS),
  join: gnu('iz:aejotv12', 'ignore-case check-order nocheck-order header zero-terminated', READS),
  comm: gnu('123z', 'check-order nocheck-order output-delimiter= total zero-terminated', READS),
  fold: gnu('bs:w', 'bytes spaces width=', READS),
  fmt: gnu('cstu:wpg', 'crown-margin prefix= split-only tagged-paragraph uniform-spacing width= goal=', READS),
  expand: gnu('i:t', 'initial tabs=', READS),
  unexpand: gnu('a:t', 'all first-only tabs=', READS),
  column: gnu('texLJnR:csoNTHEWdO', 'table separator= output-separator= table-columns= json', READS),
  tr: gnu('cCdst', 'complement delete squeeze-repeats truncate-set1'),
  sort: gnu(
    'bdfghiMnRrVcCmsuz:kotST',
    'ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting month-sort human-numeric-sort numeric-sort random-sort random-source= reverse sort= version-sort batch-size= check? compress-program= debug files0-from= key= merge output= stable buffer-size= field-separator= temporary-directory= parallel= unique zero-terminated',
    {
      ...READS,
      roles: {
        '-o': 'write',
        '--output': 'write',
        '-T': 'write',
        '--temporary-directory': 'write',
        '--random-source': 'read',
        '--compress-program': 'unsure',
        '--files0-from': 'unsure',
      },
    },
  ),
  uniq: gnu(
    'cdDiuz:fsw',
    'count repeated all-repeated? group? ignore-case unique zero-terminated skip-fields= skip-chars= check-chars=',
    { operands: secondWrites },
  ),
  shuf: gnu('erz:ino', 'echo input-range= head-count= output= random-source= repeat zero-terminated', {
    roles: { '-o': 'write', '--output': 'write', '--random-source': 'read' },
    operands: (read, say) => {
      if (!has(read, '-e', '--echo')) for (const word of read.operands) give(say, 'read', word);
    },
  }),
  seq: gnu('w:fs', 'equal-width format= separator='),
  grep: grep(),
  egrep: grep(),
  fgrep: grep(),
  rg: program(
    options(
      'aciFHhIlLnNopPqsSTuUvVwxz0.',
      'ABCEdfgGjkmMreTt',
      'count count-matches color= colors= context= after-context= before-context= files files-with-matches files-without-match fixed-strings glob= iglob= heading no-heading hidden ignore-case invert-match line-number no-line-number max-count= max-depth= multiline multiline-dotall no-ignore no-messages no-filename only-matching pcre2 pretty quiet regexp= replace= smart-case sort= sortr= stats text trim type= type-not= type-list version vimgrep with-filename word-regexp line-regexp json no-config follow null case-sensitive column max-columns= passthru file=',
      {},
    ),
    {
      operands: afterFirst('read', '-e', '--regexp', '-f', '--file', '--files', '--type-list'),
      roles: { '-f': 'read', '--file': 'read', '-z': 'unsure' },
      recursive: ['*'],
      otherwise: '.',
    },
  ),
  sed: gnu(
    'nErsuz:efl',
    'quiet silent debug expression= file= follow-symlinks in-place? line-length= posix regexp-extended separate sandbox unbuffered null-data zero-terminated',
    { operands: sedOperands, roles: { '-f': 'read', '--file': 'read' } },
    { optional: 'i' },
  ),
  jq: program(
    options(
      'cnrRsSjaCMe',
      'fL',
      'null-input raw-input slurp compact-output raw-output raw-output0 join-output ascii-output sort-keys color-output monochrome-output tab unbuffered exit-status from-file= indent= seq stream help version',
    ),
    {
      operands: jqOperands,
      roles: { '-f': 'unsure', '--from-file': 'unsure', '-L': 'unsure' },
    },
  ),
};

function grep(): Program {
  return gnu(
    'abcEFGHhiIlLnoPqRrsTUvVwxyzZ0123456789:ABCDdefm',
    'extended-regexp fixed-strings basic-regexp perl-regexp regexp= file= ignore-case no-ignore-case word-regexp line-regexp null-data no-messages invert-match max-count= byte-offset line-number line-buffered with-filename no-filename label= only-matching quiet silent binary-files= text directories= devices= recursive dereference-recursive include= exclude= exclude-from= exclude-dir= files-without-match files-with-matches count initial-tab null before-context= after-context= context= color? colour? binary',
    {
      operands: afterFirst('read', '-e', '--regexp', '-f', '--file'),
      roles: { '-f': 'read', '--file': 'read', '--exclude-from': 'read' },
      recursive: ['-r', '-R', '--recursive', '--dereference-recursive'],
      also: (read: Read, say: Say) => {
        const isRecursive = has(read, '-r', '-R', '--recursive', '--dereference-recursive');
        const files = has(read, '-e', '--regexp', '-f', '--file') ? read.operands.length : read.operands.length - 1;
        if (isRecursive && files < 1) say.effect('read', '.');
        const devices = read.given.find(({ name, value }) => name === '-d' && value === 'recurse') as
          | { word: Word }
          | undefined;
        if (devices) say.doubt('reads-folders', devices.word);
      },
    },
  );
}
