/** Agent workspaces in one file: each is read in full before anything of it may run. */
import { z } from 'zod';
import { count, flag, integer, optionalText, text, texts } from './plain-schemas.ts';
import { procedure, Timestamp, WorkspacePath } from './procedure.ts';
import { WorkspaceReview } from './workspace-review.ts';
import { AgentTool, AgentWorkspace, FileProblem, ScheduledTask, Skill } from './workspaces.ts';

/** A layer as the manifest has it. */
export const ImageLayer = z.object({
  uuid: text,
  tag: optionalText,
  /** UUID of the layer below it. */
  parent: optionalText,
  /** It opens where none is named. */
  isDefault: flag,
});
export type ImageLayer = z.infer<typeof ImageLayer>;

/** An image that was checked whole. */
export const ImageSummary = z.object({
  /** Absolute. */
  path: text,
  /** In bytes. */
  size: count,
  codec: text,
  /** Files, folders and links of all layers. */
  entries: count,
  layers: z.array(ImageLayer),
  /** What is left out when it is opened, as sentences. */
  leftOut: texts,
});
export type ImageSummary = z.infer<typeof ImageSummary>;

/** A task of a layer, with the times at which it would run next. */
export const ReadTask = ScheduledTask.extend({
  /** As a person says it; absent where it has no time that is understood. */
  cronWords: optionalText,
  nextRuns: z.array(Timestamp),
  /** Why it cannot run. */
  problem: optionalText,
});
export type ReadTask = z.infer<typeof ReadTask>;

/** All that a layer would bring, read without running or opening any of it. */
export const LayerReading = z.object({
  layer: ImageLayer,
  /** What would run; `path` is where it was laid out to be read, `changes` are to what `comparedWith` is trusted as. */
  review: WorkspaceReview,
  /** The trusted workspace that is most like it. */
  comparedWith: optionalText,
  /** Just this was trusted before: opened, it is trusted at once. */
  wasTrusted: flag,
  toolList: z.array(AgentTool),
  skillList: z.array(Skill),
  taskList: z.array(ReadTask),
  systemFile: optionalText,
  agentsFile: optionalText,
  problemList: z.array(FileProblem),
  files: z.array(z.object({ file: text, size: integer })),
  isCut: flag,
});
export type LayerReading = z.infer<typeof LayerReading>;

export const LayerDifference = z.object({ path: text, change: z.enum(['added', 'deleted', 'changed']) });
export type LayerDifference = z.infer<typeof LayerDifference>;

const byImage = z.object({ path: WorkspacePath });
/** Tag or UUID of a layer. */
const LayerName = text.min(1).max(4096);
const byLayer = byImage.extend({ layer: LayerName });

export const workspaceImagesContract = {
  /** Checks an image and reads its manifest. Fails with NOT_FOUND, INVALID_INPUT with what is wrong with it. */
  read: procedure.input(byImage).output(ImageSummary),
  /** Reads all of a layer. Fails with NOT_FOUND, LIMIT_EXCEEDED for one that is too large to be laid out. */
  readLayer: procedure.input(byLayer).output(LayerReading),
  /** A text file of a layer, of at most 1 MB. Fails with NOT_FOUND, INVALID_INPUT for what is no text. */
  readFile: procedure.input(byLayer.extend({ file: text.min(1).max(4096) })).output(z.object({ text: text })),
  /** What differs between what two layers show, the first 5,000 by path. */
  compare: procedure
    .input(byImage.extend({ from: LayerName, to: LayerName }))
    .output(z.object({ differences: z.array(LayerDifference), isCut: flag })),
  /**
   * Copies what a layer shows into a new folder and opens that as an agent workspace, trusted where just this was trusted before or
   * `trust` names what was read. Fails with CONFLICT where the folder is taken or the image is another by now.
   */
  open: procedure
    .input(byLayer.extend({ folder: WorkspacePath, trust: z.object({ hash: text, network: flag }).optional() }))
    .output(AgentWorkspace),
};
