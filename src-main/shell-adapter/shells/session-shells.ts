import { setTimeout as delay } from 'node:timers/promises';
import { changeShell, readShellState } from '../carried/carrier.ts';
import { ClientLines, type LineDefinitions } from '../carried/client-lines.ts';
import { type CarriedShellState, changeBetween, isUnchanged, unappliedNames } from '../carried/shell-state.ts';
import { keptNote, MAX_NAMED, NOT_BACK, notCarried, standsElsewhere } from './carried-notes.ts';
import { JoinedGroups } from './joined-groups.ts';
import { leavingShell } from './leaving-shell.ts';
import { type CommandPlace, isForOne } from './model.ts';
import { AT_HOME, type BoxPorts } from './process/shell-boxes.ts';
import type { ShellProcess } from './process/shell-process.ts';

export interface SessionShellsOptions {
  /** The one that the session begins with. */
  readonly home: ShellProcess;
  /** Ports of the boxes; without them every shell is outside. */
  readonly boxes: BoxPorts | undefined;
  /** Starts another shell of the session. @throws AdapterError spawn_failed */
  readonly start: (place: CommandPlace) => Promise<ShellProcess>;
  /** Determines what the box of the session would cover now. */
  readonly keyNow: () => Promise<string>;
  readonly bash: string;
  readonly onStarted: (shell: ShellProcess) => void;
}

/** A shell that is ready for a command. */
export interface ReadyShell {
  readonly shell: ShellProcess;
  /** Brings what the command made of the shell back; answers what the client is to know. */
  finish(): Promise<readonly string[]>;
}

interface CarriedOut {
  /** State of the other shell before the command. */
  readonly before: CarriedShellState;
  /** State of the session's own shell. */
  readonly held: CarriedShellState;
  /** Notes for the client. */
  readonly notes: readonly string[];
}

const NO_DEFINITIONS: LineDefinitions = { functions: new Map(), aliases: new Map() };

/** Time in which a command that has ended is recorded and answered, in milliseconds. */
const ANSWER_MS = 10;
/** Time for which a box's covered paths count as known, in milliseconds. */
const LOOK_AGAIN_MS = 1000;

/**
 * The shells of one session: one in the box of the workspace, others for lines that were allowed more, started by the first of
 * them. A line finds in its shell what the lines before it made, whichever shell they ran in.
 */
export class SessionShells {
  readonly group = new JoinedGroups();
  /** Whether nothing runs in them any more: what is left to do has time until the last command is answered. */
  isOver = false;
  readonly #options: SessionShellsOptions;
  readonly #others = new Map<CommandPlace['runs'], ShellProcess>();
  /** States of those shells, as last reported. */
  readonly #states = new Map<ShellProcess, CarriedShellState>();
  /** State of each shell when it was started. */
  readonly #started = new WeakMap<ShellProcess, CarriedShellState>();
  readonly #lines = new ClientLines();
  readonly #told = new Set<string>();
  readonly #running = new Set<ShellProcess>();
  #home: ShellProcess;
  #lookedAt = performance.now();
  #isEnded = false;

  constructor(options: SessionShellsOptions) {
    this.#options = options;
    this.#home = options.home;
    this.#note(options.home);
  }

  get home(): ShellProcess {
    return this.#home;
  }

  /** The session's only shell, where it has no other. */
  get onlyOne(): ReadyShell | undefined {
    return this.#options.boxes === undefined || this.#home.box === undefined ? this.first : undefined;
  }

