import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { PromptCase, PromptId } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { writeFileAtomic } from '#core/atomic-file';
import { keepAside } from '#core/keep-aside';
import { readTextFile } from '#core/text-file';

const CaseFile = z.object({ v: z.literal(1), prompt: PromptId, cases: z.array(PromptCase) });

const MAX_BYTES = 256 * 1024 * 1024;

/** The cases of a prompt. A file that cannot be read as such is `broken`: it is kept aside before another takes its place. */
export async function readCases(path: string): Promise<{ prompt?: string; cases: PromptCase[]; broken?: string }> {
  const read = await readTextFile(path, MAX_BYTES);
  if (read.state === 'missing') return { cases: [] };
  if (read.state === 'unreadable') return { cases: [], broken: read.message };
  try {
    const { prompt, cases } = CaseFile.parse(JSON.parse(read.text));
    return { prompt, cases };
  } catch (error) {
    return { cases: [], broken: error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error) };
  }
}

/** @throws AppError UNAVAILABLE */
export async function writeCases(path: string, prompt: string, cases: readonly PromptCase[]): Promise<void> {
  const { broken } = await readCases(path);
  if (broken !== undefined) await keepAside(path, new Date());
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomic(path, `${JSON.stringify({ v: 1, prompt, cases }, undefined, 2)}\n`);
  } catch (error) {
    throw new AppError(
      'UNAVAILABLE',
      `The cases of ${prompt} cannot be written: ${messageOf(error)}`,
      { where: path, advice: 'Check the free space and the rights of the data folder' },
      error,
    );
  }
}
