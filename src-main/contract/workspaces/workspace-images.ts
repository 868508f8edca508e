/** Agent workspaces in one file: each is read in full before anything of it may run. */

import { count, flag, integer, optionalCount, optionalText, text, texts } from '../schema/plain-schemas.ts';
import { procedure, stream, Timestamp, WorkspacePath } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';
import { WorkspaceReview } from './workspace-review.ts';
import { AgentTool, AgentWorkspace, FileProblem, ScheduledTask, Skill } from './workspaces.ts';

/** A layer as the manifest has it. */
export const ImageLayer = z.object({
  uuid: text,
  tag: optionalText,
  /** UUID of the layer below it. */
  parent: optionalText,
  /** Whether it opens if no layer is named. */
  isDefault: flag,
  /** Time of creation, if this app made it. */
  createdAt: Timestamp.optional(),
});
export type ImageLayer = z.infer<typeof ImageLayer>;

/** An image that was checked whole. */
export const ImageSummary = z.object({
  /** Absolute. */
  path: text,
  /** Size of the image, in bytes. */
  size: count,
  codec: text,
  /** Files, folders and links of all layers. */
  entries: count,
  layers: z.array(ImageLayer),
  /** Entries that are left out when it is opened, as sentences. */
  leftOut: texts,
});
export type ImageSummary = z.infer<typeof ImageSummary>;

/** A task of a layer, with the times at which it would run next. */
export const TaskReading = ScheduledTask.extend({
  /** Schedule in words, such as a person would use; absent if its time is missing or not understood. */
  cronWords: optionalText,
  nextRuns: z.array(Timestamp),
  /** Reason why it cannot run. */
  problem: optionalText,
});
export type TaskReading = z.infer<typeof TaskReading>;

/** Contents that a layer would add, read without running or opening any of them. */
export const LayerReading = z.object({
  layer: ImageLayer,
  /**
   * Review of what would run; `path` is the folder with the contents to read, `changes` are relative to the trusted
   * state of `comparedWith`.
   */
  review: WorkspaceReview,
  /** The trusted workspace that is most like it. */
  comparedWith: optionalText,
  /** Whether exactly this content was trusted before: when opened, it is trusted at once. */
  wasTrusted: flag,
  toolList: z.array(AgentTool),
  skillList: z.array(Skill),
  taskList: z.array(TaskReading),
  systemFile: optionalText,
  agentsFile: optionalText,
  problemList: z.array(FileProblem),
  files: z.array(z.object({ file: text, size: integer })),
  isCut: flag,
});
export type LayerReading = z.infer<typeof LayerReading>;

export const LayerDifference = z.object({ path: text, change: z.enum(['added', 'deleted', 'changed']) });
export type LayerDifference = z.infer<typeof LayerDifference>;

/**
 * Form in which a folder shows a layer: `copy` is a plain folder, the others are mounts; `helper` is the kernel's, made
 * by the program that runs as root.
 */
export const OpenMethod = z.enum(['copy', 'fuse', 'kernel', 'helper']);
export type OpenMethod = z.infer<typeof OpenMethod>;

/** A folder that was opened from an image and is compared with it at a snapshot. */
export const OpenedFolder = z.object({
  /** Real path of the folder; of a mount by the helper, where its link leads. */
  folder: text,
  /** Path at which a person sees it; differs from `folder` if it is a link. */
  output: text,
  /** Absolute path of the image. */
  image: text,
  /** UUID of the layer that was opened: the parent of the next snapshot. */
  layer: text,
  tag: optionalText,
  openedBy: OpenMethod,
  /** Whether it must be closed with Unmount; a copy that *Open image* made is an ordinary folder. */
  isMount: flag,
  /** Reason why it is incomplete: a crash or a restart left it, or its image is gone. A sentence. */
  problem: optionalText,
});
export type OpenedFolder = z.infer<typeof OpenedFolder>;

/** A file that may hold a secret, and by what that is thought. */
export const LikelySecret = z.object({ path: text, foundBy: z.enum(['name', 'content']) });
export type LikelySecret = z.infer<typeof LikelySecret>;

/** Contents that packing a folder would put into an image. */
export const PackPlan = z.object({
  entries: count,
  /** Bytes of all files that would be packed. */
  bytes: count,
  /** Left out unless they are named. */
  secrets: z.array(LikelySecret),
  /** Left out since the ignore file names them: the first 200, and how many there are. */
  ignored: texts,
  ignoredCount: count,
  /** Devices, pipes and sockets, which are never packed: the first 200. */
  special: texts,
  /** A path at which there is no file yet. */
  output: text,
  /** mksquashfs is there, which packs with xz. */
  hasXz: flag,
});
export type PackPlan = z.infer<typeof PackPlan>;

/** Contents that a snapshot of a folder would put into a layer. */
export const SnapshotPlan = z.object({
  /** The first 5,000 by path. */
  differences: z.array(LayerDifference),
  isCut: flag,
  /** New files that are left out unless they are named. */
  secrets: z.array(LikelySecret),
});
export type SnapshotPlan = z.infer<typeof SnapshotPlan>;

