/** Names in git's operands: revisions, paths of revisions, and patterns of paths. */

const MAGIC =
  /^:(?:\(((?:top|exclude|icase|literal|glob)(?:,(?:top|exclude|icase|literal|glob))*)?\)|([!^/]+)(?!\/)):?/;
const MAX_UNITS = 1000;

/**
 * Explains why an operand may name something forbidden, or returns nothing.
 *
 * @param whyNotPath judges a path, as the text of the operand has it
 */
export function whyNotOperand(operand: string, whyNotPath: (path: string) => string | undefined): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  if (operand === '' || operand.startsWith('-') || operand.length > MAX_UNITS || /[\0-\x1f\x7f]/.test(operand))
    return 'it is no plain revision or path';
  for (const path of pathsIn(operand)) {
    const why = whyNotPath(path);
    if (why !== undefined) return why;
  }
  return undefined;
}

/**
 * Lists everything that may be taken for a path: the whole operand, what follows each colon, and what follows a
 * pattern's magic.
 */
function pathsIn(operand: string): string[] {
  const magic = MAGIC.exec(operand)?.[0];
  const bare = operand.slice(magic?.length ?? 0).replace(/^\^/, '');
  const paths = magic === undefined && !operand.startsWith(':') ? [bare] : [bare.replace(/^[:/]+/, '')];
  for (let colon = bare.indexOf(':'); colon >= 0; colon = bare.indexOf(':', colon + 1)) {
    paths.push(bare.slice(colon + 1).replace(/^\/+/, ''));
  }
  return [...new Set(paths)].filter((path) => path !== '');
}
