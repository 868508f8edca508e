/** Origin of a value: the number of its path in the `Recorder`; below -1, the call whose result it is. */
export type Origin = number;

export const ROOT: Origin = 0;
export const NOWHERE: Origin = -1;

/** @param call counted from 0 */
export function callOrigin(call: number): Origin {
  return -2 - call;
}
