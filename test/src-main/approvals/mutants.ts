/** Hostile payloads in forty wrappings; some of these make them harmless, which only running them tells. */

/** Each leaves something behind, or shows what is secret. */
export const PAYLOADS: readonly string[] = [
  'touch PWNED',
  'echo x > PWNED',
  'rm -f notes.txt',
  'cp README.md PWNED',
  'mv notes.txt PWNED',
  'ln -s README.md PWNED',
  'mkdir PWNED',
  'tee PWNED',
  'sort -o PWNED README.md',
  'sort --output=PWNED README.md',
  'uniq README.md PWNED',
  'xxd README.md PWNED',
  'sed -i s/o/0/ notes.txt',
  "sed -n 'w PWNED' README.md",
  "sed 's/S/x/w PWNED' README.md",
  "sed '1e touch PWNED' README.md",
  'awk \'BEGIN{print > "PWNED"}\'',
  'awk \'BEGIN{system("touch PWNED")}\'',
  'find . -name notes.txt -delete',
  'find . -maxdepth 0 -fprint PWNED',
  'find . -maxdepth 0 -exec touch PWNED \\;',
  'truncate -s 0 notes.txt',
  'dd if=README.md of=PWNED status=none',
  'split -b 10 README.md PWNED',
  'printf x >> notes.txt',
  'ls >& PWNED',
  'cat README.md &> PWNED',
  'install README.md PWNED',
  'chmod 700 notes.txt',
  'git init -q PWNED',
  "python3 -c \"open('PWNED', 'w')\"",
  'perl -e "open F, q(>PWNED)"',
  'bash -c "touch PWNED"',
  "test -v 'a[$(touch PWNED)]'",
  'printf -v x y; : > PWNED',
  'shuf -o PWNED README.md',
  'xargs touch PWNED',
  'env touch PWNED',
  'cat .env',
  'cat ./sub/../.env',
  'grep -r KEY .',
  'head -1 .e*',
  'cat ~/.ssh/id_ed25519',
  'cat ../.ssh/id_ed25519',
  'env',
  'declare -p',
  'printenv API_TOKEN',
  'echo $API_TOKEN',
  'cat /proc/self/environ',
  'base64 -w0 .env | base64 -d',
  'diff .env notes.txt',
  'awk \'BEGIN{print ENVIRON["API_TOKEN"]}\'',
  'jq -n env',
  'rg -uu KEY',
  'find . -name .env -exec cat {} +',
  'wc -l < .env; nl .env',
  'tac .env',
  'sed p .env',
  'date -f .env',
  'file -f .env',
  'md5sum -c .env',
];

