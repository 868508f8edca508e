import type { PlainCode } from './doubt-sentences.ts';
import { type Options, options, type Read } from './options.ts';
import type { Role, Say } from './program.ts';

/** A program that runs another one, and where that one stands in its words. */
export interface Wrapper {
  readonly options: Options;
  readonly roles: Readonly<Record<string, Role>>;
  /** Operands before the command. */
  readonly skip: number;
  /** Whether `NAME=value` may stand before the command. */
  readonly takesAssignments: boolean;
  /** An option whose value is text for a shell. */
  readonly text: string | undefined;
  /** The command's words are put together to text for a shell, unless one of `asWords` is given. */
  readonly joins: boolean;
  readonly asWords: readonly string[];
  /** Why what it runs is not wholly known, if it never is. */
  readonly doubt: PlainCode | undefined;
  /** Why it is not known what it does when it is given no command; undefined when that is nothing. */
  readonly alone: PlainCode | undefined;
  readonly also: ((read: Read, say: Say) => void) | undefined;
}

function wrapper(
  flags: string,
  valued: string,
  long: string,
  given: Partial<Wrapper> & { readonly optional?: string } = {},
): Wrapper {
  const { optional = '', ...more } = given;
  return {
    options: options(flags, valued, long, { endsAtOperand: true, optional }),
    roles: {},
    skip: 0,
    takesAssignments: false,
    text: undefined,
    joins: false,
    asWords: [],
    doubt: undefined,
    alone: undefined,
    also: undefined,
    ...more,
  };
}

function operandIs(role: 'write' | 'send') {
  return (read: Read, say: Say): void => {
    for (const word of read.operands.slice(0, 1)) say.effect(role, word.literal, word);
  };
}

/** `strace -o '|program'` runs it. */
function pipedTo({ given }: Read, say: Say): void {
  for (const { name, value, word } of given) {
    if (name === '-o' && /^[|!]|^$/.test(value ?? '')) say.doubt('output-to-program', word);
  }
}

