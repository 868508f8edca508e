import type { BanName } from '../built-in.ts';

/** Ban that applies, with its reason. */
export interface BanReason {
  readonly rule: BanName;
  readonly why: string;
}

export interface Ban extends BanReason {
  /** Index into the analysis' parts; undefined of the line as a whole. */
  readonly part: number | undefined;
}

export interface BanOptions {
  readonly workspace: string;
  readonly home: string;
  readonly cwd: string;
  /** Our own policy, rule, provider, trust and settings files; folders with all that is in them. */
  readonly ownFiles: readonly string[];
  /** Resolves a path, as far as it is known. */
  readonly realpath?: ((path: string) => string | undefined) | undefined;
}
