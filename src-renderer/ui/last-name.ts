/** The last name of a path, with slashes of either system, also behind it; the path where it has no name, as `/`. */
export function lastName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
