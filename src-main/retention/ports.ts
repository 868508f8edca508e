import type {
  AnyLedgerEvent,
  Branch,
  LedgerEventData,
  LedgerEventType,
  RemovableKind,
  RetainedItem,
  StorageUse,
} from '#contract';
import type { Logger } from '#core/logger';
import type { Ledger } from '#ledger';

/** One thing that nothing refers to. */
export interface RemovableItem {
  /** Unique in its source. */
  readonly id: string;
  readonly kind: RemovableKind;
  readonly name: string;
  readonly bytes: number;
  /** Time of last use, in milliseconds since 1970. */
  readonly lastUsedAt: number;
  /** Reason why nothing needs it, as a sentence without its end. */
  readonly reason: string;
}

/** Items of one kind in the data folder. */
export interface SourceItems {
  readonly removable: readonly RemovableItem[];
  readonly stays: readonly RetainedItem[];
}

/** One kind of what lies in the data folder, and how it is removed. */
export interface RetentionSource {
  readonly kind: RemovableKind;
  use(): Promise<StorageUse>;
  survey(signal: AbortSignal): Promise<SourceItems>;
  /**
   * Looks at it again, and removes it where nothing refers to it still.
   *
   * @returns false if it was used or removed in the meantime
   * @throws file system errors, and AppError
   */
  remove(one: RemovableItem): Promise<boolean>;
}

/** Port to the branches; all of them are known when a promise resolves. */
export interface BranchesPort {
  list(): Promise<readonly Branch[]>;
  /** Removes a dropped branch's files for good. @throws AppError NOT_FOUND, CONFLICT, UNAVAILABLE */
  erase(id: string): Promise<void>;
}

/** Port to the data of images in the data folder. */
export interface ImagesPort {
  /** Whether folders in which layers are laid out to be read are in use in this run. */
  isReading(): boolean;
  /** Lists the origins of opened folders, those that can be read. */
  bases(): Promise<readonly ImageBase[]>;
  /** @throws file system errors */
  forgetBase(folder: string): Promise<void>;
  /** Absolute paths of the folders that show an image now. @throws AppError */
  openFolders(): Promise<readonly string[]>;
}

export interface ImageBase {
  /** Absolute path of the folder that was opened. */
  readonly folder: string;
  /** Device and inode that it had, as `device:inode`. */
  readonly identity: string;
  readonly bytes: number;
  /** Time of writing, in milliseconds since 1970. */
  readonly writtenAt: number;
}

export type RetentionEventType = Extract<LedgerEventType, `retention.${string}`>;

export interface RetentionOptions {
  /** Absolute path. */
  readonly dataFolder: string;
  readonly ledger: Pick<Ledger, 'content' | 'trash' | 'sessions' | 'session' | 'onAppended'>;
  /** Takes the record of a deleted session out of the trash for good. @throws AppError NOT_FOUND, UNAVAILABLE */
  readonly eraseSession: (id: string) => Promise<void>;
  readonly branches: BranchesPort;
  readonly images: ImagesPort;
  /** Absolute paths of the workspaces that are open. */
  readonly openWorkspaces: () => readonly string[];
  /** Writes the states of open workspaces to disk. @returns those for which this failed */
  readonly writeDownTrees: () => Promise<readonly string[]>;
  /** Called with the number of kept bytes that were removed. */
  readonly onFreed: (bytes: number) => Promise<void>;
  /** The workspace in whose record sweeps are recorded. */
  readonly firstWorkspace: () => string;
  /** Records in the record of the workspace that is named; on disk when it resolves. @throws AppError UNAVAILABLE */
  readonly record: <T extends RetentionEventType>(type: T, data: LedgerEventData<T>) => Promise<AnyLedgerEvent>;
  /** Days after which unused data is removed by itself; absent for never. */
  readonly sweepAfterDays: () => number | undefined;
  readonly log: Logger;
  readonly now?: () => number;
  /** Delay of the sweep after the start, if the settings request one, in milliseconds. */
  readonly startDelayMs?: number;
}
