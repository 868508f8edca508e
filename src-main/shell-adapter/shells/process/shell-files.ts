import { endedByFileLimit, type FileLimit, outOfDisk, withDiskLimit } from '#execution';
import type { ContainedGroup } from '#process/containment/model';
import { reservationFilter } from '#process/sandbox/reservation-filter';
import type { SandboxedProgram } from '#process/sandbox/sandboxed-program';
import type { CommandEnd } from '../command-end.ts';

/** Filter for what reserves room faster than anybody looks, for a program that reads one. */
export const filterFor = ({ readsFilter }: SandboxedProgram, limit: FileLimit | undefined) =>
  readsFilter ? reservationFilter(limit?.bytes) : undefined;

/** Limit of the kernel for the length of a shell's files, where it has one. */
export class ShellFiles {
  readonly #group: Pick<ContainedGroup, 'limitFiles'>;
  #limit: FileLimit | undefined;

  constructor(group: Pick<ContainedGroup, 'limitFiles'>, limit: FileLimit | undefined) {
    this.#group = group;
    this.#limit = limit;
  }

  /** Fits it to another limit of the disk, or lifts it. */
  async fit(diskBytes: number | undefined): Promise<void> {
    const limit = this.#limit;
    if (!limit || diskBytes === limit.diskBytes) return;
    this.#limit = withDiskLimit(limit, diskBytes);
    await this.#group.limitFiles(this.#limit?.bytes);
  }

  /** Says, of a command that ended as a file would have grown too long, how much it may write. */
  ranOut(ran: CommandEnd): string | undefined {
    const exitCode = ran.report === undefined ? ran.exitCode : ran.report.exitCode;
    return this.#limit && endedByFileLimit({ exitCode }) ? outOfDisk(this.#limit) : undefined;
  }
}
