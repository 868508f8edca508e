import fc from 'fast-check';

/** Files that a generated line may use, by name. */
export const FILES: Readonly<Record<string, string>> = {
  'a.txt': 'beta\nAlpha\n\nalpha\nbeta\ngamma 12\n',
  'b.csv': 'name,size\nx,10\ny,9\nx,10\n',
  'evil.txt': '$(touch PWNED)\n`touch PWNED`\n"; touch PWNED; "\n%s \\n $HOME\n',
  'cut.txt': 'no newline at the end',
  'utf.txt': 'grün\nπ → ∑\n',
  'o.json': '{"a":[1,2,{"b":"c"}]}\n',
  'sub/x': '3\n1\n2\n',
};

const PRODUCERS = [
  ...[
    'cat a.txt',
    'cat a.txt evil.txt',
    'cat b.csv',
    'cat utf.txt',
    'cat cut.txt',
    'cat < cut.txt',
    'cat o.json',
    'cat x',
  ],
  ...['seq 1 50', `printf 'a\\n\\n\\n'`, `printf ''`, `printf '%s\\n' b a 'c d'`, 'echo one two', 'true', 'false'],
  ...['ls', 'ls -a sub', 'ls missing a.txt', 'ls missing', 'cat missing', 'pwd'],
  ...['grep e a.txt', 'grep -c zzz a.txt', 'grep zzz a.txt', 'sort a.txt', 'cat -n a.txt', `awk '{print $1}' a.txt`],
  ...[
    `sh -c 'echo out; echo err >&2; exit 3'`,
    `sh -c 'kill -9 $$'`,
    `bash -c 'echo a; exit 1'`,
    'V=5 sh -c "echo $V-x"',
  ],
  ...['for i in 3 1 2; do echo $i; done', '{ echo b; echo a; }', '(cd sub && ls)', 'if true; then echo yes; fi'],
  ...[
    '{ touch made; ls; }',
    'tee copy < a.txt',
    '(echo data > written; cat written)',
    'mkdir made-folder',
    'env echo x',
  ],
  ...[
    'echo "$(cat a.txt)"',
    'echo `cat cut.txt`',
    'cat <(echo sub)',
    'echo "a | head -1"',
    `echo 'x; y' # c`,
    'command cat a.txt',
  ],
];
const STAGES = ['cat', 'tee .out', 'nl', 'cat -', 'xargs -n 1 echo'];
const FILTERS = [
  ...['head -2', 'head -n 3', 'head -n -1', 'head -c 7', 'tail -2', 'tail -n +2', 'tail -c 4', 'tail -n 0'],
  ...[
    'grep e',
    'grep -v e',
    'grep -c a',
    'grep -n a',
    'grep zzz',
    'grep -F "$("',
    `egrep 'a|b'`,
    `grep -E '('`,
    'grep -i ALPHA',
    'grep -m1 a',
  ],
  ...['sed -n 2p', 'sed s/a/X/g', `sed '1d;$d'`, 'sed 2q', 'sed -e s/b/B/ -e 1d', 'sed nonsense'],
  ...[`awk '{print NF}'`, `awk 'NR>1'`, 'awk -F, "{print \\$2}"', `awk '{s+=$1} END {print s}'`, `awk '{exit 3}'`],
  ...['cut -c1-3', 'cut -d, -f1', 'sort', 'sort -r', 'sort -u', 'sort -n', 'sort -k2', 'uniq', 'uniq -c', 'uniq -d'],
  ...[
    'wc -l',
    'wc -c',
    'wc',
    'tr a-z A-Z',
    `tr -d '\\n'`,
    'tr -s a',
    'column -t',
    'jq .',
    'jq -r ".a[2].b"',
    'LC_ALL=C sort',
  ],
];
const PREFIXES = [
  ...[
    '',
    '',
    '',
    'cd sub && ',
    'mkdir -p d && ',
    'touch t && ',
    'rm -f a.txt && ',
    'cd missing && ',
    'set -o pipefail && ',
  ],
  ...[
    'export V=1 && ',
    'test -e a.txt && ',
    'test -e nope && ',
    'cp a.txt z && cd sub && ',
    'true && ',
    '[ 1 = 2 ] && ',
  ],
  ...['echo loud && ', '! ', 'false || ', 'set -e && ', 'mkdir -p d/e && cd d/e && '],
];
const PIPES = [' | ', ' | ', '|', ' |\n  ', ' \\\n| ', ' |& '];
const ENDS = [
  '',
  '',
  '',
  ' ',
  '\n',
  ' # a note',
  ' 2>/dev/null',
  ' 2>&1',
  ';',
  ' > redirected',
  '; echo after',
  ' && echo then',
  ' || echo else',
  '\necho second',
];

const one = (of: readonly string[]) => fc.constantFrom(...of);

/** Lines as models write them: something that prints, filters behind it, and what may stand around them. */
export const generatedPipeline: fc.Arbitrary<string> = fc
  .record({
    prefix: one(PREFIXES),
    producer: one(PRODUCERS),
    merge: one(['', '', ' 2>&1']),
    stages: fc.array(one(STAGES), { maxLength: 1 }),
    filters: fc.array(one(FILTERS), { minLength: 1, maxLength: 3 }),
    pipes: fc.array(one(PIPES), { minLength: 4, maxLength: 4 }),
    end: one(ENDS),
  })
  .map(({ prefix, producer, merge, stages, filters, pipes, end }) => {
    const tail = [...stages, ...filters].map((stage, index) => `${pipes[index] ?? ' | '}${stage}`).join('');
    return `${prefix}${producer}${merge}${tail}${end}`;
  });
