import type { ChangedFile, LedgerEventData, LedgerEventType, WorkspaceReview } from '#contract';
import type { Logger } from '#core/logger';
import type { CallPlan, RecordedChange, RunContext, ToolOutcome } from '#tools';
import type { CodeHost } from '../hosts/code-host.ts';
import type { Layout, ReadLayout } from '../layout/layout.ts';
import type { FolderHash } from '../trust/folder-hash.ts';

/** Trust of a person in a folder, and its extent. */
export interface FolderTrust {
  readonly hash: string;
  /** Hash of each file that was bound, by its path relative to the workspace. */
  readonly files: ReadonlyMap<string, string>;
  readonly hasNetwork: boolean;
}

/** Trusted folders, by real path, kept over all starts of the app. */
export interface TrustStorePort {
  get(path: string): Promise<FolderTrust | undefined>;
  /** @throws AppError CONFLICT if the folder is not what was reviewed, UNAVAILABLE if it cannot be written down */
  trust(path: string, seen: { readonly hash: string; readonly hasNetwork: boolean }): Promise<FolderTrust>;
  restrict(path: string): Promise<void>;
  /** A file that the person changed in the app stays trusted; `hash` is absent if they removed it. */
  noteOwnEdit(path: string, file: string, hash: string | undefined): Promise<void>;
  hash(path: string, signal?: AbortSignal): Promise<FolderHash>;
  /** Lists the differences from the trusted state in files whose change revokes trust. */
  changes(trusted: FolderTrust, now: FolderHash): readonly ChangedFile[];
  /** The files that are as they were trusted: what hosts may import and execute. */
  unchanged(trusted: FolderTrust, now: FolderHash): ReadonlyMap<string, string>;
  review(path: string, layout: Layout, now: FolderHash): Promise<WorkspaceReview>;
  /** The same as `review`, for a folder that is not known, with what differs from the trusted folder that is most like it. */
  compare(path: string, layout: Layout, now: FolderHash): Promise<ComparedReview>;
}

/** Review of a folder, compared with one that is trusted. */
export interface ComparedReview {
  readonly review: WorkspaceReview;
  /** Real path of the trusted folder. */
  readonly comparedWith: string | undefined;
  /** A folder that is just this is trusted, with the network or without. */
  readonly trusted: { readonly hasNetwork: boolean } | undefined;
}

export type HostKind = 'python' | 'js';

export interface HostStart {
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  readonly kind: HostKind;
  readonly hasNetwork: boolean;
  readonly hasRichSchemas: boolean;
  /** Files that it may execute, such as those of `.venv`. */
  readonly trusted: ReadonlyMap<string, string>;
}

/** The box that a host runs in. */
export interface HostBox {
  readonly strength: 'workspace' | 'network';
  /** Returns the reason why a file may not be changed in it without a person's consent; undefined for others. */
  readonly whyHeld: (path: string) => string | undefined;
}

/** Takes back what a tool changed of protected files, and answers the plan that asks about it. */
export type HoldBack = (
  outcome: ToolOutcome,
  changed: readonly RecordedChange[],
  holding: Pick<HostBox, 'whyHeld'> & {
    readonly tool: string;
    /** Whether changes of concurrent calls to protected files are held back as well. */
    readonly evenShared: boolean;
    /** Whether calls that hold their changes back as well still run. */
    readonly othersHold: boolean;
    readonly context: Pick<RunContext, 'session' | 'workspace'>;
  },
) => Promise<ToolOutcome | CallPlan>;

/** A host that was started, or why none can be. */
export type HostOpening =
  | {
      readonly host: CodeHost;
      readonly python?: { readonly path: string; readonly version: string } | undefined;
      /** Box of the host; absent if none works. */
      readonly box?: HostBox | undefined;
    }
  /** No interpreter was found: what to install. */
  | { readonly noPython: string };

/** Starts the process that runs a workspace's code of one language, in its box. @throws AppError with the reason */
export type OpenHost = (start: HostStart, signal: AbortSignal) => Promise<HostOpening>;

/** Writes to the record of the workspace that the event names; never throws. */
export type RecordWorkspaceEvent = <T extends WorkspaceEventType>(type: T, data: LedgerEventData<T>) => void;

type WorkspaceEventType = Extract<LedgerEventType, `workspace.${string}`>;

/** Parts of a workspace's life. */
export interface LifeParts {
  readonly readLayout: ReadLayout;
  readonly trust: TrustStorePort;
  readonly openHost: OpenHost;
  readonly holdBack: HoldBack;
  /** Whether a turn runs in another session of this workspace than those of `but`: what runs is not exchanged then. */
  readonly isTurnRunning: (workspace: string, but: ReadonlySet<string>) => Promise<boolean>;
  readonly callMs: () => number;
  readonly record: RecordWorkspaceEvent;
  readonly log: Logger;
}
