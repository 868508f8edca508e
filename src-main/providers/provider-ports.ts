import type { LedgerEventData, LedgerEventType, LinkSpec } from '#contract';
import type { Logger } from '#core/logger';
import type { ConsentAsker, FormAsker, OpenLink } from '#tools';
import type { ProviderLimits } from './ports.ts';

/** Definitions that the person has seen and approved. */
export interface ApprovedDefinitions {
  readonly hash: string;
  readonly text: string;
}

export interface ProviderStart {
  readonly spec: LinkSpec;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The session it serves; without one, every session of the workspace. */
  readonly session?: string | undefined;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  readonly isRemembered: boolean;
  /** Its secret values were not found where keys are kept. */
  readonly isWithoutValues?: boolean | undefined;
  readonly approved?: ApprovedDefinitions | undefined;
  readonly callTimeoutMs?: number | undefined;
  readonly withheld?: readonly string[] | undefined;
}

/** Facts about a provider needed to keep names of its tools distinct from those of others. */
export interface ToolNameOwner {
  readonly start: ProviderStart;
}

export interface ProviderPorts {
  readonly open: OpenLink;
  readonly limits: () => ProviderLimits;
  readonly confirm: ConsentAsker;
  readonly askForm: FormAsker;
  readonly onProgress: (title: string, text: string) => void;
  /** @throws AppError CONFLICT when another has one of the names */
  readonly claim: (owner: ToolNameOwner, names: readonly string[]) => void;
  readonly onChanged: () => void;
  /** Learns a key that the provider is given, which its output may repeat. */
  readonly onSecret: (secret: string) => void;
  /** Writes to the record; never throws. Resolves with the event's id, `undefined` if it could not be written. */
  readonly record: <T extends LedgerEventType>(type: T, data: LedgerEventData<T>) => Promise<string | undefined>;
  readonly log: Logger;
}
