import type { EffectSink } from '../effect-sink.ts';
import type { Word } from '../model.ts';
import type { ProgramDeclarations } from './declaration.ts';
import { neverEnds } from './endless.ts';
import { firstNames } from './operand-effects.ts';
import { has, type ParsedArguments } from './parsed-arguments.ts';

/** `strace -o '|program'` runs it. */
function sayOfPipe({ given }: ParsedArguments<Word>, sink: EffectSink): void {
  for (const { name, value, word } of given) {
    if (name === '-o' && /^[|!]|^$/.test(value ?? '')) sink.doubt('output-to-program', word);
  }
}

/** `parallel` evaluates `{= =}` and `{1= =}`. */
function sayOfPerl({ operands }: ParsedArguments<Word>, sink: EffectSink): void {
  for (const word of operands) {
    if (/\{[-+]?\d*=/.test(word.literal ?? word.text)) sink.doubt('perl-expression', word);
  }
}

/** `script` keeps what is shown in a file called `typescript`, unless it is told of another one. */
function sayOfScript(read: ParsedArguments<Word>, sink: EffectSink): void {
  const [file] = read.operands;
  if (file !== undefined) sink.effect('write', file.literal, file);
  else if (!has(read, ...SCRIPT_FILES)) sink.effect('write', 'typescript');
}

const SCRIPT_FILES = ['-B', '-I', '-O', '--log-io', '--log-in', '--log-out', '--help', '--version'];

const OUTSIDE = { isOutside: true } as const;

/** Programs that run another one as they are told to. */
export const WRAPPERS: ProgramDeclarations = {
  env: {
    options: {
      known:
        '-i0v -u=text --ignore-environment --null --debug --unset=text --block-signal?=text --default-signal?=text --ignore-signal?=text --list-signal-handling',
      unsure: '-C=text -S=text --chdir=text --split-string=text',
    },
    runs: { takesAssignments: true, alone: 'shows-variables' },
  },
  nice: { options: { proven: '-NUM -n=text --adjustment=text' }, runs: {}, readsOnly: true },
  ionice: {
    options: { known: '-t -cnpPu=text --class=text --classdata=text --pid=text --pgid=text --uid=text --ignore' },
    runs: {},
  },
  nohup: {
    runs: {},
    saysToo: (read, sink) => {
      if (read.operands.length > 0) sink.effect('write', 'nohup.out');
    },
  },
  timeout: {
    options: {
      proven: '-v -ks=text --foreground --preserve-status --verbose --kill-after=text --signal=text',
      known: '-fp',
    },
    operands: 'duration',
    runs: { skip: 1 },
    readsOnly: true,
  },
  stdbuf: {
    options: { proven: '-ioe=buffering --input=buffering --output=buffering --error=buffering' },
    runs: {},
    readsOnly: true,
  },
  time: {
    options: { known: '-apqvV -f=text -o=write --append --format=text --output=write --portability --verbose --quiet' },
    runs: {},
  },
  // With `-v` it says where a program is.
  command: { options: { known: '-pvV' }, runs: {}, readsOnly: true, question: /^-[pvV]*[vV]/, isOfShell: true },
  builtin: { runs: {} },
  exec: { options: { known: '-cl -a=text' }, runs: { alone: 'lasting-redirections' } },
  eval: { runs: { joins: true } },
  trap: { options: { known: '-lp' }, runs: { joins: true, doubt: 'on-signal' } },
  // What it gives them is judged with what comes before it.
  xargs: {
    options: {
      proven:
        '-0rtx -n=number -L=number -P=number -s=number -I=text -d=text --null --no-run-if-empty --max-args=number --max-lines?=number --max-procs=number --max-chars=number --verbose --exit --delimiter=text',
      known:
        '-op -a=read -E=text -eil?=text --arg-file=read --eof?=text --replace?=text --open-tty --interactive --process-slot-var=text --show-limits',
    },
    runs: { doubt: 'arguments-from-input' },
  },
  parallel: {
    options: {
      known:
        '-kqruX0mtv -jaPnNId=text -S=send --jobs=text --keep-order --dry-run --bar --eta --progress --halt=text --joblog=write --results=write --arg-file=text --colsep=text --delay=text --retries=text --timeout=text --tag --line-buffer --no-notice --pipe --null',
    },
    runs: { joins: true, listMark: ':::', doubt: 'arguments-from-input', alone: 'runs-input' },
    saysToo: sayOfPerl,
  },
  watch: {
    options: {
      known:
        '-bcdegtxpCrw -nq=text --beep --color --differences?=text --errexit --chgexit --no-title --exec --precise --interval=text --equexit=text --no-wrap',
    },
    runs: { joins: true, asWords: ['-x', '--exec'] },
    endless: neverEnds,
  },
  setsid: { options: { known: '-cfw --ctty --fork --wait' }, runs: {} },
  flock: {
    options: {
      known:
        '-enosuxFv -cwE=text --exclusive --nonblock --no-fork --close --shared --unlock --verbose --command=text --timeout=text --wait=text --conflict-exit-code=text',
    },
    runs: { skip: 1, text: '-c' },
    saysToo: firstNames('write'),
  },
  strace: {
    options: {
      known: '-cCdfFhikqrtTvVxyYzZn -abeIOPsSuUX=text -o=write --follow-forks --output-separately --quiet?=text',
      unsure: '-E=text -p=text',
    },
    runs: {},
    saysToo: sayOfPipe,
    needs: OUTSIDE,
  },
  ltrace: { options: { known: '-cCfhiLrSttTvV -aeFlOpsuwx=text -o=write' }, runs: {} },
  busybox: { options: { known: '--list --list-full --install --help' }, runs: {} },
  toybox: { options: { known: '--help --version' }, runs: {} },
  script: {
    options: {
      known:
        '-aefq -cEom=text -BIOT=write -t?=write --append --command=text --echo=text --return --flush --force --log-io=write --log-in=write --log-out=write --logging-format=text --log-timing=write --output-limit=text --quiet --timing?=write',
    },
    runs: { skip: 99, text: '-c', isAnyOrder: true, alone: 'starts-shell' },
    saysToo: sayOfScript,
  },
  chrt: {
    options: {
      known:
        '-abdfirmopR -TPD=text --batch --deadline --fifo --idle --rr --other --reset-on-fork --all-tasks --sched-runtime=text --sched-period=text --sched-deadline=text --verbose',
    },
    runs: { skip: 1 },
  },
  taskset: { options: { known: '-apc --all-tasks --pid --cpu-list' }, runs: { skip: 1 } },
  unbuffer: { options: { known: '-p' }, runs: {} },
  caffeinate: { options: { known: '-disum -tw=text' }, runs: {} },
  prlimit: {
    options: { known: '-p=text -cdefilmnqrstuvxy?=text --pid=text --output=text --noheadings --raw' },
    runs: {},
  },
  choom: { options: { known: '-np=text --adjust=text --pid=text' }, runs: {} },
  numactl: {
    options: {
      known:
        '-als -CNmpib=text --all --localalloc --show --cpunodebind=text --membind=text --interleave=text --preferred=text --physcpubind=text',
    },
    runs: {},
  },
  'xvfb-run': {
    options: {
      known: '-al -npw=text -e=write -f=write --auth-file=write --auto-servernum --error-file=write --server-num=text',
      unsure: '-s=text --server-args=text',
    },
    runs: {},
  },
  torsocks: { options: { known: '-iadqu -P=text' }, runs: {} },
  proxychains: { options: { known: '-q -f=text' }, runs: {} },
  chronic: { options: { known: '-ev' }, runs: {} },
  // A tool is a path below its own folder, and a file of options may lie in the one that it runs in.
  valgrind: {
    options: { known: '-qv --leak-check=text --log-file=write --error-exitcode=text', unsure: '--tool=text' },
    runs: {},
    saysToo: (_, sink) => sink.doubt('settings-files'),
  },
  rlwrap: { options: { known: '-acimnNrRsu -bCDFgMoPpStTw=text -f=read -Hl=write', unsure: '-z=text' }, runs: {} },
};
