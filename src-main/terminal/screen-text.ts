import type { IBuffer, IBufferLine } from '@xterm/headless';

/** Text of a screen: wrapped lines are joined, and empty ones at the end are left out. */
export function screenText(buffer: IBuffer): string {
  const lines: string[] = [];
  for (let at = 0; at < buffer.length; at++) {
    const line = buffer.getLine(at);
    if (!line) continue;
    const goesOn = buffer.getLine(at + 1)?.isWrapped ?? false;
    const text = goesOn ? wholeLine(line) : line.translateToString(true);
    if (line.isWrapped && lines.length > 0) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** A wide character that did not fit leaves the last column of its line unused. */
function wholeLine(line: IBufferLine): string {
  const text = line.translateToString(false);
  const last = line.getCell(line.length - 1);
  const isUnused = last?.getChars() === '' && last.getWidth() === 1;
  return isUnused ? text.slice(0, -1) : text;
}
