import type { Containment, ContainmentStep } from '#contract';
import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import { askScope } from './ask-scope.ts';
import { systemCgroupFiles } from './cgroup-files.ts';
import { cgroupPlaces } from './cgroup-places.ts';
import { type CgroupStep, type StepAttempt, sweepScopes } from './cgroup-step.ts';
import { openCgroupV1 } from './cgroup-v1.ts';
import { openCgroupV2, type SystemdScope } from './cgroup-v2.ts';
import { Launcher } from './launcher.ts';
import { MarkedContainer } from './marked-container.ts';
import type { ContainmentOptions, ContainmentPort } from './model.ts';
import { findBubblewrap } from './namespace.ts';
import { NamespaceContainer } from './namespace-container.ts';
import type { PreparedContainer } from './process-container.ts';
import { type ChosenSteps, ProcessContainment } from './process-containment.ts';
import { TreeContainer } from './tree-container.ts';

/** Steps that may be tried, surest first; tests leave some out. */
const LADDER: readonly ContainmentStep[] = ['cgroup-v2', 'cgroup-v1', 'pid-namespace', 'marked-scan'];

/** Finds the surest way to hold trees of processes here, by trying, and ends what a host that is gone has left in its groups. */
export async function openContainment(
  options: ContainmentOptions,
  ladder: readonly ContainmentStep[] = LADDER,
): Promise<ContainmentPort> {
  if (process.platform !== 'linux') return new ProcessContainment(options, TREE);
  const { chosen, why } = await chooseGroups(options, ladder);
  const namespace = await tryNamespace(options, ladder);
  const bwrap = namespace.why === undefined ? namespace.step : undefined;
  const prepare = chosen?.prepare ?? (() => (bwrap === undefined ? markedContainer() : namespaceContainer()));
  const step = chosen?.name ?? (bwrap === undefined ? 'marked-scan' : 'pid-namespace');
  const state: Containment = { step, why: step === 'marked-scan' ? [...why, namespace.why ?? ''] : why };
  options.log.info('containment.opened', { ...state, namespace: bwrap !== undefined });
  return new ProcessContainment(options, {
    state,
    prepare,
    bwrap,
    limitsProcesses: chosen !== undefined,
    release: async () => {
      chosen?.release();
      await chosen?.scope?.[Symbol.asyncDispose]();
    },
  });
}

const TREE: ChosenSteps = {
  state: { step: 'process-tree', why: ['Control groups and PID namespaces are there on Linux only'] },
  prepare: () => withoutPreparation((tree) => new TreeContainer(tree)),
  bwrap: undefined,
  limitsProcesses: false,
  release: async () => {},
};

interface Groups extends CgroupStep {
  readonly name: ContainmentStep;
  readonly scope?: SystemdScope | undefined;
  /** Group of cgroup version 2 that contains its groups. */
  readonly parent?: string;
}

async function chooseGroups({ environment, log }: ContainmentOptions, ladder: readonly ContainmentStep[]) {
  const files = systemCgroupFiles;
  const places = cgroupPlaces(files);
  const openers = {
    'cgroup-v2': () => openCgroupV2({ files, places, askScope: () => askScope(environment) }),
    'cgroup-v1': async () => openCgroupV1(files, places),
  };
  const why: string[] = [];
  for (const name of ['cgroup-v2', 'cgroup-v1'] as const) {
    if (!ladder.includes(name)) continue;
    const tried = await tryToEnter(await openers[name]());
    if (tried.why === undefined) {
      await removeOldGroups(
        [tried.step.parent, places.v2, ...['pids', 'cpuacct', 'memory'].map((name) => places.v1.get(name))],
        log,
      );
      const chosen: Groups = { ...tried.step, name };
      return { chosen, why };
    }
    why.push(tried.why);
  }
  return { chosen: undefined, why };
}

/** Groups that can be made but not entered are of no use. */
async function tryToEnter(tried: StepAttempt<Omit<Groups, 'name'>>): Promise<StepAttempt<Omit<Groups, 'name'>>> {
  if (tried.why !== undefined) return tried;
  const problem = await holdProblem(tried.step.prepare(), undefined);
  if (problem === undefined) return tried;
  tried.step.release();
  await tried.step.scope?.[Symbol.asyncDispose]();
  return { why: problem };
}

async function removeOldGroups(parents: readonly (string | undefined)[], log: Logger): Promise<void> {
  for (const parent of new Set(parents)) {
    const ended = parent === undefined ? 0 : await sweepScopes(systemCgroupFiles, parent);
    if (ended > 0) log.warn('containment.swept', { parent, processes: ended });
  }
}

async function tryNamespace(
  { allowNamespace }: ContainmentOptions,
  ladder: readonly ContainmentStep[],
): Promise<StepAttempt<string>> {
  if (!allowNamespace || !ladder.includes('pid-namespace')) {
    return { why: 'A PID namespace is not used, as it would hide the machine’s other processes' };
  }
  const bwrap = findBubblewrap();
  if (bwrap === undefined) return { why: 'bubblewrap (bwrap), which makes PID namespaces, is not installed' };
  const problem = await holdProblem(namespaceContainer(), bwrap);
  return problem === undefined ? { step: bwrap } : { why: problem };
}

const markedContainer = (): PreparedContainer => withoutPreparation((tree) => new MarkedContainer(tree));
const namespaceContainer = (): PreparedContainer => withoutPreparation((tree) => new NamespaceContainer(tree));

function withoutPreparation(around: PreparedContainer['around']): PreparedContainer {
  return { doors: [], around, release: async () => {} };
}

/** Whether a program really runs in it; else a sentence. */
async function holdProblem(prepared: PreparedContainer, bwrap: string | undefined): Promise<string | undefined> {
  const launcher = new Launcher({ environment: {}, prepared, bwrap });
  const what = bwrap === undefined ? 'Its control group' : 'A PID namespace by bubblewrap';
  try {
    if (!(await launcher.ready)) return `${what} cannot be entered here${await launcher.complaint()}`;
    return undefined;
  } catch (error) {
    return `${what} cannot be entered here: ${messageOf(error)}`;
  } finally {
    await launcher.discard();
  }
}
