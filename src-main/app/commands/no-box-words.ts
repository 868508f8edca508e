/** Explains to the person that commands cannot be confined to the workspace. */
export function noBoxWords(why = 'No program for it was found'): string {
  const advice = process.platform === 'linux' ? ' Install the package bubblewrap, and start Sigma Shell again.' : '';
  return `${why}. Commands are not kept inside the workspace here, so each one asks first unless a rule of yours allows it.${advice}`;
}
