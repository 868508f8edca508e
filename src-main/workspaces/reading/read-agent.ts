import type { AgentTool, FileProblem, ScheduledTask, Skill, WorkspaceReview } from '#contract';
import type { TaskFile } from '../layout/layout.ts';
import type { LifeParts } from '../life/parts.ts';
import { agentToolView } from '../life/tool-views.ts';
import { skillView, taskView } from '../list/detail.ts';
import type { WorkspaceFileList } from '../options.ts';

/** Most files that are listed. */
const MAX_FILES = 5000;

/** Description of a folder as an agent workspace. */
export interface AgentReading {
  readonly review: WorkspaceReview;
  /** Real path of the trusted folder that it is compared with. */
  readonly comparedWith: string | undefined;
  /** Earlier trust in exactly this content, with the network or without. */
  readonly trusted: { readonly hasNetwork: boolean } | undefined;
  readonly toolList: readonly AgentTool[];
  readonly skillList: readonly Skill[];
  readonly taskList: readonly ScheduledTask[];
  /** The files of `taskList`, in its order. */
  readonly tasks: readonly TaskFile[];
  readonly systemFile: string | undefined;
  readonly agentsFile: string | undefined;
  readonly problemList: readonly FileProblem[];
  readonly files: WorkspaceFileList;
}

export interface AgentReader {
  readonly parts: Pick<LifeParts, 'readLayout' | 'trust'>;
  readonly listFiles: (folder: string, limit: number) => Promise<WorkspaceFileList>;
}

/**
 * Reads a folder as the agent that it would be. It is not opened, nothing of it runs, and nothing is remembered of it.
 * @throws AppError NOT_FOUND, INVALID_INPUT
 */
export async function readAgent(
  { parts: { readLayout, trust }, listFiles }: AgentReader,
  folder: string,
  signal: AbortSignal,
): Promise<AgentReading> {
  const [layout, now, files] = await Promise.all([
    readLayout(folder, signal),
    trust.hash(folder, signal),
    listFiles(folder, MAX_FILES),
  ]);
  const { review, comparedWith, trusted } = await trust.compare(folder, layout, now);
  return {
    review,
    comparedWith,
    trusted,
    files,
    toolList: layout.tools.map((tool) => agentToolView(tool, undefined, layout.problems)),
    skillList: layout.skills.map((skill) => skillView(skill, true)),
    taskList: layout.tasks.map(taskView),
    tasks: layout.tasks,
    systemFile: layout.systemFile?.file,
    agentsFile: layout.agentsFile?.file,
    problemList: layout.problems,
  };
}
