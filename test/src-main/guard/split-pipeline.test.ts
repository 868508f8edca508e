import { describe, expect, test } from 'vitest';
import { splitPipeline } from '#guard';

const filterIn = (command: string) => splitPipeline(command)?.removedPipeline;

describe('a command that ends in filters of standard input is split', () => {
  test.each([
    ['npm test | tail -n 20', 'tail -n 20'],
    ['npm test |tail -20|sort -rn -k2,2', 'tail -20 | sort -rn -k2,2'],
    ['a | LC_ALL=C sort 2>/dev/null | uniq -c', 'LC_ALL=C sort 2>/dev/null | uniq -c'],
    ['a | grep -vE "x|y" | wc -l;', 'grep -vE "x|y" | wc -l'],
    ["a | grep --color=always -A3 -e x -e 'y' -", "grep --color=always -A3 -e x -e 'y' -"],
    ['a | grep "$PATTERN"', 'grep "$PATTERN"'],
    ["a | sed -n '/^a\\/b/,/c$/{s/x[^y]*/z/gp;p}'", "sed -n '/^a\\/b/,/c$/{s/x[^y]*/z/gp;p}'"],
    ["a | sed -e 's|a|b|' -e 5q", "sed -e 's|a|b|' -e 5q"],
    ["a | sed ':a;N;$!ba;s/\\n/ /g'", "sed ':a;N;$!ba;s/\\n/ /g'"],
    ["a | awk -F: 'NR % 2 || $1 == 3 { print $2 }'", "awk -F: 'NR % 2 || $1 == 3 { print $2 }'"],
    ["a | jq -r --arg x 5 '.[] | .name'", "jq -r --arg x 5 '.[] | .name'"],
    ["a | yq -r '.a.b'", "yq -r '.a.b'"],
    ['a | yq eval .a -', 'yq eval .a -'],
    ['a | cut -d, -f1,3 | tr -d "\\r" | column -t -s,', 'cut -d, -f1,3 | tr -d "\\r" | column -t -s,'],
    ['a | rg -i --max-count 3 x', 'rg -i --max-count 3 x'],
    ['a b |& c | head', 'head'],
    ['ps aux | grep [n]ginx', 'grep [n]ginx'],
    ['{ a; b; } | head', 'head'],
    ['if a; then b; fi | sort', 'sort'],
    ['git log | head | cat | tail', 'tail'],
    ['a | tee f | head -3', 'head -3'],
    ['a |\n  head # first\n', 'head'],
    ["a | sed 's/\\x1b\\[[0-9;]*m//g'", "sed 's/\\x1b\\[[0-9;]*m//g'"],
    ['a | awk "{print \\$1}"', 'awk "{print \\$1}"'],
    ['xargs -n1 echo < f | head -3', 'head -3'],
    ['tar cf - . | wc -c', 'wc -c'],
  ])('%s', (command, filter) => {
    expect(filterIn(command)).toBe(filter);
  });

  test('what runs is the text before them, as written', () => {
    expect(splitPipeline('  # look\n cd "a b" && CI=1 npm test 2>&1 \\\n | tail -5 # end')).toEqual({
      cleaned: '# look\n cd "a b" && CI=1 npm test 2>&1',
      removedNames: ['tail'],
      removedPipeline: 'tail -5',
      earlyClosing: false,
      producerAt: 20,
    });
  });

  test.each(['cd a && b | head', '  mkdir -p "x y" && cd "x y" && time b c | head', 'b | head', '# c\nb | head'])(
    'where the filtered command of %j begins is known',
    (command) => {
      const split = splitPipeline(command);
      expect(split?.cleaned.slice(split.producerAt)).toMatch(/^(?:time b c|b|# c\nb)$/);
    },
  );

  test.each([
    ['head -5', true],
    ['head -n -5', false],
    ['head --lines=-5', false],
    ['grep x', false],
    ['grep -m1 x', true],
    ['grep -l x', true],
    ['sed 5q', true],
    ['sed -n 5p', false],
    ["awk 'NR == 3 { exit } 1'", true],
    ["awk 'BEGIN { print 1 }'", true],
    ["awk '{ print $1 }'", false],
    ['sort | head -1', true],
    ['tail -5', false],
    ['tail -n 0', true],
    ['tail --bytes=0k', true],
    ['tail -n +0', false],
    ['less', true],
    ['wc -l', false],
  ])('%s may end early: %j', (filter, earlyClosing) => {
    expect(splitPipeline(`a | ${filter}`)?.earlyClosing).toBe(earlyClosing);
  });
});

describe('all else runs as written', () => {
  test.each([
    ['a later statement', ['a | head; b', 'a | head\nb', 'a; b | head', 'a | head & b']],
    ['the background', ['a | head &', '(a) | head &']],
    ['a negation', ['! a | head', 'cd x && ! a | head']],
    ['a parse error', ["a | grep 'x", 'a | head |', 'a | head &&', 'a | head)']],
    ['a here-document', ['cat <<E | head\na\nE', 'a | head <<E\nb\nE']],
    ['a here-string of a filter', ["a | grep x <<< 'y'"]],
    ['an alternative', ['a || b | head', 'cd x || a | head', 'a | head || b']],
    ['standard error through the pipe', ['a |& head', 'a | grep x |& head']],
    [
      'a member that prints, or may',
      [
        'echo x && a | head',
        'cd - && a | head',
        'mkdir -v x && a | head',
        'rm -rfv x && a | head',
        'cp --verbose a b && a | head',
        'pushd x && a | head',
        'export && a | head',
        'export -p && a | head',
        'set && a | head',
        'set -x && a | head',
        'set -x > /dev/null && a | head',
        'umask && a | head',
        'shopt -p && a | head',
        'A=1 && a | head',
        'cd x | cat && a | head',
        '(cd x) && a | head',
      ],
    ],
    ['a variable that a member may have set', ['source x && a | grep "$N"', '. x && a | grep "$N"']],
    ['a substitution in a filter', ['a | grep $(b)', 'a | grep `b`', 'a | head -n $((1+1))', 'a | grep -f <(b)']],
    [
      'an expansion in a filter',
      ['a | head -$N', 'a | grep *.c', 'a | grep {a,b}', 'a | grep ~/x', 'a | grep [ab]x', 'a | grep "$RANDOM"'],
    ],
    [
      'a redirection of a filter',
      ['a | head > f', 'a | head >> f', 'a | head < f', 'a | head 2> f', 'a | head &> /dev/null'],
    ],
    [
      'a name that is quoted or a path',
      ["a | 'head'", 'a | \\head', 'a | /usr/bin/head', 'a | command head', 'a | sudo head'],
    ],
    [
      'files of a filter',
      [
        'a | head f',
        'a | tail -5 f',
        'a | grep x f',
        'a | grep -e x f',
        'a | grep -f patterns',
        'a | grep -r x .',
        'a | grep -rn x',
        'a | rg x src',
        'a | rg --files',
        'a | cut -f1 f',
        'a | sort f',
        'a | sort - f',
        'a | uniq - out',
        'a | wc -l f',
        'a | wc --files0-from=f',
        'a | jq . f',
        'a | jq -f f',
        'a | jq --rawfile x f .',
        'a | jq --slurpfile x f .',
        'a | jq -L . .x',
        'a | jq \'include "m"; f\'',
        'a | yq f.yaml',
        'a | yq .a f.yaml',
        'a | yq ./f.yaml',
        'a | yq \'load("f")\'',
        'a | sed p f',
        'a | sed -f f',
        'a | awk 1 f',
        'a | awk -f f',
        'a | less f',
        'a | column f',
      ],
    ],
    [
      'a filter that writes or runs something',
      [
        'a | sed -i s/a/b/ f',
        'a | sed -i.bak p',
        'a | sed --in-place p',
        "a | sed 'w f'",
        "a | sed 's/a/b/w f'",
        "a | sed 's/a/b/ge'",
        "a | sed 'r f'",
        'a | sed e',
        "a | sed '1e touch x'",
        "a | sed 'ba w f'",
        "a | sed 's/[/]/w f'",
        "a | sed -n -e p -e 'W f'",
        'a | sort -o f',
        'a | sort -of',
        'a | sort --output=f',
        'a | sort -T /tmp',
        'a | sort --compress-program=x',
        'a | yq -i .a',
        'a | yq --inplace .a',
        'a | awk \'{ print > "f" }\'',
        'a | awk \'{ print | "sort" }\'',
        'a | awk \'BEGIN { system("x") }\'',
        'a | awk \'{ getline x < "f" }\'',
        'a | awk \'@load "x"; 1\'',
        'a | awk -i inplace 1',
        'a | less -o f',
        "a | less '+!x'",
        'a | rg --pre x y',
      ],
    ],
    [
      'a filter that only says yes or no',
      ['a | grep -q x', 'a | grep -iq x', 'a | grep --quiet x', 'a | sort -c', 'a | rg -q x'],
    ],
    ['a filter that waits for more', ['a | tail -f', 'a | tail -5f', 'a | tail --follow', 'a | tail -F']],
    [
      'an option that nobody knows',
      ['a | head --lin=5', 'a | grep --new x', 'a | sort --parallel=2', 'a | tr', 'a | grep'],
    ],
    [
      'a producer that has no end',
      [
        'yes | head',
        '/usr/bin/yes | head',
        'sudo yes | head',
        'timeout 5 yes | head',
        '(cd x; yes) | head',
        'tail -f log | grep -m1 x',
        'tail -n 5 -F log | grep x',
        'sudo env A=1 tail --follow=name log | grep x',
        'watch ls | head',
        'ping host | head',
        'ping -I eth0 host | head',
        'cat /dev/zero | head -c 5',
        'od < /dev/urandom | head',
        'while true; do date; done | head',
        'until false; do date; done | head',
        'for ((;;)); do date; done | head',
        "ssh host 'tail -f log' | head",
        'journalctl -fu x | head',
        'docker logs -f x | head',
        'docker compose up | head',
        'kubectl logs --follow x | head',
        'npm start | head',
        'npm run dev | head',
        'npm --prefix web run start:all | head',
        'npx vite | head',
        'python3 -m http.server 8000 | head',
        'poetry run uvicorn app | head',
        'tsc --watch | head',
        'nc -l 80 | head',
        'tcpdump -i eth0 | head',
        'vmstat 1 | head',
        'sleep infinity | head',
      ],
    ],
  ])('with %s', (_, commands) => {
    expect(commands.filter((command) => splitPipeline(command) !== undefined)).toEqual([]);
  });

  test('the like of those that ends is split', () => {
    const commands = [
      'ping -c 3 host | tail -2',
      'npm run build | tail -5',
      'npm test | tail -5',
      'tail -n 100 log | grep x',
      'docker logs x | tail',
      'docker compose up -d | tail',
      'npx vite build | tail',
      'python3 -m pytest | tail',
      'tsc --noEmit | head',
      'vmstat 1 5 | tail -1',
      'journalctl -u x -n 50 | grep y',
      'pushd x > /dev/null && a | head',
      'mkdir -p x && touch x/y && a | head',
      'source .venv/bin/activate && pytest -q | tail -5',
      '[ -d x ] && a | head',
      'export CI=1 && a | head',
      'export N=5 && cd x && a | grep "$N"',
      'export LC_ALL=C && a | sort',
      'set -euo pipefail && a | head',
      'while read -r line; do echo "$line"; done < f | head',
      'for i in 1 2 3; do a; done | sort',
    ];
    expect(commands.filter((command) => splitPipeline(command) === undefined)).toEqual([]);
  });

  test.each([
    '',
    ' ',
    'a'.repeat(100_000),
    `${'('.repeat(500)}a${')'.repeat(500)} | head`,
    `a ${'| head '.repeat(9000)}`,
  ])('a text beyond measure, and none, at once', (command) => {
    const started = performance.now();
    splitPipeline(command);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
