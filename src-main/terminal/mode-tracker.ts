import type { IParser } from '@xterm/headless';

/** Mode in which the cursor is shown. */
const CURSOR = 25;

/**
 * Modes set by `CSI ? … h` and `l` ([DECSET](https://invisible-island.net/xterm/ctlseqs/ctlseqs.html)) that the
 * serialize addon leaves out: cursor hidden, and the encoding of mouse reports.
 */
const MODES = [CURSOR, 1005, 1006, 1015, 1016];
const DEFAULTS: ReadonlyMap<number, boolean> = new Map(MODES.map((mode) => [mode, mode === CURSOR]));

type Region = readonly [number, number] | undefined;

/** Follows the modes of a terminal that its serialized screen does not hold, so that a replay can set them. */
export class ModeTracker {
  readonly #modes = new Map(DEFAULTS);
  /** Parameter of [DECSCUSR](https://invisible-island.net/xterm/ctlseqs/ctlseqs.html); 0 is the terminal's own. */
  #cursorStyle = 0;
  /** First and last line of the scrolling region; `undefined` for the whole screen. */
  #region: Region;
  /** The normal screen's while the alternate one is shown. */
  #normalRegion: Region;
  #isAlternate = false;
  readonly #rows: () => number;

  constructor(parser: IParser, rows: () => number) {
    this.#rows = rows;
    const track = (follow: () => void) => {
      follow();
      return false;
    };
    parser.registerCsiHandler({ prefix: '?', final: 'h' }, (params) => track(() => this.#setModes(params, true)));
    parser.registerCsiHandler({ prefix: '?', final: 'l' }, (params) => track(() => this.#setModes(params, false)));
    parser.registerCsiHandler({ intermediates: ' ', final: 'q' }, (params) =>
      track(() => {
        this.#cursorStyle = first(params) ?? 0;
      }),
    );
    parser.registerCsiHandler({ final: 'r' }, ([top, bottom]) => track(() => this.#setRegion(top, bottom)));
    parser.registerCsiHandler({ intermediates: '!', final: 'p' }, () => track(() => this.reset()));
    parser.registerEscHandler({ final: 'c' }, () =>
      track(() => {
        this.reset();
        for (const [mode, isOn] of DEFAULTS) this.#modes.set(mode, isOn);
        this.#normalRegion = undefined;
        this.#isAlternate = false;
      }),
    );
  }

  /** Follows a soft reset (DECSTR), which leaves the screen that is not shown alone, and mouse reports as they are. */
  reset(): void {
    this.#modes.set(CURSOR, true);
    this.#cursorStyle = 0;
    this.#region = undefined;
  }

  /** Whether a line that begins at the last row moves all of the screen. */
  get scrollsAsWhole(): boolean {
    return this.#region === undefined;
  }

  /** A resize makes the region the whole screen again. */
  resized(): void {
    this.#region = undefined;
    this.#normalRegion = undefined;
  }

  /** Sequence that brings a terminal from default modes to these. */
  sequence(): string {
    const modes = [...this.#modes]
      .filter(([mode, isOn]) => isOn !== DEFAULTS.get(mode))
      .map(([mode, isOn]) => `\x1b[?${mode}${isOn ? 'h' : 'l'}`);
    const style = this.#cursorStyle > 0 ? `\x1b[${this.#cursorStyle} q` : '';
    // Setting the region moves the cursor, so it is saved around that.
    const region = this.#region ? `\x1b7\x1b[${this.#region.join(';')}r\x1b8` : '';
    return modes.join('') + style + region;
  }

  #setModes(params: readonly (number | number[])[], isOn: boolean): void {
    for (const mode of params) {
      if (typeof mode === 'number' && DEFAULTS.has(mode)) this.#modes.set(mode, isOn);
      if (mode === 47 || mode === 1047 || mode === 1049) this.#showAlternate(isOn);
    }
  }

  /** Each screen has a region of its own; the alternate one's is forgotten when it is left. */
  #showAlternate(isOn: boolean): void {
    if (isOn === this.#isAlternate) return;
    this.#isAlternate = isOn;
    if (isOn) this.#normalRegion = this.#region;
    this.#region = isOn ? undefined : this.#normalRegion;
  }

  #setRegion(top: number | number[] | undefined, bottom: number | number[] | undefined): void {
    const rows = this.#rows();
    const begins = positive(top) ?? 1;
    const ends = Math.min(positive(bottom) ?? rows, rows);
    // A region of less than two lines is none.
    if (begins < ends) this.#region = begins === 1 && ends === rows ? undefined : [begins, ends];
  }
}

function first(params: readonly (number | number[])[]): number | undefined {
  const value = params[0];
  return typeof value === 'number' ? value : undefined;
}

const positive = (value: number | number[] | undefined) => (typeof value === 'number' && value > 0 ? value : undefined);
