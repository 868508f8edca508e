/** Longest label, in UTF-16 units. */
const MOST = 120;

/** A command in what is said about another: its first line, shortened. */
export function commandLabel(command: string): string {
  const [line = ''] = command.trimStart().split('\n', 1);
  return command.trim().length > MOST || line !== command.trim() ? `${line.slice(0, MOST)} …` : line;
}
