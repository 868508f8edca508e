import { join } from 'node:path';
import type { CleanupStack } from '#core/cleanup-stack';
import { createImages } from '#images';
import { previewTask } from '#schedules';
import type { AgentReading, WorkspacesFeature } from '#workspaces';
import type { Config } from './config.ts';

export interface ImagesFeatureOptions {
  readonly config: Pick<Config, 'dataFolder'>;
  readonly cleanup: CleanupStack;
  readonly agents: WorkspacesFeature;
}

/** Times that a task of an image is shown with. */
const NEXT_RUNS = 5;

/** Images of agent workspaces, plugged into the app: who reads folders as agents, and the record. */
export function createImagesFeature({ config, cleanup, agents }: ImagesFeatureOptions) {
  return cleanup.use(
    createImages({
      folder: join(config.dataFolder, 'images-read'),
      agents: {
        read: async (folder, signal) => {
          const read = await agents.read(folder, signal);
          return { ...read, taskList: await tasksOf(read) };
        },
        readText: agents.readText,
        open: agents.open,
        trust: agents.trust,
      },
      record: ({ workspace, ...image }) => agents.record('workspace.unpacked', { workspace, ...image }),
    }),
  );
}

async function tasksOf({ taskList, tasks }: AgentReading) {
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
