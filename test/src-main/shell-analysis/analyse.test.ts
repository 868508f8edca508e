// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expansions of the shell
import { describe, expect, test } from 'vitest';
import { analyse, analyseSafely, NUL_ERROR } from '#shell-analysis';
import { analyseAtEase } from '../../../src-main/shell-analysis/analyse.ts';

const programs = (line: string) =>
  analyse(line).parts.map(({ wrappers, program }) => [...wrappers, program].join(' > '));
const effects = (line: string) =>
  analyse(line).effects.map(({ kind, target, isRecursive }) => `${kind} ${target}${isRecursive ? ' and below' : ''}`);
const doubts = (line: string) => [...new Set(analyse(line).unknown.map(({ why }) => why))];

describe('the parts of a line', () => {
  test.each([
    ['a; b\nc & d', ['a', 'b', 'c', 'd']],
    ['a && b || c | d |& e', ['a', 'b', 'c', 'd', 'e']],
    ['(a; { b; })', ['a', 'b']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['while a; do b; done; for x in $(c); do d; done', ['a', 'b', 'c', 'd']],
    ['case $(a) in x) b;; esac; f() { c; }', ['a', 'b', 'c']],
    ['! a; time b', ['a', 'b']],
    ['!(a)', ['a']],
    ['a "$(b "`c`")" <(d) > >(e)', ['a', 'b', 'c', 'd', 'e']],
    ['a ${x:-$(b)} "${y:=`c`}" $((1 + $(d)))', ['a', 'b', 'c', 'd']],
    ['cat <<E\n$(a)\nE\n', ['cat', 'a']],
    ["cat <<'E'\n$(a)\nE\n", ['cat']],
    ['x[$(a)0]=1 y=($(b))', ['undefined', 'a', 'b']].map((one) => one) as [string, string[]],
    ['[[ -n $(a) ]]', ['a']],
    ['(( $(a)1 + $(b) 2 ))', ['a', 'b']],
  ])('%j are %j', (line, expected) => {
    expect(programs(line).map((one) => one || 'undefined')).toEqual(expected);
  });

  test.each([
    ['sudo -u me env -u A B=1 nice -n 5 rm -rf x', 'sudo > env > nice > rm'],
    ['timeout -s KILL 5 stdbuf -oL nohup rm x', 'timeout > stdbuf > nohup > rm'],
    ['command -p exec -a y builtin rm x', 'command > exec > builtin > rm'],
    ['/usr/bin/env rm x', 'env > rm'],
    ['env - A=1 rm x', 'env > rm'],
    ['xargs -0 -I{} rm {}', 'xargs > rm'],
    ["parallel ::: 'rm x'", 'parallel > rm'],
    ['parallel -j 2 rm ::: x y', 'parallel > rm'],
    ["find . -name '*.o' -exec rm {} \\;", 'find > rm'],
    ['find . -execdir rm {} +', 'find > rm'],
    ["sh -ec 'rm x'", 'sh > rm'],
    ['bash -c \'sh -c "rm x"\'', 'bash > sh > rm'],
    ['eval rm "x y"', 'eval > rm'],
    ["ssh -p 22 host 'rm x'", 'ssh > rm'],
    ["script -qc 'rm x' /dev/null", 'script > rm'],
    ["script log -c 'rm x'", 'script > rm'],
    ["su root -c 'rm x'", 'su > rm'],
    ["flock f -c 'rm x'", 'flock > rm'],
    ["flock -n f --command 'rm x'", 'flock > rm'],
    ['flock f rm -c', 'flock > rm'],
    ["su -c 'rm x' root", 'su > rm'],
    ["flock -c 'rm x' lock", 'flock > rm'],
    ['setsid -w ionice -c 3 chrt -f 1 taskset 1 rm x', 'setsid > ionice > chrt > taskset > rm'],
    ['busybox rm x', 'busybox > rm'],
    ['watch -n 1 rm x', 'watch > rm'],
    ['chroot / rm x', 'chroot > rm'],
    ['strace -f -o log unshare -r rm x', 'strace > unshare > rm'],
    ["sh <<< 'rm x'", 'sh > rm'],
    ["bash <<'E'\nrm x\nE\n", 'bash > rm'],
    ["trap 'rm x' EXIT", 'trap > rm'],
    ["env -S 'rm x'", 'env > rm'],
    ["env -i -S'A=1  rm' x", 'env > rm'],
    ["env '--split-string=-u A rm' x", 'env > rm'],
    ["env -u A -C d -S 'rm x'", 'env > rm'],
    ["env -vS 'nice rm' x", 'env > nice > rm'],
    ["env -S 'sh -c' 'rm x'", 'env > sh > rm'],
    ["mapfile -C 'rm x' -c 1 a", 'mapfile > rm'],
    ["readarray -tC 'rm x'", 'readarray > rm'],
    ["compgen -C 'rm x' y", 'compgen > rm'],
  ])('%j runs %s', (line, expected) => {
    expect(programs(line).at(-1)).toBe(expected);
  });

  test('say where they stand, to which statement they belong, and as what they were written', () => {
    const { parts, statements } = analyse("a; (b | sudo 'c' d) &");
    expect(statements).toBe(2);
    expect(parts.map(({ statement, places, text }) => ({ statement, places, text }))).toEqual([
      { statement: 0, places: [], text: 'a' },
      { statement: 1, places: ['background', 'subshell', 'pipeline'], text: 'b' },
      { statement: 1, places: ['background', 'subshell', 'pipeline'], text: "sudo 'c' d" },
      { statement: 1, places: ['background', 'subshell', 'pipeline', 'wrapper'], text: "'c' d" },
    ]);
  });

  test('have their redirections, assignments and here-documents', () => {
    const [part] = analyse("A=1 B= cat 2>&1 >o <<-'E'\n\tx $y\n\tE\n").parts;
    expect(part?.assignments.map(({ name, value }) => [name, value?.literal])).toEqual([
      ['A', '1'],
      ['B', ''],
    ]);
    expect(
      part?.redirections.map(({ operator, descriptor, target, here }) => [operator, descriptor, target?.literal, here]),
    ).toEqual([
      ['>&', 2, '1', undefined],
      ['>', undefined, 'o', undefined],
      ['<<-', undefined, undefined, { text: 'x $y\n', isLiteral: true }],
    ]);
  });
});

const READ_BOTH = ['read a and below', 'read b and below'];

describe('what a line does', () => {
  test.each([
    ['strings @a - b', ['read @a', 'read b', 'read a']],
    ['grep -rn x src', ['read src and below']],
    ['grep -r x', ['read . and below']],
    ['sort -o b a', ['write b', 'read a']],
    ['uniq a b', ['read a', 'write b']],
    ["sed -i 's/a/b/' f", ['read f', 'write f']],
    ['cp -r a b c', [...READ_BOTH, 'write c and below', 'write c/a and below', 'write c/b and below']],
    ['cp -t c a', ['read a', 'write c', 'write c/a']],
    ['cp d/a/ .', ['read d/a/', 'write .', 'write ./a']],
    ['cp d/a e/', ['read d/a', 'write e/', 'write e/a']],
    ['cp d/a e', ['read d/a', 'write e']],
    ['cp --parents d/a ..', ['read d/a', 'write ..', 'write ../d/a']],
    ['cp -T a ..', ['read a', 'write ..']],
    ['cp "$x" .', ['read undefined', 'write .', 'write undefined']],
    ['mv d/a .', ['read d/a', 'delete d/a', 'write .', 'write ./a'].map((one) => `${one} and below`)],
    ['install -t b d/a', ['read d/a', 'write b', 'write b/a']],
    ['ln -s d/a', ['read ./d/a', 'write ./a']],
    ['ln -s d/a .', ['read ./d/a', 'write .', 'write ./a']],
    ['ln -s a d/b', ['read d/a', 'write d/b']],
    ['ln -s /a d/b', ['read /a', 'write d/b']],
    ['ln -sr a d/b', ['read a', 'write d/b']],
    ['ln a d/b', ['read a', 'write d/b']],
    ['cp -b a b', ['read a', 'write b', 'read b', 'write b~']],
    ['cp -S .c a b', ['read a', 'write b', 'read b', 'write b.c']],
    ['cp --suffix=/c a b', ['read a', 'write b', 'read b', 'write b~']],
    ['cp -bS "$x" a b', ['read a', 'write b', 'read b', 'write undefined']],
    ['ln --backup=simple -S .c -t b d/a', ['read d/a', 'write b', 'write b/a', 'read b/a', 'write b/a.c']],
    ['install -b a b', ['read a', 'write b', 'read b', 'write b~']],
    ['mv -b a b', ['read a', 'delete a', 'write b', 'read b', 'write b~'].map((one) => `${one} and below`)],
    ['mv a b', ['read a and below', 'delete a and below', 'write b and below']],
    ['rm -', ['delete -']],
    ['mv - a', ['read - and below', 'delete - and below', 'write a and below']],
    ['cp a -', ['read a', 'write -']],
    ["sed -i 's/a/b/' -", ['read -', 'write -']],
    ["sed 's/a/b/' -", []],
    ['tee -', ['write -']],
    ['mkdir -', ['write -']],
    ['truncate -s 0 -', ['write -']],
    ['chmod 600 -', ['write -']],
    ['ln -sf a -', ['read a', 'write -']],
    ['uniq a -', ['read a']],
    ['curl -q -o - https://host/x', ['send host']],
    ['rm -rf a "$x"', ['delete a and below', 'delete undefined and below']],
    ['tee -a f', ['write f']],
    ['dd if=a of=b bs=1', ['read a', 'write b']],
    ['chmod -R 755 d', ['write d and below']],
    ['touch a > b 2>> c < d', ['write b', 'write c', 'read d', 'write a']],
    ['echo x > /dev/null 2>&1', []],
    ['echo x > /dev/tcp/host/80', ['send host']],
    ['find a -delete', ['read a and below', 'delete a and below']],
    ['curl -q -d @f https://me@host:8/x -o out', ['write out', 'send host', 'read f']],
    ['scp a host:b', ['read a', 'send host']],
    ['rsync -a --delete a/ b/', ['read a/ and below', 'write b/ and below', 'delete b/ and below']],
    ['tar -xzf a.tgz -C d', ['read a.tgz and below', 'write d and below']],
    ['tar -xf a.tar -C d -C ../e m', ['read a.tar and below', 'write d and below', 'write d/../e and below']],
    ['tar -xf a.tar -C d -C "$x"', ['read a.tar and below', 'write d and below', 'write undefined and below']],
    [
      'tar -cf a.tar b -C /etc passwd /x',
      ['write a.tar and below', 'read b and below', 'read /etc/passwd and below', 'read /x and below'],
    ],
    ['tar -xf a.tar m -C d n', ['read a.tar and below', 'write . and below', 'write d and below']],
    ['tar xf a.tar -C d', ['read a.tar and below', 'write d and below']],
    ['tar xCf d a.tar', ['read a.tar and below', 'write d and below']],
    ['tar cf -t b', ['write -t and below', 'read b and below']],
    ['tar "$x" b', []],
    ['unzip a.zip', ['read a.zip and below', 'write . and below']],
    ['split a', ['read a', 'write .']],
    ['split -a1 a d/b', ['read a', 'write d/b', 'write undefined']],
    ['split a "$x"', ['read a', 'write undefined']],
    ['csplit a 1', ['read a', 'write .']],
    ['csplit -f b a 1', ['read a', 'write b', 'write undefined']],
    ['mktemp --tmpdir=/e aXXX', ['write /e']],
    ['mktemp -p "$x" aXXX', ['write undefined']],
    ['mktemp --tmpdir aXXX', ['write undefined']],
    ['script -qc x', ['write typescript', 'run x']],
    ['script a -c x', ['write a', 'run x']],
    ['script -O a --timing=b -c x', ['write a', 'write b', 'run x']],
    ['script -I a -B b -T c -td -c x', ['write a', 'write b', 'write c', 'write d', 'run x']],
    ['xvfb-run -e a x', ['write a', 'run x']],
    ['chmod -x a', ['write a']],
    ['chmod -v -rw a b', ['write a', 'write b']],
    ['chmod -R -- -x a', ['write a and below']],
    ['curl -q file:///etc/x', ['read /etc/x']],
    ['curl -q --url FILE:a', ['read a']],
    ["curl -q 'file://localhost/e/[1-3]'", ['read undefined']],
    ['curl -q --output-dir d -o a host', ['write a', 'send host', 'write d/a']],
    ["curl -q -o '#1' host", ['write #1', 'send host', 'write undefined']],
    ['gzip a', ['read a', 'write a.gz', 'delete a']],
    ['gzip -k a', ['read a', 'write a.gz']],
    ['gzip -c a', ['read a']],
    ['gzip -r d', ['read d and below', 'write d and below', 'delete d and below']],
    ['gzip -dkN a.gz', ['read a.gz', 'write undefined']],
    ['gunzip -k build.sh.gz', ['read build.sh.gz', 'write build.sh']],
    ['gunzip -k build.sh', ['read build.sh', 'write build.sh']],
    ['gzip -dk ./Makefile.GZ', ['read ./Makefile.GZ', 'write ./Makefile']],
    ['bzip2 -dk a.tbz2', ['read a.tbz2', 'write a.tar']],
    ['unxz -k a.xz -', ['read a.xz', 'write a']],
    ['xz -k "$x"', ['read undefined', 'write undefined']],
    ['sudo rm x', ['delete x']],
    ['> f', ['write f']],
    ['. ./f', ['run ./f']],
    ['./f', ['run ./f']],
    ['python3 x.py', ['run undefined']],
  ])('%j: %j', (line, expected) => {
    expect(effects(line)).toEqual(expected);
  });

  test.each([
    'pwd',
    'tail -n 5 README.md',
    'cat a | sort | uniq -c | head -3',
    "sed -n '1,5p;s/a/b/g' a",
    'jq .name package.json',
    '[ -d sub ] || echo no',
    'LC_ALL=C ls -la 2>/dev/null',
    "sh -c 'ls a'",
    'timeout 5 touch a',
    'rm -rf build && mkdir -p build',
    'command -v ls',
    '[[ -f a && 1 -eq 2 ]]',
  ])('%j is wholly known', (line) => {
    expect(doubts(line)).toEqual([]);
  });

  test.each([
    'echo $x',
    'echo "$x"',
    'echo *',
    'echo ~',
    'echo {a,b}',
    'echo $(a)',
    'echo $((x))',
    'cat <(a)',
    'cat <<E\n$x\nE\n',
    ..."test -v 'a[$(x)]'|[[ -v 'a[$(x)]' ]]|printf -v 'a[$(x)]' y|read 'a[$(x)]'|let 'a[$(x)]'|declare 'a[$(x)]=1'".split(
      '|',
    ),
    ..."unset 'a[$(x)]'|[[ x -eq 1 ]]|((x))|echo ${v@P}|set -x|PS4=x|A=1 ls|PATH=. ls|export A=b|for a in b; do c; done".split(
      '|',
    ),
    ...'ls() { x; }; ls|alias ls=x|hash -p x ls|enable -f x y|source x|trap x EXIT|history -w x|python3 -c x|awk -f x|no-such-program'.split(
      '|',
    ),

    "sed 'w f' a",
    "sed 's/a/b/e' a",
    "sed -n '1w f' a",
    "sed '1e x' a",
    'sed -f f a',
    'sort --compress-program=x a',
    'sed --in-pl a',

    'git status',
    './ls',
    '/tmp/ls',
    'l\\s=1',
    '$x',
    'sudo ls',
    'xargs ls',
    'sh x',
    'sh',
    'bash -x -c ls',
    'bash -lc ls',
    'env',
    'cd a',

    'ls \u202e a',
    'ls\u00a0-a',
    '\u0435cho hi',
    'ls \r',
    'echo "',
    'a |',
    'echo `',
    'cat <<E\nx',

    'ls @(a)',
    'echo {v}>f',
    'ls {v}>f',

    'eval "$x"',
    "eval 'echo $x'",
    'nice -Z ls',
    'ls --no-such',
    'tar xf a',
    'date -s 1',
    'zip a b -TT x',
    'rg --pre x y',
    'coproc a',
  ])('%j is not wholly known', (line) => {
    expect(doubts(line)).not.toEqual([]);
  });
});

describe('limits', () => {
  test('a NUL byte is an error, so that it can be refused', () => {
    expect(analyse('ls\0; touch x').errors).toContain(NUL_ERROR);
    expect(analyse(`\0${'x'.repeat(70_000)}`).errors).toContain(NUL_ERROR);
  });

  test('100 levels are looked into, more are unknown', () => {
    const nested = (levels: number) => `${'echo $('.repeat(levels)}a${')'.repeat(levels)}`;
    expect(analyse(nested(90)).parts).toHaveLength(91);
    expect(analyse(nested(101))).toMatchObject({
      parts: [],
      unknown: [{ why: 'the line is nested deeper than 100 levels' }],
    });
    expect(analyse(`${'sudo '.repeat(150)}a`).errors).toEqual(['the line has more than 3000 words']);
  });

  test('of too many parts the first are found, and the line is unknown', () => {
    const many = analyse(`rm -rf /; ${'true;'.repeat(600)}`);
    expect(many.parts).toHaveLength(500);
    expect(many.parts[0]?.program).toBe('rm');
    expect(many.errors).toEqual(['the line has more than 500 commands']);
    const words = analyse(`ls ${'a '.repeat(4000)}`);
    expect(words.parts[0]?.words).toHaveLength(3001);
    expect(words.errors).toEqual(['the line has more than 3000 words']);
    const doubts = analyse(`echo ${'$a '.repeat(2500)}; rm -rf /`);
    expect(doubts.parts[1]?.program).toBe('rm');
    expect(doubts.errors).toEqual(['more of it is not known than is listed']);
  });

  test('an ordinary line of 10 kB is looked into at once, with the same answer as in the thread', () => {
    const line = "grep -rn 'a b' README.md | head -20; cp a $(date +%F)/b > c && sed -n 1,2p x; ".repeat(125);
    expect(analyseAtEase(line)).toEqual(analyse(line));
    expect(analyse(line).parts.length).toBeGreaterThan(400);
  });

  test.each([
    ['many levels', `${'echo $('.repeat(80)}${'ls a;'.repeat(300)}${')'.repeat(80)}`],
    ['a long operand on many levels', `echo ${'${a:-'.repeat(90)}${'x'.repeat(5000)}${'}'.repeat(90)}`],
    ['a long sum', `echo $((${'1+'.repeat(5000)}1))`],
  ])('%s: left to the thread, by the work and not by the clock', async (_, line) => {
    expect(analyseAtEase(line)).toBeUndefined();
    expect((await analyseSafely(line)).unknown).not.toEqual([]);
  });

  test('a line that comes again is not analysed again', async () => {
    const [first, other, again] = [
      await analyseSafely('ls a'),
      await analyseSafely('ls b'),
      await analyseSafely('ls a'),
    ];
    expect([again, other.parts[0]?.text]).toEqual([first, 'ls b']);
    expect(again).toBe(first);
  });

  test('64 kB are looked into in a thread, and no more', async () => {
    expect(analyse('ls a; '.repeat(4000)).parts).toEqual([]);
    expect((await analyseSafely('ls a; '.repeat(20_000))).unknown[0]?.why).toBe('the line is longer than 64 kB');
    const whole = await analyseSafely('ls a; '.repeat(1000));
    // A machine that is busy may not be done in time, which is unknown, too.
    expect([0, 500]).toContain(whole.parts.length);
    expect(whole.parts.length === 0 || whole.nodeTypes instanceof Set).toBe(true);
  });

  test.each(
    [
      '$(',
      '(',
      '{ ',
      '${a:-',
      '`',
      '$((',
      '"$(',
      'a[',
      '<(',
      'cat <<E;',
      '@(',
      'if ',
      'f() ',
      '! ',
      '[[ ( ',
      'a;',
      '>a ',
      'a=(',
      "$'",
      '\\\n',
    ].map((text) => [text]),
  )('a line full of %j is answered at once', (text) => {
    const line = text.repeat(16_000 / text.length);
    const startedAt = process.cpuUsage();
    expect(analyse(line).line).toBe(line);
    const { user, system } = process.cpuUsage(startedAt);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});
