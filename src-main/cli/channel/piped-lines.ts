import { LineReader } from '#core/parsing/json-lines';

/** Lines of a program's input, ended by `\n` or `\r\n` alone: Node's readline ends them at U+2028, too. */
export async function* pipedLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const lines: Buffer[] = [];
  const onLine = (line: Buffer) => void lines.push(line);
  const reader = new LineReader({ maxBytes: Number.POSITIVE_INFINITY, onLine, onTooLong: () => {} });
  for await (const chunk of input) {
    reader.push(Buffer.from(chunk));
    for (const line of lines.splice(0)) yield line.toString('utf8');
  }
  const rest = reader.end();
  if (rest.length > 0) yield rest.toString('utf8');
}