/** Work on an image, as it goes: `done` of `all` bytes, and at last what came of it. */
export const ImageWork = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: count, all: optionalCount }),
  z.object({
    kind: z.literal('ended'),
    /** Absolute path of the image or folder that is there now. */
    path: text,
    /** UUID of the new layer; absent if none was added. */
    layer: optionalText,
    /** Summary of the operation, in one sentence. */
    summary: text,
    /** Remarks about what was left out, stripped of dangerous bits, or changed while it was read, as sentences. */
    remarks: texts,
  }),
]);
export type ImageWork = z.infer<typeof ImageWork>;

const byImage = z.object({ path: WorkspacePath });
/** Tag or UUID of a layer. */
const LayerName = text.min(1).max(4096);
const byLayer = byImage.extend({ layer: LayerName });
const byFolder = z.object({ folder: WorkspacePath });
/** A tag as a person types it; whether it is one is said when it is used. */
const NewTag = text.max(4096);

export const workspaceImagesContract = {
  /** Checks an image and reads its manifest. Fails with NOT_FOUND, INVALID_INPUT with what is wrong with it. */
  read: procedure.input(byImage).output(ImageSummary),
  /** Reads all of a layer. Fails with NOT_FOUND, LIMIT_EXCEEDED for one that is too large to be laid out. */
  readLayer: procedure.input(byLayer).output(LayerReading),
  /** A text file of a layer, of at most 1 MB. Fails with NOT_FOUND, INVALID_INPUT for what is no text. */
  readFile: procedure.input(byLayer.extend({ file: text.min(1).max(4096) })).output(z.object({ text: text })),
  /** Compares the contents of two layers; the first 5,000 differences by path. */
  compare: procedure
    .input(byImage.extend({ from: LayerName, to: LayerName }))
    .output(z.object({ differences: z.array(LayerDifference), isCut: flag })),
  /**
   * Copies what a layer shows into a new folder and opens that as an agent workspace, trusted where just this was
   * trusted before or `trust` names what was read. Fails with CONFLICT if the folder is taken or the image is another
   * by now.
   */
  open: procedure
    .input(byLayer.extend({ folder: WorkspacePath, trust: z.object({ hash: text, network: flag }).optional() }))
    .output(AgentWorkspace),
  /** Every folder that is open from an image: now, and whenever that changes. */
  opened: stream(z.array(OpenedFolder).readonly()),
  /**
   * Plans a packing: what it would take, leave out and ask about. Fails with NOT_FOUND, INVALID_INPUT for what is not a
   * folder.
   */
  planPack: procedure.input(byFolder).output(PackPlan),
  /**
   * Packs a folder as an image with one layer; `secrets` are packed although they may hold some. Ending the stream
   * cancels it. Fails with CONFLICT if `output` is there and `replaces` is not said, UNAVAILABLE if nothing packs with
   * xz.
   */
  pack: stream(ImageWork).input(
    byFolder.extend({
      output: WorkspacePath,
      replaces: flag,
      tag: NewTag.optional(),
      codec: z.enum(['zstd', 'gzip', 'xz']),
      secrets: texts,
    }),
  ),
  /**
   * Plans a snapshot: what changed in a folder since it was opened. Fails with NOT_FOUND if it is not open from an
   * image, CONFLICT if the image has been replaced since.
   */
  planSnapshot: procedure.input(byFolder).output(SnapshotPlan),
  /** Adds what changed in a folder to its image, as the default layer upon the one that was opened. Fails as `planSnapshot`, and with INVALID_INPUT for a tag that is taken. */
  snapshot: stream(ImageWork).input(byFolder.extend({ tag: NewTag.optional(), secrets: texts })),
  /**
   * Lays a layer out as a plain folder that is not opened; without a layer all of them beside each other, as they lie
   * in the image. Fails with CONFLICT if the folder is there and not empty.
   */
  unpack: stream(ImageWork).input(byImage.extend({ layer: LayerName.optional(), folder: WorkspacePath })),
  /** Opens a layer as a folder to work in, mounted or copied, and as a restricted workspace. `summary` says how, and what was passed over. */
  mount: stream(ImageWork).input(
    byLayer.extend({
      folder: WorkspacePath,
      /** Way to open it; if absent, the best one that needs no password. */
      by: z.enum(['copy', 'fuse', 'kernel']).optional(),
      /** The helper may be copied to its place, if it is not there. */
      mayInstallHelper: flag,
    }),
  ),
  /** Closes a mounted folder. Fails with CONFLICT, some of them in `problems`, where there are changes in no snapshot and `discards` is not said. */
  unmount: procedure.input(byFolder.extend({ discards: flag })).output(z.void()),
  /** Gives a layer a tag; without one it has none any more. */
  tag: procedure.input(byLayer.extend({ tag: NewTag.optional() })).output(ImageSummary),
  setDefault: procedure.input(byLayer).output(ImageSummary),
  /** Deletes a layer on which no other stands, with the data that only it has. */
  deleteLayer: stream(ImageWork).input(byLayer),
  /** Makes a layer stand by itself; `drops` deletes layers below it that nothing needs any more. */
  squash: stream(ImageWork).input(byLayer.extend({ drops: flag })),
  /**
   * Writes one file or folder of a layer to a place. Fails with CONFLICT if something is there and `replaces` is not
   * said.
   */
  restore: procedure
    .input(byLayer.extend({ file: text.min(1).max(4096), output: WorkspacePath, replaces: flag }))
    .output(z.object({ entries: count, bytes: count, remarks: texts })),
};
