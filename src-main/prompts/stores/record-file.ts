import type { Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { READ_NONBLOCKING_NOFOLLOW } from '#core/files/open-flags';
import { systemReason } from '#core/files/pinned-folder';
import { fileSignature } from './folder-walk.ts';
import type { YamlCache } from './yaml-cache.ts';
import { MAX_YAML_BYTES, type YamlReadResult, yamlToJson } from './yaml-record.ts';

/** Largest value of a key, in bytes. */
export const MAX_VALUE_BYTES = 16_777_216;

/** Content of a file as JSON text, why it cannot be used, or `undefined` if the file does not exist (any more). */
export type RecordReadResult = YamlReadResult | undefined;

export function isYamlFile(names: readonly string[]): boolean {
  return !names.at(-1)?.endsWith('.json');
}

/** Reads a regular file of JSON; never throws. */
export async function readJsonFile(path: string): Promise<RecordReadResult> {
  const reading = await readRecordText(path, MAX_VALUE_BYTES);
  return reading && 'text' in reading ? { json: reading.text } : reading;
}

/** Reads a regular file of YAML, or says what `cache` knows of it as `name`; never throws. */
export async function readYamlFile(path: string, name: string, cache: YamlCache): Promise<RecordReadResult> {
  let known: YamlReadResult | undefined;
  const reading = await readRecordText(path, MAX_YAML_BYTES, (found) => {
    known = cache.get(name, fileSignature(found));
    return known !== undefined;
  });
  if (known !== undefined) return known;
  if (reading === undefined || 'problem' in reading) return reading;
  const value = yamlToJson(reading.text);
  cache.set(name, { signature: fileSignature(reading.found), reading: value }, reading.found.ctimeMs);
  return value;
}

export type TextReadResult =
  | { readonly text: string; readonly found: Stats }
  | { readonly problem: string }
  /** Missing file. */
  | undefined;

/** The file's text as it is; empty if `isKnown` says so. */
export async function readRecordText(
  path: string,
  maxBytes: number,
  isKnown: (found: Stats) => boolean = () => false,
): Promise<TextReadResult> {
  try {
    return await readWhole(path, maxBytes, isKnown);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return { problem: error instanceof TypeError ? 'It is not UTF-8 text' : systemReason(error) };
  }
}

async function readWhole(path: string, maxBytes: number, isKnown: (found: Stats) => boolean): Promise<TextReadResult> {
  // A pipe in the file's place would keep a plain open waiting for a writer.
  const flags = READ_NONBLOCKING_NOFOLLOW;
  const file = await open(path, flags);
  try {
    const found = await file.stat();
    if (!found.isFile()) return { problem: 'It is not a regular file' };
    if (found.size > maxBytes) return { problem: tooLarge(maxBytes) };
    if (isKnown(found)) return { text: '', found };
    const bytes = Buffer.allocUnsafe(found.size + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = (await file.read(bytes, length, bytes.length - length)).bytesRead;
    }
    if (length > found.size) return { problem: 'It is being written' };
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, length));
    // Editors on Windows begin with a mark of the order of bytes.
    return { text: text.startsWith('\ufeff') ? text.slice(1) : text, found };
  } finally {
    await file.close();
  }
}

function tooLarge(maxBytes: number): string {
  if (maxBytes === MAX_VALUE_BYTES) return `It is larger than ${maxBytes / 1_048_576} MiB`;
  return `It is larger than ${maxBytes / 1024} KiB, which takes too long to read as YAML: write it as JSON, in a file that ends in .json`;
}