  /** The one that it began with, where only that is ever used. */
  get first(): ReadyShell {
    return { shell: this.#home, finish: async () => [] };
  }

  /** @throws AdapterError spawn_failed when what the lines before made cannot be carried: then nothing was run */
  async ready(command: string, place: CommandPlace = AT_HOME): Promise<ReadyShell> {
    const { boxes } = this.#options;
    if (boxes) this.#lines.add(command, place.isUnread ? NO_DEFINITIONS : await boxes.definitions(command));
    const notes = await this.#renewed();
    const isHere = place.runs === 'workspace' && !isForOne(place);
    const isStuck = place.runs === 'none' && !this.#home.standsOutside;
    if (isStuck) notes.push(`It ran in the box: its session stands in ${this.#home.cwd}, which is not there outside`);
    if (isHere || isStuck) return { shell: this.#home, finish: async () => notes };
    return await this.#elsewhere(place, notes);
  }

  /** All of them, with all that they run. */
  async end(): Promise<void> {
    this.#isEnded = true;
    if (this.isOver) await delay(ANSWER_MS);
    await Promise.all([...this.#running].map((shell) => shell.end()));
    await this.#options.boxes?.remove(this.#home.id);
  }

  async #elsewhere(place: CommandPlace, notes: string[]): Promise<ReadyShell> {
    const other = (await this.#known(place)) ?? (await this.#startedFor(place));
    const leave = async () => {
      if (isForOne(place)) await this.#drop(other);
    };
    try {
      const carried = await this.#carriedOut(other, place);
      notes.push(...carried.notes);
      return {
        shell: other,
        finish: async () => {
          // The command has run, whatever becomes of what it made of its shell.
          const back = await this.#carriedBack(other, carried).catch(() => [NOT_BACK]);
          await leave();
          return [...notes, ...back];
        },
      };
    } catch (error) {
      await leave();
      throw error;
    }
  }

  async #known(place: CommandPlace): Promise<ShellProcess | undefined> {
    const shell = isForOne(place) ? undefined : this.#others.get(place.runs);
    if (!shell?.hasExited) return shell;
    await this.#drop(shell);
    return undefined;
  }

  async #startedFor(place: CommandPlace): Promise<ShellProcess> {
    const shell = await this.#options.start(place);
    this.#note(shell);
    if (!isForOne(place)) this.#others.set(place.runs, shell);
    this.#options.onStarted(shell);
    if (this.#isEnded) await shell.end();
    return shell;
  }

  async #carriedOut(other: ShellProcess, { runs }: CommandPlace): Promise<CarriedOut> {
    const home = this.#home;
    const [held, from] = [await readShellState(home), this.#states.get(other) ?? (await readShellState(other))];
    if (!held || !from) throw notCarried('its shell does not tell what it holds');
    // It is asked anew where it does not tell in the end what the command made of it.
    this.#states.delete(other);
    const started = this.#started.get(other) ?? from;
    this.#started.set(other, started);
    const { boxes, bash } = this.#options;
    const known = { change: changeBetween(from, held), from, home, other, lines: this.#lines, started, bash };
    const { change, kept } = await leavingShell(known, boxes);
    // A line that only reads has no use for what stays.
    const untold = runs === 'read-only' ? [] : kept.filter((one) => !this.#told.has(one));
    for (const one of untold) this.#told.add(one);
    const before = await changeShell(other, { change, from, cwd: home.cwd, isTrusted: false });
    if (!before || !other.standsWith(home)) throw notCarried(`${home.cwd} cannot be entered`);
    other.last = { ...other.last, exitCode: home.last.exitCode };
    return { before, held, notes: untold.length > 0 ? [keptNote(untold)] : [] };
  }

  async #carriedBack(other: ShellProcess, { before, held }: CarriedOut): Promise<string[]> {
    const home = this.#home;
    if (other.hasExited || home.hasExited) return [];
    const after = await readShellState(other);
    if (!after) return [NOT_BACK];
    this.#states.set(other, after);
    home.last = { ...home.last, exitCode: other.last.exitCode };
    const change = changeBetween(before, after);
    if (isUnchanged(change) && other.standsWith(home)) return [];
    const made = await changeShell(home, { change, from: held, cwd: other.cwd, isTrusted: true });
    if (!made) return [NOT_BACK];
    const missing = unappliedNames(change, made);
    return [
      ...(missing.length > 0 ? [`Not carried into the box: ${missing.slice(0, MAX_NAMED).join(', ')}`] : []),
      ...(other.standsWith(home) ? [] : [standsElsewhere(home.cwd, other.cwd)]),
    ];
  }

  /** Renews the shell's box if more has to be covered, because a box covers only what existed when it was created. */
  async #renewed(): Promise<string[]> {
    // A clock that is set back would keep what is new from being covered.
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_AGAIN_MS) return [];
    const old = this.#home;
    if (old.box?.key === (await this.#options.keyNow())) {
      this.#lookedAt = now;
      return [];
    }
    const fresh = await this.#options.start(AT_HOME);
    this.#note(fresh);
    const [held, from] = [await readShellState(old), await readShellState(fresh)];
    const change = held && from && changeBetween(from, held);
    const made = change && (await changeShell(fresh, { change, from, cwd: old.cwd, isTrusted: true }));
    if (!made || this.#isEnded) {
      await this.#drop(fresh);
      throw notCarried('its shell does not tell what it holds');
    }
    this.#lookedAt = now;
    const hasMoved = !fresh.standsWith(old);
    fresh.last = { ...fresh.last, exitCode: old.last.exitCode };
    this.#home = fresh;
    this.#options.onStarted(fresh);
    const left = await this.#dropBoxed([old, this.#others.get('network')]);
    return [
      ...(left > 0
        ? [`The box was made anew, as there is more to protect now; ${left} left in the background ended`]
        : []),
      ...(hasMoved ? [standsElsewhere(fresh.cwd, old.cwd)] : []),
    ];
  }

  /** Answers how many processes they had left in the background. */
  async #dropBoxed(shells: readonly (ShellProcess | undefined)[]): Promise<number> {
    let left = 0;
    this.#others.delete('network');
    for (const shell of shells) {
      if (!shell) continue;
      left += Math.max(0, (await shell.group.pids()).length - 1);
      await this.#drop(shell);
    }
    return left;
  }

  #note(shell: ShellProcess): void {
    this.#running.add(shell);
    this.group.add(shell.group);
  }

  async #drop(shell: ShellProcess): Promise<void> {
    this.#running.delete(shell);
    this.group.remove(shell.group);
    this.#states.delete(shell);
    await shell.end();
  }
}
