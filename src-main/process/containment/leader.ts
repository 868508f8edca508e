import { rowOf } from './proc-files.ts';

/** Of no process. */
const NOBODY = -1;

/** The first process of a tree, by its number and its start: once it is gone its number may be somebody else’s. */
export class Leader {
  readonly #pid: number;
  readonly #startedAt: number | undefined;

  constructor(pid: number) {
    this.#pid = pid;
    this.#startedAt = rowOf(pid)?.startedAt;
  }

  /** Its number while it is there, if only as a zombie; else one that nobody has. */
  number(): number {
    return this.isThere ? this.#pid : NOBODY;
  }

  get isThere(): boolean {
    return this.is(rowOf(this.#pid)?.startedAt);
  }

  /** Whether it is the process that has its number and was started then. */
  is(startedAt: number | undefined): boolean {
    return startedAt !== undefined && startedAt === this.#startedAt;
  }
}
