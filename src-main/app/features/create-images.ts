import { join } from 'node:path';
import { realOrSame } from '#core/files/real-path';
import { openThread } from '#core/threads/worker-thread';
import { createImages, JobThreads, type MountsPort } from '#images/feature';
import { findProgram } from '#process/find-program';
import { previewTask } from '#schedules';
import type { AgentReading, WorkspacesFeature } from '#workspaces';
import { imageBases } from '../images/image-bases.ts';
import type { FoundationPorts } from '../ports.ts';
import { workspaceRecords } from '../workspace-records.ts';

/**
 * The script of the thread. Its young objects have 12 MiB in place of 48: blocks of files die young, and each is 256 KiB outside the
 * heap that is given back only when the young ones are collected.
 */
const WORKER = {
  bundle: 'image-worker',
  source: 'app/threads/image-worker.ts',
  resourceLimits: { maxYoungGenerationSizeMb: 12 },
};

/** Times that a task of an image is shown with. */
const NEXT_RUNS = 5;

/** Images of agent workspaces, plugged into the app: who reads folders as agents, the mounts, and the record. */
export function createImagesFeature(ports: FoundationPorts, agents: WorkspacesFeature) {
  const { config, cleanup, ledger, notices, firstWorkspace } = ports;
  const { folder: bases } = imageBases(config.dataFolder);
  const { run } = cleanup.use(new JobThreads(() => openThread(WORKER)));
  const records = workspaceRecords({ ledger, version: config.version, notices });
  let mounts: Promise<MountsPort> | undefined;
  return cleanup.use(
    createImages({
      folder: join(config.dataFolder, 'images-read'),
      bases,
      run,
      agents: {
        read: async (folder, signal) => inImage(await agents.read(folder, signal)),
        readText: agents.readText,
        open: agents.open,
        trust: agents.trust,
      },
      record: ({ workspace, ...image }) => agents.record('workspace.unpacked', { workspace, ...image }),
      note: async ({ type, data }, folder) => {
        const workspace = folder === undefined ? firstWorkspace() : await realOrSame(folder);
        await records.append(workspace, type, { workspace, ...data });
      },
      closeWorkspace: agents.close,
      afterUnmount: agents.lookAtClosed,
      findMksquashfs: () => findProgram('mksquashfs', { cwd: '/', environment: config.commandEnvironment }),
      mounts: () => {
        mounts ??= import('../images/image-mounts.ts').then(({ imageMounts }) => imageMounts(config, run));
        return mounts;
      },
    }),
  );
}

async function inImage({ review, comparedWith, trusted, systemFile, agentsFile, files, ...read }: AgentReading) {
  return {
    review,
    trusted,
    taskList: await imageTasks(read),
    ...(comparedWith !== undefined && { comparedWith }),
    ...(systemFile !== undefined && { systemFile }),
    ...(agentsFile !== undefined && { agentsFile }),
    toolList: [...read.toolList],
    skillList: [...read.skillList],
    problemList: [...read.problemList],
    files: [...files.files],
    isCut: files.isCut,
  };
}

async function imageTasks({ taskList, tasks }: Pick<AgentReading, 'taskList' | 'tasks'>) {
  const previews = await Promise.all(tasks.map((task) => previewTask(task, Date.now(), NEXT_RUNS)));
  return taskList.map((task, index) => {
    const { cronWords, nextRuns = [], problem } = previews[index] ?? {};
    return {
      ...task,
      nextRuns: [...nextRuns],
      ...(cronWords !== undefined && { cronWords }),
      ...(problem !== undefined && { problem }),
    };
  });
}
