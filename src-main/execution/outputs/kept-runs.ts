/**
 * Runs of a session whose kept output can be used instead of running the command again, because nothing has changed.
 */

export interface KeptRun {
  readonly callId: string;
  /** The event that has the output. */
  readonly source: string;
  /** Time at which the run ended, in milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  readonly outputBytes: number;
  readonly exitCode: number | undefined;
  /** Whether it had neither the network nor, by its words, the clock: its output depends only on the workspace. */
  readonly isOfWorkspace: boolean;
}

/** Command that runs, without the filters behind it, and its folder. */
export interface Producer {
  readonly command: string;
  readonly cwd: string;
  /** Variables that the person exported in the session; kept only in memory, since they may be secret. */
  readonly exported: Readonly<Record<string, string>> | undefined;
}

interface RunEntry {
  readonly run: KeptRun;
  readonly unchanged: () => Promise<boolean>;
}

/** Runs that are remembered of one session, and sessions of which any are. */
const MAX_RUNS = 20;
const MAX_SESSIONS = 50;

/** Remembers runs of this process, the newest of each producer. */
export class KeptRuns {
  readonly #sessions = new Map<string, Map<string, RunEntry>>();

  /** `unchanged` tells whether the workspace is as it was when the run ended. */
  keep(session: string, producer: Producer, run: KeptRun, unchanged: () => Promise<boolean>): void {
    const runs = this.#sessions.get(session) ?? new Map<string, RunEntry>();
    // Those that were used last stand at the end.
    this.#sessions.delete(session);
    this.#sessions.set(session, runs);
    const key = producerKey(producer);
    runs.delete(key);
    runs.set(key, { run, unchanged });
    dropFirst(runs, MAX_RUNS);
    dropFirst(this.#sessions, MAX_SESSIONS);
  }

  /** Finds an earlier run of the same command; undefined if there is none, or something has changed since. */
  async find(session: string, producer: Producer): Promise<KeptRun | undefined> {
    const runs = this.#sessions.get(session);
    const key = producerKey(producer);
    const entry = runs?.get(key);
    if (entry === undefined) return undefined;
    if (await entry.unchanged().catch(() => false)) return entry.run;
    runs?.delete(key);
    return undefined;
  }
}

function producerKey({ command, cwd, exported = {} }: Producer): string {
  const variables = Object.entries(exported).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([command.trim(), cwd, variables]);
}

function dropFirst(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