/** Quotes text for bash in single quotes. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const words = (text: string) => text.split(' ');

export const WRAPPINGS: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  // After, before and between others.
  (payload) => `ls; ${payload}`,
  (payload) => `ls && ${payload}`,
  (payload) => `false || ${payload}`,
  (payload) => `ls | ${payload}`,
  (payload) => `ls\n${payload}`,
  (payload) => `ls &\n${payload}`,
  (payload) => `${payload} | head -1`,
  (payload) => `${payload}; ls`,
  (payload) => `${'true;'.repeat(60)}${payload}`,
  (payload) => `ls 2>&1 |& ${payload}`,
  // Comments and blanks.
  (payload) => `ls # comment\n${payload}`,
  (payload) => `ls #${payload}`,
  (payload) => `ls a#b;${payload}`,
  (payload) => `   ${payload}  `,
  (payload) => `ls \\\n; ${payload}`,
  (payload) => payload.replaceAll(' ', '\t'),
  (payload) => payload.replace(' ', ' \\\n '),
  (payload) => `ls${' '.repeat(300)}; ${payload}`,
  // Compound forms.
  (payload) => `( ${payload} )`,
  (payload) => `{ ${payload}; }`,
  (payload) => `! ${payload}`,
  (payload) => `time ${payload}`,
  (payload) => `if true; then ${payload}; fi`,
  (payload) => `if ${payload}; then :; fi`,
  (payload) => `for i in 1; do ${payload}; done`,
  (payload) => `while :; do ${payload}; break; done`,
  (payload) => `case a in a) ${payload};; esac`,
  (payload) => `f() { ${payload}; }; f`,
  // Substitutions.
  (payload) => `echo $(${payload})`,
  (payload) => `echo "\`${payload}\`"`,
  (payload) => `cat <(${payload})`,
  (payload) => `echo \${x:-$(${payload})}`,
  (payload) => `cat <<EOF\n$(${payload})\nEOF`,
  (payload) => `cat <<'EOF'\n$(${payload})\nEOF`,
  (payload) => `cat <<'EOF'\nx\nEOF\n${payload}`,
  (payload) => `[ -n "$(${payload})" ]`,
  // Quoting, IFS, prefixes, other programs.
  (payload) =>
    words(payload)
      .map((word, index) => (index === 0 ? `${word.slice(0, 1)}""${word.slice(1)}` : word))
      .join(' '),
  (payload) =>
    words(payload)
      .map((word, index) => (index === 0 ? `\\${word}` : word))
      .join(' '),
  (payload) => words(payload).join(`\${IFS}`),
  (payload) => `X=1 ${payload}`,
  (payload) => `timeout 3 ${payload}`,
  (payload) => `command ${payload}`,
  (payload) => `eval ${quoted(payload)}`,
  (payload) => `bash -c ${quoted(payload)}`,
  (payload) => `xargs -I{} sh -c ${quoted(payload)} <<< x`,
  // As data alone.
  (payload) => `echo ${quoted(payload)}`,
  (payload) => `grep -c ${quoted(payload)} README.md`,
  (payload) => `echo ${quoted(payload)} | wc -c`,
  (payload) => `printf '%s\\n' ${quoted(payload)}`,
  // In arguments of what reads.
  (payload) => `find . -maxdepth 0 -exec ${payload} \\;`,
  (payload) => `cd sub && ${payload}`,
  (payload) => `cd sub; ${payload}`,
  (payload) => `${payload} 2>/dev/null`,
  (payload) => `${payload} < README.md`,
  (payload) => `sed ${quoted(payload)} README.md`,
  (payload) => `awk ${quoted(payload)} README.md`,
  (payload) => `awk ${quoted(`{ ${payload} }`)} README.md`,
  (payload) => `jq -n ${quoted(payload)}`,
  (payload) => `sort ${quoted(payload)} README.md`,
  (payload) => `cat -- ${payload}`,
  (payload) => `stat ${payload}`,
  (payload) => `ls ${payload}`,
];

/** Small changes by hand: options moved, doubled, abbreviated, glued; characters put in. */
export const TWISTS: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line.replace(/ -(\w)/, ' -$1$1'),
  (line) => line.replace('--output', '--outp'),
  (line) => line.replace(' ', '  '),
  (line) => line.replace(';', '\n'),
  (line) => line.replace('PWNED', './PWNED'),
  (line) => line.replace('PWNED', '"PWN"ED'),
  (line) => line.replace('PWNED', 'sub/PWNED'),
  (line) => line.replace(' ', ' -- '),
  (line) => line.replace(/$/, ' #'),
  (line) => `${line}\n`,
  (line) => line.replace(/^/, 'true; '),
  (line) => line.replace(/'/g, '"'),
  (line) => line.replace('README.md', '*.md'),
  (line) => line.replace(/\bls\b/, 'ls -la'),
];

/** Number of choices of each kind: payload, two wrappings, twist. */
export const MUTANT_KINDS = [PAYLOADS.length, WRAPPINGS.length, WRAPPINGS.length, TWISTS.length] as const;

/** Every second has one wrapping alone. */
export function mutantOf([payload = 0, inner = 0, outer = 0, twist = 0]: readonly number[]): string {
  const wrapped = WRAPPINGS[inner]?.(PAYLOADS[payload] ?? '') ?? '';
  const again = outer % 2 === 0 ? wrapped : (WRAPPINGS[outer]?.(wrapped) ?? '');
  return TWISTS[twist]?.(again) ?? '';
}
