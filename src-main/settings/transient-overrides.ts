import { isDeepStrictEqual } from 'node:util';
import { Settings } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import { AppError, isAppError } from '#core/app-error';
import { settingPath } from './edit-settings.ts';

/** Values by dotted key, `undefined` for what is taken out. */
export type SettingsChanges = Readonly<Record<string, unknown>>;

/** The settings with `changes` in them. @throws AppError INVALID_INPUT if they are none any more */
export function withChanges(settings: Settings, changes: SettingsChanges): Settings {
  if (Object.keys(changes).length === 0) return settings;
  const next: unknown = structuredClone(settings);
  for (const [key, value] of Object.entries(changes)) put(next, settingPath(key), value);
  const result = Settings.safeParse(next);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw new AppError('INVALID_INPUT', `These settings cannot be used: ${problems[0]?.message ?? ''}`, { problems });
}

/** The changes but those of `keys` and of what lies in them. */
export function withoutSettings(changes: SettingsChanges, keys: readonly string[]): SettingsChanges {
  const isGone = (name: string) => keys.some((key) => name === key || name.startsWith(`${key}.`));
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !isGone(name)));
}

/** The changes but those whose values in the file are other ones than before: those were chosen since. */
export function withoutRewritten(changes: SettingsChanges, before: Settings, now: Settings): SettingsChanges {
  const isOther = (key: string) => !isDeepStrictEqual(valueAt(before, key), valueAt(now, key));
  return withoutSettings(changes, Object.keys(changes).filter(isOther));
}

/** Whether what could not be saved may yet be in force while the app runs: the change was fine, the file was not. */
export function isOfTheFile(error: unknown): error is AppError {
  return isAppError(error, 'UNAVAILABLE', 'CONFLICT');
}

function valueAt(settings: Settings, key: string): unknown {
  return settingPath(key).reduce<unknown>((inner, name) => (isPlainObject(inner) ? inner[name] : undefined), settings);
}

function put(target: unknown, [name, ...rest]: readonly string[], value: unknown): void {
  if (name === undefined || typeof target !== 'object' || target === null) return;
  if (rest.length > 0) put(Reflect.get(target, name), rest, value);
  else if (value === undefined) Reflect.deleteProperty(target, name);
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
