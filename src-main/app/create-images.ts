import { join } from 'node:path';
import type { CleanupStack } from '#core/cleanup-stack';
import { createImages } from '#images/feature';
import { previewTask } from '#schedules';
import type { AgentReading, WorkspacesFeature } from '#workspaces';
import type { Config } from './config.ts';
import { imageBases } from './image-bases.ts';

export interface ImagesFeatureOptions {
  readonly config: Pick<Config, 'dataFolder'>;
  readonly cleanup: CleanupStack;
  readonly agents: WorkspacesFeature;
}

/** Times that a task of an image is shown with. */
const NEXT_RUNS = 5;

/** Images of agent workspaces, plugged into the app: who reads folders as agents, and the record. */
export function createImagesFeature({ config: { dataFolder }, cleanup, agents }: ImagesFeatureOptions) {
  const { folder: bases, writeXattrs } = imageBases(dataFolder);
  return cleanup.use(
    createImages({
      ...{ folder: join(dataFolder, 'images-read'), bases, writeXattrs },
      agents: {
        read: async (folder, signal) => inImage(await agents.read(folder, signal)),
        readText: agents.readText,
        open: agents.open,
        trust: agents.trust,
      },
      record: ({ workspace, ...image }) => agents.record('workspace.unpacked', { workspace, ...image }),
    }),
  );
}

async function inImage({ review, comparedWith, trusted, systemFile, agentsFile, files, ...read }: AgentReading) {
  return {
    ...{ review, trusted, taskList: await tasksOf(read) },
    ...(comparedWith !== undefined && { comparedWith }),
    ...(systemFile !== undefined && { systemFile }),
    ...(agentsFile !== undefined && { agentsFile }),
    ...{ toolList: [...read.toolList], skillList: [...read.skillList], problemList: [...read.problemList] },
    ...{ files: [...files.files], isCut: files.isCut },
  };
}

async function tasksOf({ taskList, tasks }: Pick<AgentReading, 'taskList' | 'tasks'>) {
  const previews = await Promise.all(tasks.map((task) => previewTask(task, Date.now(), NEXT_RUNS)));
  return taskList.map((task, index) => {
    const { cronWords, nextRuns = [], problem } = previews[index] ?? {};
    return {
      ...{ ...task, nextRuns: [...nextRuns] },
      ...(cronWords !== undefined && { cronWords }),
      ...(problem !== undefined && { problem }),
    };
  });
}
