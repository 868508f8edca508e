import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#core/app-error';
import { TOOL_NAME } from '#core/text/tool-name';
import type { WrittenFile } from '../options.ts';
import { writeText } from './edit-files.ts';

const FOLDER_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const ENDINGS = { python: 'py', typescript: 'ts' } as const;

/** Writes a tool with a sample function. @throws AppError INVALID_INPUT, CONFLICT, UNAVAILABLE */
export async function newTool(folder: string, name: string, language: 'python' | 'typescript'): Promise<WrittenFile> {
  if (!TOOL_NAME.test(name) || name.startsWith('_')) {
    const message = `"${name}" is no name of a tool: use 1 to 64 letters, digits, underscores and dashes`;
    throw new AppError('INVALID_INPUT', message, { where: 'name' });
  }
  for (const end of ['py', 'mjs', 'js', 'ts']) await failIfThere(folder, `tools/${name}.${end}`);
  return await writeNewFile(folder, `tools/${name}.${ENDINGS[language]}`, language === 'python' ? PYTHON : TYPESCRIPT);
}

/** Writes a skill to be filled in. @throws AppError INVALID_INPUT, CONFLICT, UNAVAILABLE */
export async function newSkill(folder: string, name: string): Promise<WrittenFile> {
  checkFolderName(name, 'skill');
  await failIfThere(folder, `skills/${name}`);
  const text = `---\nname: ${name}\ndescription: What this skill is for, and when to use it.\n---\n\nSay step by step what to do.\n`;
  return await writeNewFile(folder, `skills/${name}/SKILL.md`, text);
}

/** Writes a task to be filled in, which runs on working days once it is switched on. @throws AppError INVALID_INPUT, CONFLICT, UNAVAILABLE */
export async function newTask(folder: string, name: string): Promise<WrittenFile> {
  checkFolderName(name, 'task');
  await failIfThere(folder, `schedules/${name}`);
  const text = `---\nname: ${name}\ndescription: What this task is for.\n${TASK}`;
  return await writeNewFile(folder, `schedules/${name}/TASK.md`, text);
}

function checkFolderName(name: string, what: string): void {
  if (FOLDER_NAME.test(name) && name.length <= 64) return;
  const message = `"${name}" is no name of a ${what}: use 1 to 64 small letters, digits and single hyphens between them`;
  throw new AppError('INVALID_INPUT', message, { where: 'name' });
}

/** Writes a system file with a sample function. @throws AppError CONFLICT, UNAVAILABLE */
export async function newSystemFile(folder: string, language: 'python' | 'typescript'): Promise<WrittenFile> {
  for (const end of ['py', 'mjs', 'ts']) await failIfThere(folder, `systems/system.${end}`);
  const text = language === 'python' ? PYTHON_SYSTEM : TYPESCRIPT_SYSTEM;
  return await writeNewFile(folder, `systems/system.${ENDINGS[language]}`, text);
}

async function failIfThere(folder: string, file: string): Promise<void> {
  const found = await lstat(join(folder, file)).catch(() => undefined);
  if (found) throw new AppError('CONFLICT', `${file} exists already`, { where: file, advice: 'Choose another name' });
}

async function writeNewFile(folder: string, file: string, text: string): Promise<WrittenFile> {
  return { file, ...(await writeText(folder, file, { text })) };
}

const TASK = `cron: "0 9 * * 1-5" # minute, hour, day, month, weekday
budget:
  time: 10m
approvals: wait # for an answer in the inbox; or refuse, or read-only
---

Say what to do, and what the answer is to tell.
`;

const PYTHON = `async def tool(text: str, times: int = 1) -> str:
    """Repeat a text.

    Args:
        text: What to repeat.
        times: How often.

    Returns:
        The repeated text.
    """
    return text * times
`;

const TYPESCRIPT = `export const description = 'Repeats a text.';

export const parameters = {
  type: 'object',
  properties: {
    text: { type: 'string', description: 'What to repeat.' },
    times: { type: 'integer', description: 'How often.', default: 1 },
  },
  required: ['text'],
};

export async function tool({ text, times = 1 }: { text: string; times?: number }): Promise<string> {
  return text.repeat(times);
}
`;

const PYTHON_SYSTEM = `from pathlib import Path

HERE = Path(__file__).resolve().parent.parent


async def build_system_prompt() -> str:
    """Say who the agent is and how it works."""
    return "You are a careful assistant. Your workspace is {}.".format(HERE)
`;

const TYPESCRIPT_SYSTEM = `/** Says who the agent is and how it works. */
export async function buildSystemPrompt(): Promise<string> {
  return 'You are a careful assistant.';
}
`;
