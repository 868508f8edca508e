/** Lines as people, models and attackers write them, about files of a workspace full of traps. */
import fc from 'fast-check';

/** Lines that go straight to the traps: hooks, monitors, converters, programs in a folder, links to keys. */
export const PLAIN_LINES: readonly string[] = [
  ...[
    'git status',
    'git diff',
    'git log -p -1',
    'git blame src/a.ts',
    'cd src && ls',
    'cat .envrc',
    'head -2 conftest.py',
  ],
  ...['cat hard.txt', 'cat src/hard.ts', 'cat src/soft.ts', 'cat settings.txt', 'grep -rn foo src', 'wc -l *.txt'],
];

/** Programs that look, with what stands before their operand. */
const LOOKING = [
  ...[
    'ls',
    'ls -la',
    'cat',
    'head -3',
    'tail -n 2',
    'wc -l',
    'stat',
    'file',
    'sort',
    'nl',
    'od -c',
    'md5sum',
    'cut -c1-9',
  ],
  ...[
    'grep foo',
    'grep -rn foo',
    'rg foo',
    "sed -n '1,3p'",
    "awk '{print $1}'",
    'diff README.md',
    'find',
    'du -s',
    'tree',
  ],
  ...[
    'git diff --',
    'git log -p --',
    'git blame',
    'git show HEAD --',
    'git status --',
    'git grep foo --',
    'git ls-files',
  ],
];
/** Programs that write or run code, in the modes and with the rules that let them. */
const ACTING = [
  ...[
    'touch',
    'mkdir -p',
    'cp README.md',
    'mv words.txt',
    'rm -f',
    'rm -r',
    'sed -i s/foo/bar/',
    'tee',
    'chmod +x',
    'ln',
  ],
  ...['git add', 'git checkout --', 'git commit -m x --', 'git rm --cached', 'git stash push --'],
  ...['python3', 'python3 -m pytest', 'bash', 'node', 'make -C', 'npm test --', 'tar -cf made.tar', 'gzip -k'],
];
const TARGETS = [
  ...[
    '.',
    'src',
    'tests',
    'src/a.ts',
    'README.md',
    "'README.md '",
    'words.txt',
    'data.csv',
    'data.bin',
    '*.txt',
    'src/*.ts',
    '*',
  ],
  ...[
    '.env',
    '.envrc',
    'settings.txt',
    'hard.txt',
    'src/hard.ts',
    'src/soft.ts',
    'keys',
    'keys/id_rsa',
    '~/.ssh/id_rsa',
  ],
  ...['conftest.py', 'tests/conftest.py', 'json.py', 'ls', './ls', 'src/ls', 'src/git', 'gіt', 'trap.sh', './build.sh'],
  ...['src/а.ts', '"two words.txt"', '--output=PWN', '-rf', '-- -rf', '../PWN', '"$HOME/PWN"', '.git/hooks/pre-commit'],
];
const AROUND: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line,
  (line) => `cd src && ${line}`,
  (line) => `(cd tests; ${line})`,
  (line) => `${line} | head -5`,
  (line) => `${line} 2>/dev/null || true`,
  (line) => `ls; ${line}`,
  (line) => `git status -s && ${line}`,
  (line) => `for f in *.txt; do ${line} "$f"; done`,
  (line) => `find . -name '*.ts' | xargs ${line}`,
  (line) => `timeout 5 ${line}`,
  (line) => `${line} > made.txt`,
  (line) => `PATH=.:$PATH ${line}`,
];

const line = fc
  .tuple(
    fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...LOOKING) }, fc.constantFrom(...ACTING)),
    fc.constantFrom(...TARGETS),
    fc.constantFrom(...AROUND),
  )
  .map(([program, target, around]) => around(`${program} ${target}`));

/** Generated lines, the same for the same seed. */
export const trapLines = (count: number): readonly string[] => [...new Set(fc.sample(line, count))];
