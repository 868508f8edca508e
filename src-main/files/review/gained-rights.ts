/** Permission bits by which a file can be run, and those by which it then runs as its owner or group. */
export const RUN_BITS = 0o111;
const SET_ID_BITS = 0o6000;

/** Says what new permissions of a file make possible, as the end of a sentence; `undefined` if nobody can run it who could not. */
export function gainedRights(usual: number, mode: number): string | undefined {
  const gained = mode & ~usual;
  if ((gained & (RUN_BITS | SET_ID_BITS)) === 0 || (mode & RUN_BITS) === 0) return undefined;
  return (mode & SET_ID_BITS) === 0 ? 'so that it can be run' : 'so that it runs with the rights of its owner or group';
}
