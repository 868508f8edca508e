import { AppError } from '#core/app-error';
import type { YamlProblem } from '#core/parsing/yaml-text';
import type { ConfigFile, RawProfile } from './files/config-file.ts';
import { resolveProfile } from './resolve.ts';

/** @throws AppError INVALID_INPUT with everything that is wrong in the file. */
export function refuseProblems(file: ConfigFile): void {
  const values = file.profiles.flatMap((profile) => resolveProfile(profile).problems);
  refuseProfile(file.path, [
    ...new Map([...file.problems, ...values].map((one) => [JSON.stringify(one), one])).values(),
  ]);
}

/** @throws AppError INVALID_INPUT with everything that is wrong in one profile. */
export function refuseInvalid(file: ConfigFile, name: string): void {
  const profile = file.profiles.find((one) => one.name === name);
  if (profile) refuseProfile(file.path, resolveProfile(profile).problems);
}

/**
 * Refuses a change to one profile that would change another, as through an anchor that both use.
 *
 * @throws AppError INVALID_INPUT
 */
export function refuseOthersChanged(before: ConfigFile, after: ConfigFile, name: string): void {
  const without = ({ profiles }: ConfigFile) => profiles.filter((one) => one.name !== name).map(profileValues);
  if (JSON.stringify(without(before)) !== JSON.stringify(without(after))) {
    const message = `Profile ${name} shares parts with others in the file; change its text instead`;
    refuseProfile(before.path, [{ path: `profiles.${name}`, message }]);
  }
  refuseInvalid(after, name);
}

/**
 * Refuses a changed address that would take along a key which is not written again: it stays with the server it stands beside.
 *
 * @throws AppError INVALID_INPUT
 */
export function refuseKeptElsewhere(before: ConfigFile, after: ConfigFile): void {
  for (const profile of after.profiles) {
    const old = before.profiles.find((one) => one.name === profile.name);
    if (!old?.text.key || old.text.key !== profile.text.key) continue;
    const from = resolveProfile(old).origin;
    const to = resolveProfile(profile).origin;
    if (from === to) continue;
    const message = `The key of profile ${profile.name} was written for ${from}; give the one for ${to}, or take it out`;
    refuseProfile(after.path, [{ path: `profiles.${profile.name}.key`, ...profile.lineOf('key'), message }]);
  }
}

function profileValues({ name, text }: RawProfile) {
  return [name, text];
}

function refuseProfile(path: string, problems: readonly YamlProblem[]): void {
  const [first] = problems;
  if (!first) return;
  const place = first.path === '' ? '' : `${first.path}: `;
  throw new AppError('INVALID_INPUT', `${place}${first.message}`, { where: path, problems: [...problems] });
}
