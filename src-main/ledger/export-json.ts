import type { SessionLine } from './ports.ts';

/** The lines as they are on disk, as the entries of one JSON array; what is no JSON becomes an entry that says so. */
export async function* exportJson(lines: AsyncIterable<SessionLine>): AsyncGenerator<string, void> {
  let separator = '[\n';
  for await (const line of lines) {
    yield separator + exportedLine(line);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function exportedLine({ event, bytes, number, problem }: SessionLine): string {
  if (event && bytes) return bytes.toString();
  return JSON.stringify({ unreadable: { line: number, problem, text: bytes?.toString() } });
}
