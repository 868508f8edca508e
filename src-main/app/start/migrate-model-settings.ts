import { join } from 'node:path';
import { type Document, isMap } from 'yaml';
import { isPlainObject } from '#contract/plain-object';
import { DEFAULTS } from '#contract/profile-presets';
import { isOnThisMachine } from '#contract/this-machine';
import { messageOf } from '#core/app-error';
import { readTextFile, writeTextFile } from '#core/files/text-file';
import type { Logger } from '#core/logger';
import { openYaml, setInYaml, yamlOf } from '#core/parsing/edit-yaml';
import { MAX_YAML_BYTES, readYaml } from '#core/parsing/yaml-text';
import { serverName } from '#core/servers/server-name';

/** Settings of the first version that are a profile now, and those that have another name. */
const OLD_KEYS = ['provider', 'base_url', 'name', 'key', 'key_origin'] as const;
const RENAMED = ['top_p', 'stall_seconds', 'extra_ca_file'] as const;
const HEADER = ' Profiles of Sigma Shell and phishell: who answers in chat.';

export interface Migration {
  readonly dataFolder: string;
  readonly home: string;
  readonly log: Logger;
}

/**
 * Moves the one model of the first version's settings into a profile of the global file, its key with it, once: before the
 * settings are read, which do not know it any more. Every step may be repeated after a crash.
 *
 * @returns what the person should know; nothing where there was nothing to move
 */
export async function migrateModelSettings({ dataFolder, home, log }: Migration): Promise<string | undefined> {
  const settingsFile = join(dataFolder, 'settings.yaml');
  const reading = await readTextFile(settingsFile, MAX_YAML_BYTES);
  const old = reading.state === 'text' ? readYaml(reading.text) : undefined;
  const model = old && isPlainObject(old.value) ? old.value.model : undefined;
  const isOld = isPlainObject(model) && [...OLD_KEYS, ...RENAMED].some((key) => Object.hasOwn(model, key));
  if (reading.state !== 'text' || !old || !isOld) return undefined;
  try {
    await writeTextFile(join(dataFolder, 'settings.before-profiles.yaml'), reading.text, 0o600);
    const profilesFile = join(home, '.phishell.yaml');
    const name = hasServer(model) ? await writeProfile(profilesFile, model) : undefined;
    moveSettings(old.document, model);
    await writeTextFile(settingsFile, yamlOf(old.document, reading.text), 0o600);
    log.info('settings.model.migrated', { profile: name });
    return name === undefined ? undefined : `The model of your settings is the profile ${name} in ${profilesFile} now`;
  } catch (error) {
    // The old file is as it was, and the settings will name what they do not know in it.
    log.error('settings.model.notMigrated', { message: messageOf(error) });
    return `The model of your settings could not become a profile: ${messageOf(error)}`;
  }
}

/** A server that was set up stays so, also where the demo answered last. */
function hasServer(model: Readonly<Record<string, unknown>>): boolean {
  return model.provider === 'openai' || [model.base_url, model.name, model.key].some(Boolean);
}

function moveSettings(document: Document, model: Readonly<Record<string, unknown>>): void {
  for (const key of OLD_KEYS) setInYaml(document, ['model', key], undefined);
  for (const key of RENAMED) {
    if (!Object.hasOwn(model, key)) continue;
    // The node, with the comment beside it.
    setInYaml(document, ['chat', key], document.getIn(['model', key], true));
    setInYaml(document, ['model', key], undefined);
  }
  if (model.provider === 'demo') setInYaml(document, ['model', 'demo'], true);
  const rest = document.getIn(['model']);
  if (isMap(rest) && rest.items.length === 0) document.deleteIn(['model']);
}

/** @returns the profile's name; one that is there already, with the same server, is left as it is */
async function writeProfile(file: string, model: Readonly<Record<string, unknown>>): Promise<string> {
  const reading = await readTextFile(file, MAX_YAML_BYTES);
  if (reading.state === 'unreadable') throw new Error(`${file}: ${reading.message}`);
  const text = reading.state === 'text' ? reading.text : '';
  const { document, value, problems } = readYaml(text);
  if (problems[0]) throw new Error(`${file}: ${problems[0].message}`);
  const listed = isPlainObject(value) && isPlainObject(value.profiles) ? value.profiles : {};
  const profile = profileOf(model);
  const name = freeName(serverName(profile.baseurl), listed, profile.baseurl);
  if (Object.hasOwn(listed, name)) return name;
  openYaml(document, HEADER);
  for (const [key, entry] of Object.entries(profile)) setInYaml(document, ['profiles', name, key], entry);
  const hasDefault = isPlainObject(value) && value.default !== undefined && value.default !== null;
  if (!hasDefault) setInYaml(document, ['default'], name);
  await writeTextFile(file, yamlOf(document, text), 0o600);
  return name;
}

interface NewProfile {
  readonly baseurl: string;
  readonly model: string | undefined;
  readonly key: string | undefined;
}

function profileOf(model: Readonly<Record<string, unknown>>): NewProfile {
  const baseurl = typeof model.base_url === 'string' ? model.base_url : DEFAULTS.baseurl;
  const origin = originOf(baseurl);
  const boundTo = typeof model.key_origin === 'string' ? originOf(model.key_origin) : origin;
  const given = typeof model.key === 'string' && boundTo === origin ? model.key : undefined;
  // A server that wants none gets a word, or its key would be asked for.
  const key = given === '' || (given === undefined && isOnThisMachine(baseurl)) ? 'none' : given;
  return { baseurl, model: typeof model.name === 'string' && model.name !== '' ? model.name : undefined, key };
}

function freeName(name: string, listed: Readonly<Record<string, unknown>>, baseurl: string): string {
  const present = Object.hasOwn(listed, name) ? listed[name] : undefined;
  const isSame = isPlainObject(present) && present.baseurl === baseurl;
  return isSame || !Object.hasOwn(listed, name) ? name : freeName(`${name}-2`, listed, baseurl);
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
