// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expansions of the shell
import { expect, test } from 'vitest';
import { analyse } from '#shell-analysis';

const programs = (line: string) => analyse(line).parts.map(({ program }) => program);

test.each([
  ["cat <<E\n${q:-'$(a)'}\nE\n", ['cat', 'a']],
  ["cat <<E\n${q:-$'$(a)'} $(b 'c d')\nE\n", ['cat', 'a', 'b']],
  ["cat <<'E'\n${q:-'$(a)'}\nE\n", ['cat']],
  ['echo "${q:-$\'$(a)\'}"', ['echo', 'a']],
  ['echo "${q:-\'$(a)\'}"', ['echo', 'a']],
  ["echo ${q:-'$(a)'}", ['echo']],
])('%j runs %j: quotes within an expansion that is itself quoted are text', (line, expected) => {
  expect(programs(line)).toEqual(expected);
});

test.each([
  ["[[ 'x[$(a)]' -eq 1 ]]", ['a']],
  ["[[ 'x[$(a)]' = 1 ]]", []],
  ["[[ -v 'x[$(a)]' ]]", ['a']],
  ["echo $(( 'x[$(a)]' ))", ['echo', 'a']],
  ["echo ${x['$(a)']}", ['echo', 'a']],
  ["x['$(a)']='$(b)'", [undefined, 'a']],
  ["let 'x[$(a)]=1'", ['let', 'a']],
  ["unset 'x[$(a)]'; read 'y[`b`]'", ['unset', 'a', 'read', 'b']],
  ["printf -v 'x[$(a)]' y", ['printf', 'a']],
  ["echo 'x[$(a)]'", ['echo']],
  ["let 'x = 1'", ['let']],
  ["declare 'DIRSTACK=($(a))'", ['declare', 'a']],
  ["export 'DIRSTACK=($(a))'", ['export']],
])('%j runs %j: a subscript is evaluated whatever quotes stand around it', (line, expected) => {
  expect(programs(line)).toEqual(expected);
});

test.each([
  ['echo "${y:-$($\'\\x61\' $(b))}"', 'a'],
  ["echo \"${y:-$(c; $'\\x61'  <<'E'\n$(b)\nE\n)}\"", 'a'],
  ["cat <<E\n${y:-$('d e' $(b))}\nE\n", 'd e'],
])('%j runs %s: within a substitution of such an expansion quotes quote', (line, expected) => {
  expect(programs(line)).toContain(expected);
});

test.each([
  ["echo x >&'$(a)'", ['echo', 'a']],
  ['echo x >& "\\$(a)"', ['echo', 'a']],
  ['echo x >&\\$\\(a\\)', ['echo', 'a']],
  ["{ echo x; } >&'`a`'", [undefined, 'echo', 'a']],
  ["exec 1>&'$(a)'", ['exec', 'a']],
  ["echo x &>'$(a)'", ['echo']],
  ["echo x >'$(a)'", ['echo']],
])('%j runs %j: the file behind >& is expanded once more', (line, expected) => {
  expect(programs(line)).toEqual(expected);
});

test.each([
  ["echo x >&'$(a)'", undefined, ['unknown-shell-text']],
  ["echo x >&'~/a'", undefined, []],
  ["echo x >&'a*'", undefined, []],
  ["echo x >&'a.txt'", 'a.txt', []],
  ["echo x >&'$a'", undefined, ['unknown-shell-text']],
  ["echo x &>'$a'", '$a', []],
])('%j writes %s', (line, target, codes) => {
  const { effects, unknown } = analyse(line);
  expect(effects.filter(({ kind }) => kind === 'write').map((one) => one.target)).toEqual([target]);
  expect(unknown.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
});

test.each([
  ['x=($(a))b', [undefined, 'a']],
  ['x+=(`a`)b', [undefined, 'a']],
  ['x=(1)"$(a)"', [undefined, 'a']],
  ['x[1]=($(a) $(b))c', [undefined, 'a', 'b']],
  ['export x=($(a))b', ['export', 'a']],
  ['x=(<(a))b', [undefined]],
])('%j runs %j, which the parser does not take apart', (line, expected) => {
  const { unknown } = analyse(line);
  expect(programs(line)).toEqual(expected);
  expect(unknown.map(({ code }) => code)).toContain('unreadable-substitution');
});

test('what is hidden has its effects', () => {
  const { effects } = analyse("cat <<E\n${q:-'$(rm -rf d)'}\nE\n");
  expect(effects).toMatchObject([{ kind: 'delete', target: 'd', isRecursive: true }]);
});
