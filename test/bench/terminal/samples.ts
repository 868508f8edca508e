/** Name of a printed sample: lines of 80 columns, the same bytes for every way of bringing them to the screen. */
export type SampleName = 'ascii' | 'colour' | 'cjk' | 'yes';

const LINES: Readonly<Record<SampleName, (at: number) => string>> = {
  ascii: (at) => `${String(at).padStart(8)} ${'The quick brown fox jumps over the lazy dog; '.repeat(2)}`.slice(0, 80),
  colour: (at) => {
    const words = Array.from(
      { length: 8 },
      (_, word) => `\x1b[${31 + ((at + word) % 7)}mword${String(at % 100).padStart(4)} `,
    );
    return `${words.join('')}\x1b[0m${String(at % 100_000_000).padStart(8)}`;
  },
  cjk: (at) => `${String(at).padStart(8)}${'漢字仮名交じり文の端末出力を測る'.repeat(3).slice(0, 36)}`,
  yes: () => 'y',
};

/** `\n` at the end of lines, as a program writes it; the terminal makes it `\r\n`. */
export function sample(name: SampleName, bytes: number): string {
  const lines: string[] = [];
  let size = 0;
  for (let at = 0; size < bytes; at++) {
    const line = LINES[name](at);
    lines.push(line);
    size += Buffer.byteLength(line) + 1;
  }
  return `${lines.join('\n')}\n`;
}
