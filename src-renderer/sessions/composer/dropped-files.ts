import { codeFence } from '#contract/code-fence';
import { MAX_IMAGE_BYTES } from '#contract/message-limits';
import { formatBytes } from '../../ui/format.ts';
import { isImage } from '../images/base64.ts';

/** Largest file that is put into a message, in bytes; a larger one the model should read for itself. */
const MAX_BYTES = 256_000;

export interface DroppedFiles {
  /** Text to add to the message. */
  readonly text: string;
  /** Images to attach to the message. */
  readonly images: readonly File[];
  /** Sentence about what could not be taken, and what to do. */
  readonly problem: string | undefined;
}

/** Text files as parts of a message, each under its name, and images beside it. A page cannot know where a file lies, so its content is what counts. */
export async function takeFiles(files: Iterable<File>): Promise<DroppedFiles> {
  const texts: string[] = [];
  const problems: string[] = [];
  const images: File[] = [];
  for (const file of files) {
    const taken = await takeFile(file);
    if ('problem' in taken) problems.push(taken.problem);
    else if ('image' in taken) images.push(taken.image);
    else texts.push(taken.text);
  }
  return { text: texts.join(''), images, problem: problems.length === 0 ? undefined : problems.join(' ') };
}

type DropResult = { readonly text: string } | { readonly image: File } | { readonly problem: string };

async function takeFile(file: File): Promise<DropResult> {
  if (isImage(file)) return takeImage(file);
  const advice = 'Put it into the workspace and name its path instead.';
  if (file.size > MAX_BYTES) {
    return { problem: `“${file.name}” is too large for a message (${formatBytes(file.size)}). ${advice}` };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    if (!text.includes('\0')) return { text: quoteFile(file.name, text) };
    return { problem: `“${file.name}” is no text. ${advice}` };
  } catch {
    return { problem: `“${file.name}” is no text, or could not be read. ${advice}` };
  }
}

function takeImage(file: File): DropResult {
  if (file.size <= MAX_IMAGE_BYTES) return { image: file };
  const most = formatBytes(MAX_IMAGE_BYTES);
  return {
    problem: `“${file.name}” is too large (${formatBytes(file.size)}): an image has ${most} at most. Make it smaller.`,
  };
}

/** Quotes text in a fence longer than any inside it. */
function quoteFile(name: string, text: string): string {
  const fence = codeFence(text);
  return `\n${name}:\n${fence}\n${text.endsWith('\n') ? text : `${text}\n`}${fence}\n`;
}
