import type { FileLimit } from '#execution';
import type { ContainmentPort } from '#process/containment/model';
import type { PipePool } from '../pipes/pipe-pool.ts';
import type { OpenedBox } from './shell-boxes.ts';
import type { ShellLauncher } from './shell-program.ts';

export interface ShellOptions {
  readonly id: string;
  readonly program: ShellLauncher;
  readonly containment: ContainmentPort;
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly processes: number | undefined;
  /** Limit that the kernel is given for the length of its files. */
  readonly files?: FileLimit | undefined;
  readonly pool: PipePool;
  /** Private; for texts of long commands. */
  readonly folder: string;
  /** The box that it is shut into, with the pool's folder seen at `SEEN_AT`; the pool is its own then. */
  readonly box?: OpenedBox | undefined;
}
