import { safeText, textWidth } from './text-width.ts';

/** Formats the choices side by side, at most a hundred. */
export function choicesText(choices: readonly string[], width: number): string {
  const shown = choices.slice(0, 100).map(safeText);
  const column = Math.min(width, Math.max(...shown.map((one) => textWidth(one))) + 2);
  const perRow = Math.max(1, Math.floor(width / column));
  const rows: string[] = [];
  for (let at = 0; at < shown.length; at += perRow) {
    rows.push(
      shown
        .slice(at, at + perRow)
        .map((one) => one + ' '.repeat(Math.max(0, column - textWidth(one))))
        .join('')
        .trimEnd(),
    );
  }
  const more = choices.length - shown.length;
  return [...rows, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
