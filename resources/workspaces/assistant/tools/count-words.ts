import { readFile } from 'node:fs/promises';

export const description = 'Counts the lines, words and characters of text files of the workspace.';

export const parameters = {
  type: 'object',
  properties: {
    files: { type: 'array', items: { type: 'string' }, description: 'Paths of the files, relative to the workspace.' },
  },
  required: ['files'],
};

interface Counts {
  readonly file: string;
  readonly lines: number;
  readonly words: number;
  readonly characters: number;
}

export async function tool({ files }: { files: string[] }): Promise<Counts[]> {
  return await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8');
      const words = text.split(/\s+/).filter((word) => word !== '').length;
      return { file, lines: text.split('\n').length, words, characters: [...text].length };
    }),
  );
}
