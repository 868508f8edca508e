/** Each import that closes a circle, as the files on it from the first of them back to it; none means that there is no circle. */
export function importCircles(importsOf: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const seen = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const start = path.indexOf(file);
    if (start >= 0) circles.push([...path.slice(start), file]);
    if (seen.has(file)) return;
    seen.add(file);
    path.push(file);
    for (const imported of importsOf.get(file) ?? []) visit(imported);
    path.pop();
  };
  for (const file of importsOf.keys()) visit(file);
  return circles;
}
