/** Files in a folder that nothing gets out of: no link, not even one that is put in the way in the meantime. */
import { lstat, mkdir, realpath, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { writeFileAtomic } from '#core/files/atomic-file';
import { backUpFile, moveToBackup } from '#core/files/backup-file';
import { pinFolder, systemReason } from '#core/files/pinned-folder';
import { type FoundFile, fileSignature } from './folder-walk.ts';
import {
  isYamlFile,
  MAX_VALUE_BYTES,
  type RecordReadResult,
  readJsonFile,
  readRecordText,
  readYamlFile,
} from './record-file.ts';
import type { YamlCache } from './yaml-cache.ts';
import { jsonIntoYaml, MAX_YAML_BYTES, yamlToJson } from './yaml-record.ts';

/** Reads the record in a file, and follows links within the folder. Never throws. */
export async function readIn(root: string, file: FoundFile, cache: YamlCache): Promise<RecordReadResult> {
  try {
    const target = await linkTarget(root, file);
    await using folder = await pinFolder(dirname(target));
    const path = folder.at(basename(target));
    return await (isYamlFile(file.names) ? readYamlFile(path, target, cache) : readJsonFile(path));
  } catch (error) {
    const code = systemCodeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { problem: systemReason(error) };
  }
}

/**
 * Writes JSON text, into YAML where the file is that and can say it, and gives the file as it is then.
 * @throws AppError INVALID_INPUT; what the system says
 */
export async function writeIn(root: string, file: FoundFile, json: string): Promise<FoundFile> {
  await makeFolders(root, file.names.slice(0, -1));
  const target = await linkTarget(root, file);
  await using folder = await pinFolder(dirname(target));
  const path = folder.at(basename(target));
  const present = await lstat(path).catch(() => undefined);
  const mode = (present?.mode ?? 0o600) & 0o777;
  if (present?.isFile() === true && !isYamlFile(file.names)) await keepUnreadable(path);
  const text = isYamlFile(file.names) ? await yamlFor(path, json) : json;
  if (text === undefined) return await writeJsonInstead(root, file, json, mode);
  await writeFileAtomic(path, text, { mode });
  return { ...file, signature: fileSignature(await lstat(path)) };
}

/** Takes a file away, and the folders that are empty then. @throws what the system says */
export async function deleteIn(root: string, names: readonly string[]): Promise<void> {
  const inner = join(root, ...names.slice(0, -1));
  {
    await using folder = await pinFolder(inner);
    await unlink(folder.at(names.at(-1) ?? '')).catch((error: unknown) => {
      if (systemCodeOf(error) !== 'ENOENT') throw error;
    });
  }
  for (let depth = names.length - 1; depth > 1; depth--) {
    const isGone = await rmdir(join(root, ...names.slice(0, depth))).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}

/** @throws when it lies outside */
async function linkTarget(root: string, { names, isLink }: FoundFile): Promise<string> {
  const path = join(root, ...names);
  const target = isLink ? await realpath(path) : path;
  if (!target.startsWith(root + sep)) throw new Error('It is a link that leads out of the folder');
  return target;
}

async function makeFolders(root: string, names: readonly string[]): Promise<void> {
  let path = root;
  for (const name of names) {
    await using folder = await pinFolder(path);
    await mkdir(folder.at(name), { mode: 0o700 }).catch((error: unknown) => {
      if (systemCodeOf(error) !== 'EEXIST') throw error;
    });
    path = join(path, name);
  }
}

/** Keeps the content of a JSON file that cannot be read beside it: nothing else has it. */
async function keepUnreadable(path: string): Promise<void> {
  const reading = await readRecordText(path, MAX_VALUE_BYTES);
  if (reading !== undefined && 'problem' in reading) await backUpFile(path, new Date());
}

/** Builds the YAML for a record; if the existing file cannot be read, its content is kept beside it. */
async function yamlFor(path: string, json: string): Promise<string | undefined> {
  const reading = await readRecordText(path, MAX_YAML_BYTES);
  const isUsable = reading !== undefined && 'text' in reading && 'json' in yamlToJson(reading.text);
  const text = textFor(json, isUsable ? reading.text : '');
  if (text !== undefined && reading !== undefined && !isUsable) await backUpFile(path, new Date());
  return text;
}

function textFor(json: string, text: string): string | undefined {
  try {
    return jsonIntoYaml(json, text);
  } catch (error) {
    const advice = 'The file is YAML; what is written into it must be JSON.';
    throw new AppError('INVALID_INPUT', `This is not JSON: ${messageOf(error)}`, { advice });
  }
}

/** YAML that cannot say the value makes room; what a person wrote in it is kept beside. */
async function writeJsonInstead(root: string, file: FoundFile, json: string, mode: number): Promise<FoundFile> {
  const last = file.names.at(-1) ?? '';
  const name = last.replace(/\.ya?ml$/, '.json');
  await using folder = await pinFolder(join(root, ...file.names.slice(0, -1)));
  await writeFileAtomic(folder.at(name), json, { mode });
  // A link leads to another record's file, which stays.
  await (file.isLink ? unlink(folder.at(last)) : moveToBackup(folder.at(last), new Date()));
  const names = [...file.names.slice(0, -1), name];
  return { ...file, names, isLink: false, signature: fileSignature(await lstat(folder.at(name))) };
}
