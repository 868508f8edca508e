import { sha256 } from '#core/text/sha256';

/** The name of a prompt's file: readable, and of its own for every id, whatever is in it and however long it is. */
export function fileNameOf(id: string, extension: string): string {
  const readable = id.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 60);
  return `${readable}-${sha256(id).slice(0, 16)}.${extension}`;
}
