import type { CheckedImage, CopyResult } from '../mount-ports.ts';
import type { BackendName, MountRecord } from '../records/mount-record.ts';
import type { MountFolder } from '../records/mount-records.ts';

export interface MountJob {
  readonly image: CheckedImage;
  readonly record: MountRecord;
  readonly folder: MountFolder;
  readonly signal: AbortSignal | undefined;
  /** Writes what is new about the mount before the next step is done. */
  readonly note: (news: Partial<MountRecord>) => Promise<void>;
}

/** One way to open an image. */
export interface Backend {
  readonly name: BackendName;
  /** Explains why this machine, person or image is not supported; a sentence without its end. Nothing is changed. */
  refusal(image: CheckedImage): Promise<string | undefined>;
  /** Opens the image at `record.output`. What a failure leaves, `unmount` takes away. */
  mount(job: MountJob): Promise<{ readonly place: string; readonly copied?: CopyResult }>;
  /** Takes away all that is mounted, however far the mounting came; never what was written. @throws MountError `busy` */
  unmount(record: MountRecord, folder: MountFolder, options: UnmountOptions): Promise<void>;
}

export interface UnmountOptions {
  /** Whether what was written in the mount may be deleted with it. */
  readonly discard: boolean;
  /** Time at which the image was seen to contain everything, in milliseconds: what was written later is kept. */
  readonly comparedAt?: number;
  readonly signal?: AbortSignal | undefined;
}
