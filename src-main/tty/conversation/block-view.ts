import type { Api } from '#contract';
import { terminalPieces } from '#contract/escape-sequences';
import type { Prompter } from '../editing/prompter.ts';
import type { Io } from '../io.ts';
import { textWidth } from '../screen/text-width.ts';

export interface BlockViewOptions {
  readonly api: Pick<Api, 'terminals'>;
  readonly io: Io;
  readonly prompter: Prompter;
  /** The block's terminal. */
  readonly terminal: string;
  /** Lets go of it while it runs. */
  readonly signal: AbortSignal;
}

export interface BlockExit {
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
}

/** Undoes what a program may have left behind: hidden cursor, mouse reports, colours, its own paste and key modes, its screen. */
const AFTER = '\x1b[0m\x1b[?25h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l\x1b[?1l\x1b>\x1b[?7h';
const LEAVE_SCREEN = '\x1b[?1049l';

/**
 * Joins the person's terminal with a program's until it ends: keys, Ctrl+C among them, go to the program, and its output
 * comes as it is.
 */
export async function showBlock({ api, io, prompter, terminal: id, signal }: BlockViewOptions): Promise<BlockExit> {
  const { terminals } = api;
  const ignore = () => {};
  const decoder = new TextDecoder();
  const leave = [
    prompter.attach((bytes) => {
      terminals.write({ id, data: decoder.decode(bytes, { stream: true }) }).catch(ignore);
    }),
    io.onResize((size) => void terminals.resize({ id, ...size }).catch(ignore)),
  ];
  const screen = new ScreenState(io);
  try {
    let attachment = '';
    for await (const output of await terminals.attach({ id }, { signal })) {
      if (output.kind === 'exit') return output;
      if (output.kind === 'replay') attachment = output.attachment;
      screen.write(output.data);
      terminals.acknowledge({ id, attachment, characters: output.data.length }).catch(ignore);
    }
    // The terminal was closed under us.
    return {};
  } finally {
    for (const one of leave) one();
    screen.leave();
  }
}

/** Part that is looked at of a line without an end, in UTF-16 units. */
const MAX_LINE_UNITS = 10_000;

/**
 * Pattern of the sequences with which programs switch to the [alternate
 * screen](https://invisible-island.net/xterm/ctlseqs/ctlseqs.html) and back.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escapes are what is looked for
const SWITCH = /\x1b\[\?(?:1049|1047|47)([hl])/;

/** State of a program's output that matters once it has ended. */
class ScreenState {
  readonly #io: Io;
  #isAlternate = false;
  /** Column of the ordinary screen's cursor, as far as it can be followed; 0 is the first. */
  #column = 0;

  constructor(io: Io) {
    this.#io = io;
  }

  write(data: string): void {
    this.#io.write(data);
    // Alternately what was between two switches, and the letter of the switch.
    data.split(SWITCH).forEach((part, index) => {
      if (index % 2 === 1) this.#isAlternate = part === 'h';
      else if (!this.#isAlternate) this.#see(part);
    });
  }

  /** The prompt begins a line of its own, on the screen where it belongs. */
  leave(): void {
    this.#io.write(`${AFTER}${this.#isAlternate ? LEAVE_SCREEN : ''}${this.#column > 0 ? '\r\n' : ''}`);
  }

  #see(data: string): void {
    const lineStart = Math.max(data.lastIndexOf('\n'), data.lastIndexOf('\r')) + 1;
    if (lineStart > 0) this.#column = 0;
    for (const { text, parameters, letter } of terminalPieces(data.slice(lineStart).slice(-MAX_LINE_UNITS))) {
      if (letter !== undefined) this.#column = columnAfter(this.#column, letter, parameters ?? '');
      else if (!text.startsWith('\x1b')) this.#column += textWidth(text);
    }
  }
}

/** Computes the column of the cursor after a sequence. */
function columnAfter(column: number, letter: string, parameters: string): number {
  const [first = '', second = ''] = parameters.split(';');
  const count = Number(first) || 1;
  if (letter === 'C') return column + count;
  if (letter === 'D') return Math.max(0, column - count);
  if (letter === 'E' || letter === 'F') return 0;
  if (letter === 'G') return count - 1;
  if (letter === 'H' || letter === 'f') return (Number(second) || 1) - 1;
  return column;
}
