import type { FileIdentity, MountRecord } from './records/mount-record.ts';

export interface MountTool {
  readonly file: string;
  readonly args: readonly string[];
}

export interface ProgramOutcome {
  /** Exit code; `undefined` if the program could not be started, or was ended. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ToolPlace {
  readonly cwd: string;
  /** Open files that it gets as descriptors 3, 4 and so on. */
  readonly descriptors?: readonly number[];
  readonly signal?: AbortSignal | undefined;
}

/** An image that was checked whole, held open. */
export interface CheckedImage extends AsyncDisposable {
  /** Real path. */
  readonly path: string;
  readonly descriptor: number;
  readonly identity: FileIdentity;
  readonly layer: { readonly uuid: string; readonly tag?: string | undefined };
  /** UUIDs of the layer and those below it, the bottom last. */
  readonly layers: readonly string[];
  readonly owners: readonly { readonly uid: number; readonly gid: number }[];
  /** Reasons why a mount would show or allow something that an unpacked copy does not; sentences. */
  readonly doubts: {
    readonly kernel: string | undefined;
    readonly fuse: string | undefined;
    /** Holds for everybody but root. */
    readonly fuseAsUser: string | undefined;
  };
  /** @throws where the file was replaced or written since it was opened */
  refuseChanged(): Promise<void>;
  /** Notes how the mounted folder is now, so that a snapshot tells what changed since. */
  recordBase(place: string): Promise<void>;
  unpack(output: string, signal: AbortSignal | undefined): Promise<CopyResult>;
}

/** Result of unpacking a copy, with what it lacks. */
export interface CopyResult {
  readonly entries: number;
  readonly bytes: number;
  readonly leftOut: readonly string[];
  readonly tamed: readonly string[];
  readonly withoutXattrs: number;
}

/** Answer of a program that ran as root, or why it did not run. */
export type RootRunResult =
  | { readonly kind: 'ran'; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'refused' | 'dismissed' | 'unavailable'; readonly message: string };

export interface MountPorts {
  /** The app's folder for mounts; absolute. */
  readonly folder: string;
  /** Number of the user; `undefined` on Windows. */
  readonly uid: number | undefined;
  readonly gid: number | undefined;
  /** Absolute path of a program in the system's own folders. */
  readonly findTool: (name: string) => string | undefined;
  readonly runTool: (tool: MountTool, place: ToolPlace) => Promise<ProgramOutcome>;
  readonly openImage: (
    path: string,
    layer: string | undefined,
    signal: AbortSignal | undefined,
  ) => Promise<CheckedImage>;
  /**
   * Lists some names that were changed in the folder of a mount since it was ready. @throws if the image is not the
   * same
   */
  readonly changesIn: (record: MountRecord, signal: AbortSignal | undefined) => Promise<readonly string[]>;
  /** Forgets how a folder was when it was opened. */
  readonly forgetBase: (place: string) => Promise<void>;
  /** Runs a command line as root, after the system asked for a password. */
  readonly elevate: (command: string) => Promise<RootRunResult>;
  /** Bytes of the helper that belongs to this app. */
  readonly readHelper: () => Promise<Buffer>;
  /** The helper's places; others in tests alone. */
  readonly helperPath?: string;
  readonly identifyProcess: () => MountRecord['process'];
  readonly isProcessAlive: (process: MountRecord['process']) => boolean;
  readonly now: () => number;
}
