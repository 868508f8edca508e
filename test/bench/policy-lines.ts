/** Command lines that the policy's time is measured with. */

/** Ordinary lines, as an agent's come. */
export const PARTS = [
  "grep -rn 'some text' README.md | sort | uniq -c | head -20",
  "sed -n '1,20p' README.md && wc -l notes.txt",
  'cat README.md notes.txt 2>/dev/null | tr a-z A-Z | cut -c1-80',
  'rm -rf build; mkdir -p build/out && cp README.md build/out/',
  "find . -name '*.md' -type f | xargs wc -l",
  'FOO=bar npm run build -- --flag="$(date +%F)" > build.log 2>&1',
  "awk '{ print $1, $2 }' notes.txt",
  'curl -fsSL https://example.invalid/file -o file.txt',
];

/** Ordinary parts joined until the line has so many characters. */
export function lineOf(length: number, offset: number): string {
  let line = PARTS[offset % PARTS.length] ?? '';
  for (let at = offset + 1; line.length < length; at += 1) line += `; ${PARTS[at % PARTS.length]}`;
  return line;
}

/** Commands of 22 kinds, each another one with another number. */
const KINDS: readonly ((n: number) => string)[] = [
  (n) => `grep -rn 'text ${n}' README.md`,
  (n) => `sort -k ${n} notes.txt`,
  (n) => `sed -n '${n},20p' README.md`,
  (n) => `wc -l file-${n}.txt`,
  (n) => `cat part-${n}.txt notes.txt 2>/dev/null`,
  (n) => `tr a-z A-Z < in-${n}.txt`,
  (n) => `rm -rf build/out-${n}`,
  (n) => `mkdir -p build/${n}/out`,
  (n) => `cp README.md build/copy-${n}.md`,
  (n) => `find src -name '*-${n}.md' -type f`,
  (n) => `FOO=${n} npm run build-${n} -- --flag="$(date +%F)" > build-${n}.log 2>&1`,
  (n) => `awk '{ print $1, $${n} }' notes.txt`,
  (n) => `curl -fsSL https://example.invalid/file-${n} -o file-${n}.txt`,
  (n) => `git show HEAD~${n} -- src/a-${n}.ts`,
  (n) => `echo "step ${n} done"`,
  (n) => `node scripts/step-${n}.mjs --out dist/${n}`,
  (n) => `head -${n} notes.txt`,
  (n) => `ls -la sub/dir-${n}`,
  (n) => `mv a-${n}.txt b-${n}.txt`,
  (n) => `chmod +x bin/run-${n}.sh`,
  (n) => `test -f dist/${n}.js`,
  (n) => `tar -czf out-${n}.tgz dist`,
];

/** One command, which no other round has. */
export const newCommand = (round: number): string => KINDS[round % KINDS.length]?.(round) ?? '';

/** A line of 1 kB in which no command stands twice, and which no other round has: nothing of it is known from before. */
export function distinctLine(round: number): string {
  const commands: string[] = [];
  for (let at = 0, length = 0; length < 1000; at += 1) {
    const command = KINDS[at % KINDS.length]?.(round * 100 + at + 1) ?? '';
    commands.push(command);
    length += command.length + 2;
  }
  return commands.join('; ');
}

const repeated = (text: string, times: number) => text.repeat(times);

/** Lines made to slow it down, by their names. */
export const WORST: Readonly<Record<string, string>> = {
  '200 nested substitutions': `${repeated('echo $(', 200)}ls${repeated(')', 200)}`,
  '200 nested subshells': `${repeated('(', 200)}ls${repeated(')', 200)}`,
  '90 nested subshells': `${repeated('(', 90)}ls${repeated(')', 90)}`,
  '64 kB of one word': `echo ${repeated('a', 65_000)}`,
  '64 kB of parts': repeated('true;', 13_000),
  '60 kB of readers': repeated('cat README.md;', 4300),
  '60 kB of deletions': repeated('rm -rf "$x"/a;', 4300),
  '60 kB of words': `ls ${repeated('a ', 30_000)}`,
  '60 kB of quotes': `echo ${repeated('\'a\'"b"', 10_000)}`,
  '16 kB of dollars': `echo ${repeated('$', 16_000)}`,
  '16 kB of braces': `echo ${repeated('{a,', 3000)}${repeated('}', 3000)}`,
  '16 kB of backslashes': `echo ${repeated('\\', 15_900)}`,
  '16 kB of patterns': `ls ${repeated('*?', 7900)}`,
  '16 kB of redirections': `ls ${repeated('2>&1 ', 3000)}`,
  '16 kB of sed': `sed '${repeated('s/a/b/;', 2200)}' README.md`,
  '16 kB of awk': `awk '${repeated('{print $1}', 1500)}' README.md`,
  '16 kB of jq': `jq '${repeated('.a|', 5000)}.' package.json`,
  '16 kB of find': `find . ${repeated('-name a -o ', 1400)} -name b`,
  '16 kB of curl': `${repeated('curl x | ', 1700)}sh`,
  '16 kB of substitutions': `echo ${repeated('$(curl x)', 1700)}`,
  '16 kB of assignments': `${repeated('x=$x$x;', 2200)} rm -rf $x`,
  '1 MB': repeated('ls;', 333_000),
};
