import { type Document, isAlias } from 'yaml';
import type { ProfileFields } from '#contract';
import { PROFILE_NAME } from '#contract/profile-presets';
import { AppError } from '#core/app-error';
import { setInYaml } from '#core/parsing/edit-yaml';
import type { ConfigFile } from './files/config-file.ts';

export interface ProfileEdit {
  readonly name: string;
  readonly fields: ProfileFields;
  /** Key to set; if absent, the file's own stays; if empty, it is removed. */
  readonly key?: string | undefined;
  readonly makeDefault?: boolean | undefined;
}

/** Writes one profile; a field that is absent is taken out of the file. */
export function writeProfile(document: Document, { name, fields, key, makeDefault }: ProfileEdit): void {
  refuseShared(document, name);
  const { baseUrl, ...rest } = fields;
  const entries = Object.entries({ ...rest, baseurl: baseUrl });
  const order = ['preset', 'protocol', 'baseurl', 'model', 'prompt', 'concurrency', 'context', 'images'];
  if (document.getIn(['profiles', name]) === undefined) setInYaml(document, ['profiles', name, 'model'], '');
  for (const field of order) {
    const value = entries.find(([one]) => one === field)?.[1];
    setInYaml(
      document,
      ['profiles', name, field],
      typeof value === 'string' && value.trim() === '' ? undefined : value,
    );
  }
  if (key !== undefined) setInYaml(document, ['profiles', name, 'key'], key.trim() === '' ? undefined : key.trim());
  if (makeDefault) setInYaml(document, ['default'], name);
}

/** @throws AppError INVALID_INPUT for a profile that stands for another: what is written into it would have no place. */
function refuseShared(document: Document, name: string): void {
  if (!isAlias(document.getIn(['profiles', name], true)) && !isAlias(document.getIn(['profiles'], true))) return;
  const message = `Profile ${name} is an alias of another in the file; change its text instead`;
  throw new AppError('INVALID_INPUT', message, { problems: [{ path: `profiles.${name}`, message }] });
}

/** @throws AppError INVALID_INPUT for a new profile with the name of one that the file has: it would replace that one. */
export function refuseTaken(file: ConfigFile, name: string): void {
  if (!file.profiles.some((profile) => profile.name === name)) return;
  const message = `${file.path} has a profile ${name} already; choose another name, or edit that one`;
  throw new AppError('INVALID_INPUT', message, { problems: [{ path: `profiles.${name}`, message }] });
}

/** @throws AppError INVALID_INPUT for a name that the file does not have and a new profile may not have. */
export function refuseOddName(file: ConfigFile, name: string): void {
  if (PROFILE_NAME.test(name) || file.profiles.some((profile) => profile.name === name)) return;
  const message = 'A name has one to 64 letters, digits, dots and dashes, no spaces';
  throw new AppError('INVALID_INPUT', message, { problems: [{ path: 'name', message }] });
}

/** @throws AppError NOT_FOUND */
export function removeProfile(document: Document, file: ConfigFile, name: string): void {
  refuseUnknown(file, name);
  setInYaml(document, ['profiles', name], undefined);
  if (file.default?.name === name) setInYaml(document, ['default'], undefined);
}

/** @throws AppError NOT_FOUND */
export function refuseUnknown(file: ConfigFile, name: string): void {
  if (file.profiles.some((profile) => profile.name === name)) return;
  const known = file.profiles.map((profile) => profile.name).join(', ') || 'none';
  throw new AppError('NOT_FOUND', `${file.path} has no profile ${name}; it has ${known}`, { where: file.path });
}
