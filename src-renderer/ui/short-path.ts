/** An absolute path from the workspace on, where it lies inside. */
export function shortPath(path: string, workspace: string | undefined): string {
  return workspace !== undefined && path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
}

/** A text whose paths are named from the workspace on, where they lie inside; a folder of another that has its name is not it. */
export function shortPaths(text: string, workspace: string | undefined): string {
  if (workspace === undefined) return text;
  const folder = `${workspace}/`;
  const parts = text.split(folder);
  const endsBefore = (index: number) => parts[index - 1]?.at(-1) ?? (index === 1 ? ' ' : '/');
  return parts
    .map((part, index) => (index === 0 || BEFORE_PATH.test(endsBefore(index)) ? part : folder + part))
    .join('');
}

/** Characters after which a path begins. */
const BEFORE_PATH = /[\s"'`“‘«([{<=:,;|]/;
