import { delimiter, join } from 'node:path';
import type { CommandSplit } from '#execution';
import { splitPipeline } from '#guard';
import { isProgram } from '#process/find-program';
import { analyse, pipelineOf, type SimpleCommand } from '#shell-analysis';

/** Result of splitting a command by the guard. */
export type GuardSplit = ReturnType<typeof splitPipeline>;

/** Programs whose exit code 1 says that nothing was found, or that two things differ. */
const ONE_IS_ANSWER = new Set(['grep', 'egrep', 'fgrep', 'zgrep', 'rg', 'ag', 'ack', 'diff', 'cmp', 'pgrep', 'which']);

/** The guard's split with what running it takes; off if there is no bash (Windows). */
export function splitFor(split: (command: string) => GuardSplit, environment: Readonly<Record<string, string>>) {
  const hasBash = process.platform !== 'win32' || hasWindowsBash(environment);
  return (command: string): CommandSplit | undefined => {
    const known = hasBash ? split(command) : undefined;
    if (!known) return undefined;
    const producer = pipelineOf(known.cleaned);
    const last = producer?.members.at(-1);
    // What the guard took apart can be read again; if not, it runs as it was written.
    if (!producer || !last) return undefined;
    const program = last.stages.at(-1)?.words[0]?.literal;
    return {
      ...known,
      lastMemberAt: known.producerAt,
      oneIsAnswer: program !== undefined && ONE_IS_ANSWER.has(program),
    };
  };
}

/**
 * Explains why a text does not consist of filters alone: each of its stages must be one that the guard would remove
 * from a command.
 */
export function filterProblem(filter: string): string | undefined {
  const split = splitPipeline(`${NEUTRAL} | ${filter}`);
  if (split?.cleaned === NEUTRAL) return undefined;
  return 'only filter programs that read standard input can be used here (grep, head, tail, sed, awk, cut, sort, uniq, wc, jq, tr …), joined by |, without file names and options that write or follow';
}

const NEUTRAL = 'true';

/**
 * Files that a command runs by names which are written out in it, as far as that can be told: scripts, and whatever an
 * interpreter or another program that runs code is given.
 */
export function namedScripts(command: string): string[] {
  const { parts, effects } = analyse(command);
  const names = effects.flatMap(({ kind, target, part }) => {
    if (kind !== 'run') return [];
    return target === undefined ? literals(parts[part]) : [target];
  });
  const folders = parts.flatMap((part) => (part.program === 'cd' ? literals(part).slice(-1) : []));
  return ['', ...folders].flatMap((folder) => names.map((name) => join(folder, name)));
}

/** Programs that print what changes by itself: the time, what the machine does, what other machines say. */
const TIMELY = new Set(
  'date cal uptime ps top htop free df who w last ss netstat lsof journalctl dmesg vmstat iostat sensors nproc docker podman kubectl curl wget ping dig nslookup host ssh gh glab aws gcloud az'.split(
    ' ',
  ),
);

/** Whether the words of a command say that it prints such things, or something else each time. */
export function isTimely(command: string): boolean {
  const { parts, effects } = analyse(command);
  const isOfOne = ({ program = '' }: SimpleCommand) => TIMELY.has(program.replace(/^.*\//, ''));
  const isChanging = /\$\{?(EPOCH\w+|S?RANDOM|SECONDS)\b|\/dev\/u?random/.test(command);
  return isChanging || parts.some(isOfOne) || effects.some(({ kind }) => kind === 'send');
}

function literals(part: SimpleCommand | undefined): string[] {
  return (part?.words ?? []).flatMap(({ literal }) => (literal === undefined || literal === '' ? [] : [literal]));
}

function hasWindowsBash(environment: Readonly<Record<string, string>>): boolean {
  const path = Object.entries(environment).find(([name]) => /^path$/i.test(name))?.[1] ?? '';
  return path.split(delimiter).some((folder) => isProgram(join(folder, 'bash.exe')));
}