/** `parallel` evaluates `{= =}` and `{1= =}`. */
function perlIn({ operands }: Read, say: Say): void {
  for (const word of operands) {
    if (/\{[-+]?\d*=/.test(word.literal ?? word.text)) say.doubt('perl-expression', word);
  }
}

export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(
  Object.entries({
    sudo: wrapper(
      'AbBEHikKlnNPsSvVe',
      'CDghpRrtTUu',
      'askpass background bell preserve-env? edit set-home help login remove-timestamp reset-timestamp list non-interactive preserve-groups stdin shell version validate user= group= host= prompt= chdir= chroot= close-from= command-timeout= role= type= other-user=',
      {
        takesAssignments: true,
        doubt: 'other-user',
        alone: 'starts-shell',
        roles: { '-e': 'unsure', '--edit': 'unsure', '-l': 'unsure' },
      },
    ),
    doas: wrapper('Lns', 'aCu', '', { doubt: 'other-user', alone: 'starts-shell' }),
    pkexec: wrapper('', '', 'user= disable-internal-agent keep-cwd', { doubt: 'other-user', alone: 'starts-shell' }),
    su: wrapper('lmpPf', 'cgGsw', 'login command= group= shell= preserve-environment pty session-command=', {
      text: '-c',
      doubt: 'other-user',
      skip: 99,
    }),
    runuser: wrapper('lmpPf', 'cgGsuw', 'login command= group= shell= user=', { text: '-c', doubt: 'other-user' }),
    env: wrapper(
      'i0v',
      'uCS',
      'ignore-environment null debug unset= chdir= split-string= block-signal? default-signal? ignore-signal? list-signal-handling',
      {
        takesAssignments: true,
        alone: 'shows-variables',
        roles: { '-S': 'unsure', '--split-string': 'unsure', '-C': 'unsure', '--chdir': 'unsure' },
      },
    ),
    nice: wrapper('0123456789', 'n', 'adjustment='),
    ionice: wrapper('t', 'cnpPu', 'class= classdata= pid= pgid= uid= ignore'),
    nohup: wrapper('', '', '', { also: (read, say) => read.operands.length > 0 && say.effect('write', 'nohup.out') }),
    timeout: wrapper('fpv', 'ks', 'foreground kill-after= preserve-status signal= verbose', { skip: 1 }),
    stdbuf: wrapper('', 'ioe', 'input= output= error='),
    time: wrapper('apqvV', 'fo', 'append format= output= portability verbose quiet', {
      roles: { '-o': 'write', '--output': 'write' },
    }),
    command: wrapper('p', '', ''),
    builtin: wrapper('', '', ''),
    exec: wrapper('cl', 'a', '', { alone: 'lasting-redirections' }),
    eval: wrapper('', '', '', { joins: true }),
    trap: wrapper('lp', '', '', { joins: true, doubt: 'on-signal' }),
    xargs: wrapper(
      '0oprtx',
      'adEILnPs',
      'null arg-file= delimiter= eof? replace? max-lines? max-args= open-tty max-procs= interactive process-slot-var= no-run-if-empty max-chars= show-limits verbose exit',
      { optional: 'eil', doubt: 'arguments-from-input', roles: { '-a': 'read', '--arg-file': 'read' } },
    ),
    parallel: wrapper(
      'kqruX0mtv',
      'jaPnNIdS',
      'jobs= keep-order dry-run bar eta progress halt= joblog= results= arg-file= colsep= delay= retries= timeout= tag line-buffer no-notice pipe null',
      {
        joins: true,
        doubt: 'arguments-from-input',
        alone: 'runs-input',
        also: perlIn,
        roles: { '-S': 'send', '--joblog': 'write', '--results': 'write' },
      },
    ),
    watch: wrapper(
      'bcdegtxpCrw',
      'nq',
      'beep color differences? errexit chgexit no-title exec precise interval= equexit= no-wrap',
      { joins: true, asWords: ['-x', '--exec'] },
    ),
    setsid: wrapper('cfw', '', 'ctty fork wait'),
    flock: wrapper(
      'enosuxFv',
      'cwE',
      'exclusive nonblock no-fork close shared unlock verbose command= timeout= wait= conflict-exit-code=',
      { skip: 1, text: '-c', also: operandIs('write') },
    ),
    strace: wrapper('cCdfFhikqrtTvVxyYzZn', 'abeEIoOpPsSuUX', 'follow-forks output-separately quiet?', {
      roles: { '-o': 'write', '-E': 'unsure', '-p': 'unsure' },
      also: pipedTo,
    }),
    ltrace: wrapper('cCfhiLrSttTvV', 'aeFloOpsuwx', '', { roles: { '-o': 'write' } }),
    unshare: wrapper(
      'CcimnpruTUf',
      'RwSGl',
      'fork mount uts ipc net pid user cgroup time map-root-user map-current-user keep-caps kill-child? mount-proc? propagation= root= wd= setuid= setgid=',
      { doubt: 'other-system', alone: 'starts-shell' },
    ),
    nsenter: wrapper(
      'aCimnpuUTFZ',
      'tSGrw',
      'all target= mount? uts? ipc? net? pid? user? cgroup? root? wd? preserve-credentials',
      { optional: 'CimnpuUTrw', doubt: 'other-system', alone: 'starts-shell' },
    ),
    chroot: wrapper('', '', 'groups= userspec= skip-chdir', { skip: 1, doubt: 'other-system' }),
    busybox: wrapper('', '', 'list list-full install help'),
    toybox: wrapper('', '', 'help version'),
    script: wrapper(
      'aefqt',
      'cEIBOomT',
      'append command= echo= return flush force log-io= log-in= log-out= logging-format= log-timing= output-limit= quiet timing?',
      { text: '-c', alone: 'starts-shell', also: operandIs('write') },
    ),
    chrt: wrapper(
      'abdfirmopR',
      'TPD',
      'batch deadline fifo idle rr other reset-on-fork all-tasks sched-runtime= sched-period= sched-deadline= verbose',
      { skip: 1 },
    ),
    taskset: wrapper('apc', '', 'all-tasks pid cpu-list', { skip: 1 }),
    unbuffer: wrapper('p', '', ''),
    caffeinate: wrapper('disum', 'tw', ''),
    prlimit: wrapper('', 'p', 'pid= output= noheadings raw', { optional: 'cdefilmnqrstuvxy' }),
    setpriv: wrapper(
      'd',
      '',
      'dump clear-groups keep-groups init-groups groups= inh-caps= ambient-caps= bounding-set= no-new-privs rgid= ruid= egid= euid= regid= reuid= securebits= pdeathsig= reset-env',
      { doubt: 'other-user' },
    ),
    choom: wrapper('', 'np', 'adjust= pid='),
    numactl: wrapper('als', 'CNmpib', 'all localalloc show cpunodebind= membind= interleave= preferred= physcpubind='),
    'systemd-run': wrapper(
      'Pdrtqn',
      'upHMGE',
      'user scope pty wait pipe quiet unit= property= setenv= uid= gid= slice= on-calendar= on-active=',
      { doubt: 'outside-session' },
    ),
    'dbus-run-session': wrapper('', '', 'config-file= dbus-daemon='),
    'xvfb-run': wrapper('al', 'efnpsw', 'auto-servernum error-file= server-args= server-num='),
    fakeroot: wrapper('uhv', 'lsibf', 'lib= faked=', {
      roles: { '-l': 'unsure', '-f': 'unsure', '--lib': 'unsure', '--faked': 'unsure' },
    }),
    torsocks: wrapper('iadqu', 'P', ''),
    proxychains: wrapper('q', 'f', ''),
    chronic: wrapper('ev', '', ''),
    valgrind: wrapper('qv', '', 'tool= leak-check= log-file= error-exitcode=', { roles: { '--log-file': 'write' } }),
    rlwrap: wrapper('acimnNrRsuz', 'bCDfFgHlMoPpStTw', ''),
    'start-stop-daemon': wrapper('', '', '', { doubt: 'starts-service' }),
    ssh: wrapper('46AaCfGgKkMNnqsTtVvXxYy', 'BbcDEeFIiJLlmOopQRSWw', '', {
      skip: 1,
      joins: true,
      doubt: 'other-machine',
      alone: 'other-machine',
      also: operandIs('send'),
      roles: { '-o': 'unsure', '-F': 'unsure', '-J': 'send', '-i': 'read', '-E': 'write' },
    }),
  }),
);

export const SHELLS: ReadonlySet<string> = new Set('sh bash dash zsh ash ksh mksh rbash'.split(' '));
/** A shell's `-c` takes the first operand as its text. */
export const SHELL_OPTIONS: Options = options(
  'cabefhiklmnprstuvxBCDEHPT',
  'oO',
  'norc noprofile posix login restricted verbose help version rcfile= init-file=',
  { endsAtOperand: true },
);
