/** A command for a session, and what it must give back there. */
export interface SessionCommand {
  readonly text: string;
  readonly stdout: string;
  /** Whole, or its beginning where it names a line. */
  readonly stderr?: string | RegExp;
  readonly exitCode: number;
}

type RandomSource = () => number;

/** A stream of numbers in [0, 1) that is the same for the same seed. */
export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Several belong together, in this order. */
type CommandMaker = (n: number) => SessionCommand | readonly SessionCommand[];

const says = (text: string, stdout: string, exitCode = 0): SessionCommand => ({ text, stdout, exitCode });

/**
 * Ordinary commands for sessions: each answers with its own number, so that an answer too early or too late is noticed.
 */
const ORDINARY: readonly CommandMaker[] = [
  (n) => says(`echo out-${n}`, `out-${n}`),
  (n) => says(`printf 'no newline %s' ${n}`, `no newline ${n}`),
  (n) => ({ text: `echo e-${n} >&2`, stdout: '', stderr: `e-${n}`, exitCode: 0 }),
  (n) => says(`x=${n}; y=$((x * 2)); echo $y`, `${n * 2}`),
  (n) => says(`if ((${n} % 2)); then echo odd; else echo even; fi`, n % 2 ? 'odd' : 'even'),
  (n) => says(`for i in 1 2 3; do\n  printf '%s.' $((i + ${n}))\ndone`, `${n + 1}.${n + 2}.${n + 3}.`),
  (n) => says(`cat <<'END'\nline ${n}\n$not expanded\nEND`, `line ${n}\n$not expanded`),
  (n) => says(`keep=${n}; f() { echo "f-$keep"; return 3; }; f`, `f-${n}`, 3),
  (n) => says(`(exit ${n % 256})`, '', n % 256),
  (n) => says(`[[ ${n} == ${n} ]] && echo same-${n}`, `same-${n}`),
  (n) => ({ text: `echo a-${n}; echo b-${n} >&2; false`, stdout: `a-${n}`, stderr: `b-${n}`, exitCode: 1 }),
  (n) => says(`cd / && cd "$OLDPWD" && echo back-${n}`, `back-${n}`),
];

