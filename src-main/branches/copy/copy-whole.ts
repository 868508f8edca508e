import { copyFolder } from '#process/copy-folder';

/** Copies a file, or a folder with all that is in it, also into one that is there. @throws Error with what could not be copied */
export async function copyWhole(from: string, to: string): Promise<void> {
  const { problem } = await copyFolder(from, to);
  if (problem !== undefined) throw new Error(problem);
}
