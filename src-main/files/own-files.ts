import { isInside } from '#core/files/inside';
import { realOrSame } from '#core/files/real-path';
import { ToolError } from '#tools';

/**
 * Refuses a path of the app's own. The record of what was done and the rules about it are not for those they are about:
 * no file tool changes them, nor removes a folder above them.
 *
 * @throws ToolError
 */
export async function refuseOwnFiles(path: string, ownFiles: readonly string[]): Promise<void> {
  for (const file of ownFiles) {
    const own = await realOrSame(file);
    if (!isInside(own, path) && !isInside(path, own)) continue;
    throw new ToolError(
      `path: ${path} belongs to Sigma Shell itself, its record or its settings, which no tool may change`,
    );
  }
}
