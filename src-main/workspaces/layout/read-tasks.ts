import type { FileProblem } from '#contract';
import { mapBounded } from '#core/async/map-bounded';
import { sha256 } from '#core/text/sha256';
import type { LayoutPart, TaskFile } from './layout.ts';
import { AT_ONCE, MAX_FOLDERS } from './limits.ts';
import { listFolder } from './list-folder.ts';
import { readFileText } from './read-file.ts';
import { readTask } from './task-file.ts';

const NO_CRON = 'It has no cron, so it would never run by itself; add one such as cron: "0 9 * * *"';

/** The tasks of a workspace: each folder of `schedules` with a TASK.md. Nothing runs them here. */
export async function readTasks(folder: string): Promise<LayoutPart<readonly TaskFile[]>> {
  const isWanted = ({ name, isFolder }: { name: string; isFolder: boolean }) => isFolder && !name.startsWith('.');
  const { found: names, problems } = await listFolder(folder, 'schedules', { most: MAX_FOLDERS, isWanted });
  const read = await mapBounded(names, AT_ONCE, (name) => readOne(folder, name));
  return {
    found: read.flatMap(({ found }) => found ?? []),
    problems: [...problems, ...read.flatMap((one) => one.problems)],
  };
}

async function readOne(folder: string, name: string): Promise<LayoutPart<TaskFile | undefined>> {
  const file = `schedules/${name}/TASK.md`;
  const text = await readFileText(folder, file);
  if (!text) return { found: undefined, problems: [] };
  if ('problem' in text) return { found: undefined, problems: [{ file, message: text.problem }] };
  const { body, settings, lines, problem, problems: wrong } = readTask(text.text);
  const problems: FileProblem[] = [
    ...(problem ? [{ line: problem.line, message: `Its metadata is no valid YAML: it ${problem.message}` }] : []),
    ...wrong,
  ].map(({ line, message }) => ({ file, line, message }));
  const { cron } = settings;
  if (cron === undefined && !wrong.some(({ isFatal }) => isFatal)) problems.push({ file, line: 1, message: NO_CRON });
  const fatal = problem ? problems[0] : wrong.find(({ isFatal }) => isFatal);
  const about = { name: settings.name ?? name, folder: name, file, description: settings.description ?? '' };
  const { place } = text;
  const hash = sha256(text.bytes);
  const found = { ...about, ...(cron !== undefined && { cron }), text: body, hash, settings, lines, place };
  return { found: { ...found, ...(fatal && { problem: `Line ${fatal.line}: ${fatal.message}` }) }, problems };
}
