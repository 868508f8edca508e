import { stat } from 'node:fs/promises';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { sha256 } from '#core/text/sha256';
import type { Layout, LayoutPart, LayoutText } from './layout.ts';
import { readFileText } from './read-file.ts';
import { readSkills } from './read-skills.ts';
import { readTasks } from './read-tasks.ts';
import { readSystemFile, readTools } from './read-tools.ts';

export interface LayoutOptions {
  /** Full names of the app's own tools, which no tool of a workspace may have. */
  readonly reservedNames: readonly string[];
}

/**
 * Reads what a folder says of an agent: runs nothing, and opens no link that leads out of it.
 *
 * @throws AppError NOT_FOUND if the folder is gone, INVALID_INPUT if it is none, UNAVAILABLE if it cannot be read
 */
export async function readLayout(folder: string, { reservedNames }: LayoutOptions): Promise<Layout> {
  await failUnlessFolder(folder);
  const [tools, skills, tasks, system, agents, requirements] = await Promise.all([
    readTools(folder, reservedNames),
    readSkills(folder),
    readTasks(folder),
    readSystemFile(folder),
    readLayoutText(folder, 'AGENTS.md'),
    readLayoutText(folder, 'requirements.txt'),
  ]);
  const problems = [tools, skills, tasks, system, agents, requirements].flatMap((part) => part.problems);
  return {
    tools: tools.found,
    skills: skills.found,
    tasks: tasks.found,
    ...(system.found && { systemFile: system.found }),
    ...(agents.found && { agentsFile: agents.found }),
    ...(requirements.found && { requirements: requirements.found }),
    problems: problems.toSorted((one, other) => (one.file < other.file ? -1 : 1)),
  };
}

async function failUnlessFolder(folder: string): Promise<void> {
  try {
    if (!(await stat(folder)).isDirectory())
      throw new AppError('INVALID_INPUT', `${folder} is no folder`, { where: folder });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = systemCodeOf(error) === 'ENOENT' ? 'NOT_FOUND' : 'UNAVAILABLE';
    throw new AppError(code, `The folder ${folder} cannot be read: ${messageOf(error)}`, { where: folder });
  }
}

async function readLayoutText(folder: string, file: string): Promise<LayoutPart<LayoutText | undefined>> {
  const read = await readFileText(folder, file);
  if (!read) return { found: undefined, problems: [] };
  if ('problem' in read) return { found: undefined, problems: [{ file, message: read.problem }] };
  const { text, place, bytes } = read;
  const hash = sha256(bytes);
  return { found: { file, place, text, hash }, problems: [] };
}
