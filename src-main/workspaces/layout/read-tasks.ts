import { mapBounded } from '#core/map-bounded';
import type { Found, TaskFile } from './layout.ts';
import { AT_ONCE, MAX_FOLDERS } from './limits.ts';
import { listFolder } from './list-folder.ts';
import { readFileText } from './read-file.ts';
import { readTask } from './task-file.ts';

/** The tasks of a workspace: each folder of `schedules` with a TASK.md. Nothing runs them here. */
export async function readTasks(folder: string): Promise<Found<readonly TaskFile[]>> {
  const isWanted = ({ name, isFolder }: { name: string; isFolder: boolean }) => isFolder && !name.startsWith('.');
  const { found: names, problems } = await listFolder(folder, 'schedules', { most: MAX_FOLDERS, isWanted });
  const read = await mapBounded(names, AT_ONCE, (name) => readOne(folder, name));
  return {
    found: read.flatMap(({ found }) => found ?? []),
    problems: [...problems, ...read.flatMap((one) => one.problems)],
  };
}

async function readOne(folder: string, name: string): Promise<Found<TaskFile | undefined>> {
  const file = `schedules/${name}/TASK.md`;
  const text = await readFileText(folder, file);
  if (!text) return { found: undefined, problems: [] };
  if ('problem' in text) return { found: undefined, problems: [{ file, message: text.problem }] };
  const { meta, body, schedulable, problem } = readTask(text.text);
  const textOf = (key: string) =>
    typeof meta[key] === 'string' && meta[key].trim() !== '' ? meta[key].trim() : undefined;
  const problems = problem
    ? [{ file, line: problem.line, message: `Its metadata is no valid YAML: it ${problem.message}` }]
    : [];
  if (!schedulable)
    problems.push({
      file,
      line: 1,
      message: 'It has no cron, so it would never run; add one such as cron: "0 9 * * *"',
    });
  const cron = schedulable ? textOf('cron') : undefined;
  const about = { name: textOf('name') ?? name, folder: name, file, description: textOf('description') ?? '' };
  return { found: { ...about, ...(cron !== undefined && { cron }), text: body }, problems };
}
