import type { Duplex, Readable, Writable } from 'node:stream';

/** End of a process: one of the two is present. */
export interface Exit {
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
}

/**
 * Child that leads its own process group (and session), with everything it starts. Its starter ends it; it does not
 * outlive us.
 */
export interface ProcessGroup extends AsyncDisposable {
  readonly pid: number;
  readonly stdin: Writable | undefined;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly side: Duplex | undefined;
  /** The leader's own end; its descendants may go on and hold its pipes. */
  readonly exited: Promise<Exit>;
  /** Every process of the tree that is alive, those that left the group included where the system lets us find them. */
  pids(): Promise<readonly number[]>;
  /** Processes that left what holds the tree, where more than its mark does. A slow look, over the whole machine; `end` finds them, too. */
  strays?(): Promise<readonly number[]>;
  /**
   * SIGTERM, after the grace period SIGKILL, to all of the tree. Resolves when it is gone and the pipes are shut. A shorter
   * `graceMs` counts from the call, also when it is ending already.
   */
  end(graceMs?: number): Promise<void>;
  /**
   * Stops tracking the group; called instead of `end` once the leader has exited and nothing of its tree can remain,
   * because no search follows.
   */
  forget(): void;
}
