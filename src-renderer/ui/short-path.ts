/** An absolute path from the workspace on, where it lies inside. */
export function shortPath(path: string, workspace: string | undefined): string {
  return workspace !== undefined && path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
}
