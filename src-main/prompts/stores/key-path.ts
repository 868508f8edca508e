/**
 * Keys as file names: `shenma:templates:demo:hello` is `templates/demo/hello` with an extension. What file systems dislike is
 * percent-encoded, an empty segment is a lone `%`, and a name that ends in `%+` goes on in the next one, so that every key has a
 * path of its own and every path that can be decoded a key.
 */

import type { RecordKind } from '#contract';
import { textStart } from '#contract/text-ends';
import { AppError } from '#core/app-error';

export const KEY_START = 'shenma:';
/** Record kinds by the names used in folders and keys. */
export const KIND_FOLDERS: Readonly<Record<string, RecordKind>> = {
  extensions: 'extension',
  templates: 'template',
  environs: 'environ',
  tools: 'tool',
};
export const EXTENSIONS = ['.json', '.yaml', '.yml'] as const;

/** Longest key, in UTF-8 bytes. */
const MAX_KEY_BYTES = 2048;
/** Longest encoded piece of a name, in bytes: file systems allow 255, and an extension follows. */
const MAX_PIECE_BYTES = 200;
const GOES_ON = '%+';

export function recordKindOf(key: string): RecordKind {
  const [, folder = ''] = key.split(':');
  return KIND_FOLDERS[folder] ?? 'environ';
}

/** The names that lead to a key's file, without its extension. @throws AppError INVALID_INPUT for a key no file can have */
export function namesOfKey(key: string): readonly string[] {
  const [start, folder, ...segments] = key.split(':');
  if (
    `${start}:` !== KEY_START ||
    folder === undefined ||
    !Object.hasOwn(KIND_FOLDERS, folder) ||
    segments.length === 0
  ) {
    const kinds = Object.keys(KIND_FOLDERS).join(', ');
    throw new AppError('INVALID_INPUT', `${shownKey(key)} is not a key of the prompt engine`, {
      advice: `Keys begin with ${KEY_START}, one of ${kinds}, and a colon.`,
    });
  }
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new AppError('INVALID_INPUT', `${shownKey(key)} is too long to be kept: more than ${MAX_KEY_BYTES} bytes`);
  }
  if (!key.isWellFormed()) throw new AppError('INVALID_INPUT', `${shownKey(key)} is not well-formed text`);
  return [folder, ...segments.flatMap(segmentPieces)];
}

/** The key of a file's names (the last one without its extension); `undefined` if they are no percent-encoded text. */
export function keyOfNames(names: readonly string[]): string | undefined {
  let key = 'shenma';
  let separator = ':';
  for (const name of names) {
    const goesOn = name.endsWith(GOES_ON);
    const text = decodedName(goesOn ? name.slice(0, -GOES_ON.length) : name);
    if (text === undefined) return undefined;
    key += separator + text;
    separator = goesOn ? '' : ':';
  }
  return key;
}

/** Another spelling of the same name, in which no letter is left whose case could be lost; several names where it is too long. */
export function withoutCase(name: string): string[] {
  const end = name.endsWith(GOES_ON) ? GOES_ON : '';
  const text = decodedName(name.slice(0, name.length - end.length));
  if (!text) return [name];
  const pieces = split(text, (character) =>
    /[A-Za-z.]/.test(character) ? percent(character) : encodeCharacter(character),
  );
  return pieces.map((piece, index) => piece.join('') + (index < pieces.length - 1 ? GOES_ON : end));
}

function shownKey(key: string): string {
  return JSON.stringify(key.length > 80 ? `${textStart(key, 80)}…` : key);
}

function decodedName(name: string): string | undefined {
  if (name === '%') return '';
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

function segmentPieces(segment: string): string[] {
  if (segment === '') return ['%'];
  const pieces = split(segment, encodeCharacter);
  return pieces.map((piece, index) => pieceName(piece) + (index < pieces.length - 1 ? GOES_ON : ''));
}

/** Encoded characters, as many together as fit into a name. */
function split(text: string, encode: (character: string) => string): string[][] {
  const pieces: string[][] = [[]];
  let bytes = 0;
  for (const character of text) {
    const spelled = encode(character);
    const length = Buffer.byteLength(spelled);
    if (bytes + length > MAX_PIECE_BYTES) {
      pieces.push([]);
      bytes = 0;
    }
    pieces.at(-1)?.push(spelled);
    bytes += length;
  }
  return pieces;
}

function pieceName(characters: readonly string[]): string {
  const name = characters.join('');
  return (
    name
      // Hidden files are not records; Windows drops points at the end.
      .replace(/^\.|\.$/g, '%2E')
      // Nor are files that were kept aside.
      .replace(/\.(?=broken-\d)/g, '%2E')
      // A segment that looks like a file would have the name of another key's file.
      .replace(/\.(?=(?:json|ya?ml)$)/i, '%2E')
      // Names of devices on Windows, with whatever extension.
      .replace(/^(?:con|prn|aux|nul|com\d|lpt\d)(?=$|\.)/i, (device) => percent(device[0] ?? '') + device.slice(1))
  );
}

/** Letters that have neither case nor a second form stay as they are; the rest of what is not ASCII could be folded or composed. */
function encodeCharacter(character: string): string {
  if (/^[\w.-]$/.test(character)) return character;
  const isStable = /^\p{Lo}$/u.test(character) && character.normalize('NFKD') === character;
  return isStable && !/[\u1100-\u11ff]/.test(character) ? character : percent(character);
}

function percent(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
