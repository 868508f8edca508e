/** Takes a step that may fail: what cannot be done is said where it is in the way. */
export function ignoreFailure(step: () => void): void {
  try {
    step();
  } catch {
    // Nothing depends on it.
  }
}