/** Commands that break adapters which write markers into the output, read lines, or loop. */
const NASTY: readonly CommandMaker[] = [
  (n) => ({ text: `echo "open ${n}`, stdout: '', stderr: /unexpected EOF/, exitCode: 2 }),
  (n) => says(`echo a${n} \\`, `a${n} \\`),
  (n) => says(`read x; echo "got:$x:${n}"`, `got::${n}`),
  (n) => says(`cat; echo after-${n}`, `after-${n}`),
  (n) => says(`exec >/dev/null; echo hidden-${n}`, ''),
  (n) => says(`exec 2>/dev/null; echo seen-${n}; echo gone >&2`, `seen-${n}`),
  (n) => says(`exec 7<<<'kept ${n}'; cat <&7`, `kept ${n}`),
  (n) => says(`(sleep 0.2; echo late-${n}) & echo now-${n}`, `now-${n}`),
  (n) => says(`alias echo=false; echo() { :; }; command echo real-${n}; unset -f echo; unalias echo`, `real-${n}`),
  (n) =>
    says(`builtin() { :; }; eval() { :; }; printf() { :; }; \\echo shadow-${n}; unset -f printf eval`, `shadow-${n}`),
  (n) => says(`unset() { :; }; shopt() { :; }; echo s-${n}; command unset -f unset shopt`, `s-${n}`),
  (n) => [
    says(
      `shopt -s expand_aliases; alias {='echo {' [[='echo [[' builtin=false printf=false shopt=false; echo al-${n}`,
      `al-${n}`,
    ),
    says(`printf hidden-${n}`, '', 1),
    says(`\\unalias -a; shopt -u expand_aliases; echo un-${n}`, `un-${n}`),
  ],
  (n) => ({ text: `break; echo on-${n}`, stdout: `on-${n}`, stderr: /only meaningful in a/, exitCode: 0 }),
  (n) => ({ text: `return ${n} 2>/dev/null; echo r-${n}`, stdout: `r-${n}`, exitCode: 0 }),
  (n) => says(`set -u; set -f; echo * ${n}; set +f; set +u`, `* ${n}`),
  (n) => says(`IFS=x; a="1x${n}"; set -- $a; echo "$2"; IFS=$' \\t\\n'; set --`, `${n}`),
  (n) => ({
    text: `set -x; : ${n}; { set +x; } 2>/dev/null`,
    stdout: '',
    stderr: new RegExp(`^\\++ : ${n}$`),
    exitCode: 0,
  }),
  (n) => says(`set -v; echo v-${n}; set +v`, `v-${n}`),
  (n) => says(`set -e; true; echo e-${n}; set +e`, `e-${n}`),
  (n) => says(`set -e; ! true; x=$?; set +e; echo "$x-${n}"`, `1-${n}`),
  (n) => says(`set -C; echo c-${n} > /dev/null; set +C; echo done-${n}`, `done-${n}`),
  (n) => says(`POSIXLY_CORRECT=1; echo p-${n}; unset POSIXLY_CORRECT`, `p-${n}`),
  (n) => says(`trap 'echo trapped >&2' ERR; trap - ERR; echo t-${n}`, `t-${n}`),
  (n) => says(`trap ':' DEBUG; trap - DEBUG; echo d-${n}`, `d-${n}`),
  (n) => says(`printf 'CMD_MARKER_%s\\n' ${n}`, `CMD_MARKER_${n}`),
  (n) => says(`printf '\\xe2\\x82'; printf '\\xac%s' ${n}`, `€${n}`),
  (n) => says(`LANG=C printf '\\303%s' ${n}`, `\ufffd${n}`),
  (n) => says(`printf '%s\\0%s' a ${n}`, `a\0${n}`),
  (n) => says(`printf 'x%.0s' {1..3000}; echo ${n}`, `${'x'.repeat(3000)}${n}`),
  (n) => ({
    text: `for i in {1..150}; do echo "$i ${n}"; done >&2`,
    stdout: '',
    stderr: new RegExp(`^1 ${n}\n[^]*\n150 ${n}$`),
    exitCode: 0,
  }),
  (n) => says(`: '${'#'.repeat(4000)}'; echo long-${n}`, `long-${n}`),
  (n) => ({
    text: `no-such-program-${n}`,
    stdout: '',
    stderr: new RegExp(`no-such-program-${n}: command not found$`),
    exitCode: 127,
  }),
  (n) => ({ text: `if then ${n}`, stdout: '', stderr: /syntax error/, exitCode: 2 }),
  (n) => says(`# only a comment ${n}`, ''),
  () => says('', ''),
  (n) => says(`echo sub-${n} > >(cat)`, `sub-${n}`),
  (n) => says(`set -a; A=${n}; set +a; bash -c 'echo $A'; unset A`, `${n}`),
  (n) => says(`PWD=/nowhere; echo pwd-${n}; cd .`, `pwd-${n}`),
  (n) => says(`printf '%s' "tail ${n}"$'\\n\\n'`, `tail ${n}\n`),
  (n) => [says(`OLD=$PATH; PATH=; echo path-${n}`, `path-${n}`), says(`PATH=$OLD; /bin/echo back-${n}`, `back-${n}`)],
  (n) => says(`exec 2>&1; echo o-${n}; echo e-${n} >&2`, `o-${n}\ne-${n}`),
  (n) => [says(`exec >file-${n}; echo kept-${n}`, ''), says(`cat file-${n}; rm file-${n}`, `kept-${n}`)],
  (n) => says(`exec >&- 2>&-; echo shut-${n}`, '', 1),
  (n) => says(`exec 0<&-; echo in-${n}`, `in-${n}`),
  (n) => [
    says(`ulimit -Sn 20; echo few-${n}`, `few-${n}`),
    says(`ulimit -Sn "$(ulimit -Hn)"; echo many-${n}`, `many-${n}`),
  ],
  (n) => [
    says(`mkdir gone-${n}; cd gone-${n}; rmdir ../gone-${n}; echo in-${n}`, `in-${n}`),
    says(`echo still-${n}`, `still-${n}`),
    says(`cd "$OLDPWD"; echo out-${n}`, `out-${n}`),
  ],
  (n) => [says(`shopt -s extdebug; echo ex-${n}`, `ex-${n}`), says(`shopt -u extdebug; echo no-${n}`, `no-${n}`)],
  (n) => says(`echo a-${n}; rm "$(readlink /proc/$$/fd/1)"; echo b-${n}`, `a-${n}\nb-${n}`),
  (n) =>
    says(
      `coproc { cat; }; echo co-${n} >&"\${COPROC[1]}"; read -r l <&"\${COPROC[0]}"; echo "$l"; eval "exec \${COPROC[1]}>&-"; wait`,
      `co-${n}`,
    ),
];

/** Generates at least `count` commands for one session, one in `oneIn` of them nasty. */
export function sessionCommands(count: number, oneIn: number, random: RandomSource): SessionCommand[] {
  const pick = (from: readonly CommandMaker[], at: number) => from[Math.floor(random() * from.length)]?.(at) ?? [];
  return Array.from({ length: count }, (_, at) => pick(at % oneIn === 0 ? NASTY : ORDINARY, at)).flat();
}

/** Describes what is wrong with a result, or `undefined`. */
export function commandProblem(
  expected: SessionCommand,
  result: { readonly stdout: string; readonly stderr: string; readonly exit_code: number },
): string | undefined {
  const { stdout, stderr = '', exitCode } = expected;
  const isStderr = typeof stderr === 'string' ? result.stderr === stderr : stderr.test(result.stderr);
  if (result.stdout === stdout && isStderr && result.exit_code === exitCode) return undefined;
  return `${JSON.stringify(expected.text)} gave ${JSON.stringify(result)}`;
}
