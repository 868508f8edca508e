import { AppError } from '#core/app-error';
import { sha256 } from '#core/text/sha256';

/** Longest name of a tool. */
const MAX_NAME = 64;
/** Pattern of tool names in the protocol. */
const SERVER_NAME = /^[A-Za-z0-9_./-]{1,128}$/;

/**
 * The name by which models know a server's tool: `<server>_<tool>`, with `_` for dots and slashes; a longer one is cut and ends
 * in a hash of the whole.
 *
 * @throws AppError INVALID_INPUT when the name has other characters, which may not even show
 */
export function toolName(server: string, tool: string): string {
  if (!SERVER_NAME.test(tool)) {
    const shown = JSON.stringify(tool.slice(0, 128)).replaceAll(/[^\x20-\x7e]/g, (one) => codeOf(one));
    throw new AppError('INVALID_INPUT', `It has a tool called ${shown}`, {
      where: shown,
      advice: 'A name is 1 to 128 letters, digits, underscores, dashes, dots and slashes.',
    });
  }
  const name = `${server}_${tool}`.replaceAll(/[./]/g, '_');
  if (name.length <= MAX_NAME) return name;
  const hash = sha256(tool).slice(0, 8);
  return `${name.slice(0, MAX_NAME - hash.length - 1)}_${hash}`;
}

function codeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
