import { statSync } from 'node:fs';
import type { Containment } from '#contract';
import { systemCodeOf } from '#core/app-error';
import { PendingWork } from '#core/async/pending-work';
import { findProgram } from '../find-program.ts';
import { cannotStartProgram } from '../group.ts';
import { GroupInContainer } from './contained-group.ts';
import { Launcher } from './launcher.ts';
import type { ContainedGroup, ContainedStart, ContainmentOptions, ContainmentPort } from './model.ts';
import type { PreparedContainer } from './process-container.ts';
import { withProcessLimit } from './process-limit.ts';
import { startInTree } from './start-in-tree.ts';

/** The steps that were found to work, joined. */
export interface ChosenSteps {
  readonly state: Containment;
  prepare(): PreparedContainer;
  readonly bwrap: string | undefined;
  /** The kernel counts processes for us. */
  readonly limitsProcesses: boolean;
  release(): Promise<void>;
}

/** Kind of a program, by where a launcher for it has to be. */
type ProgramKind = 'plain' | 'sandbox';

const PLAIN_NAMES = /^(?:PATH|HOME|LANG|LC_[A-Z]+|USER|LOGNAME|SHELL|TERM|TMPDIR|XDG_[A-Z_]+|PAGER)$/;
/** Largest size of one argument or variable on Linux, in bytes. */
const MAX_ARGUMENT = 131_071;

export class ProcessContainment implements ContainmentPort {
  readonly state: Containment;
  readonly #chosen: ChosenSteps;
  readonly #groups = new Set<ContainedGroup>();
  readonly #releases = new PendingWork();
  readonly #environment: Readonly<Record<string, string>>;
  /** One of each kind that was asked for last. */
  readonly #warm = new Map<ProgramKind, Launcher>();
  #isClosed = false;

  constructor({ environment }: ContainmentOptions, chosen: ChosenSteps) {
    this.state = chosen.state;
    this.#chosen = chosen;
    this.#environment = plainPart(environment);
    this.#warmUp('plain');
  }

  async start(options: ContainedStart): Promise<ContainedGroup> {
    const { processes, graceMs } = options;
    if (this.#isClosed) throw cannotStartProgram(options, 'the app is stopping');
    const launched =
      this.state.step === 'process-tree'
        ? await startInTree(options, this.#chosen.prepare())
        : await this.#launch(options);
    const onEnded = (released: Promise<void>) => {
      this.#groups.delete(group);
      void this.#releases.add(released);
    };
    const group: ContainedGroup = new GroupInContainer(launched, { graceMs, processes, onEnded });
    this.#groups.add(group);
    if (this.#isClosed) await group.end(0);
    return group;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#groups].map((group) => group.end(0)));
    await Promise.all([...this.#warm.values()].map((launcher) => launcher.discard()));
    await this.#releases.settled();
    await this.#chosen.release();
  }

  async #launch(options: ContainedStart) {
    const { environment, cwd, processes, fileBytes, filter, marker, stdin = 'ignore', hasSide = false } = options;
    const program = await this.#programOf(options, processes);
    // Where no group holds it, the namespace around it does.
    const kind = options.isSandbox && this.#chosen.limitsProcesses ? 'sandbox' : 'plain';
    const launcher = this.#launcherFor(options, kind);
    const launch = { ...program, cwd, processes, fileBytes, filter, hasStdin: stdin === 'pipe', hasSide };
    try {
      return await launcher.become(launch, environment, marker);
    } finally {
      setImmediate(() => this.#warmUp(kind));
    }
  }

  /** A shell would say what cannot be started on the program's own output; so it is looked at before. */
  async #programOf(options: ContainedStart, processes: number | undefined) {
    const file = findProgram(options.file, options);
    if (file === undefined || !statSync(options.cwd, { throwIfNoEntry: false })?.isDirectory()) {
      throw cannotStartProgram(options, 'ENOENT');
    }
    const variables = Object.entries(options.environment).map(([name, value]) => `${name}=${value}`);
    const texts = [...options.args, ...variables, options.cwd];
    if (texts.some((one) => one.includes('\0'))) throw cannotStartProgram(options, 'EINVAL');
    if (texts.some((one) => Buffer.byteLength(one) > MAX_ARGUMENT)) throw cannotStartProgram(options, 'E2BIG');
    if (this.#chosen.limitsProcesses) return { file, args: options.args };
    return await withProcessLimit({ file, args: options.args }, processes, this.#chosen.bwrap !== undefined);
  }

  #launcherFor(options: ContainedStart, kind: ProgramKind): Launcher {
    try {
      return this.#take(kind);
    } catch (error) {
      throw cannotStartProgram(options, systemCodeOf(error), error);
    }
  }

  #take(kind: ProgramKind): Launcher {
    const warm = this.#warm.get(kind);
    this.#warm.delete(kind);
    return warm?.isUsable ? warm : this.#newLauncher(kind);
  }

  #newLauncher(kind: ProgramKind): Launcher {
    const { prepare, bwrap } = this.#chosen;
    const around = kind === 'sandbox' ? { bwrap: undefined, diesWithHost: true } : { bwrap };
    return new Launcher({ environment: this.#environment, prepared: prepare(), ...around });
  }

  /** One waits while nothing has to be started, so that the next start costs little. */
  #warmUp(kind: ProgramKind): void {
    if (this.#isClosed || this.#warm.get(kind)?.isUsable || this.state.step === 'process-tree') return;
    try {
      this.#warm.set(kind, this.#newLauncher(kind));
    } catch {
      // The next start says why.
    }
  }
}

/** Environment of a waiting launcher: others can read it, so it has nothing that is meant for one program alone. */
function plainPart(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => PLAIN_NAMES.test(name)));
}
