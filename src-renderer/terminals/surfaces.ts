import type { Api, TerminalSize } from '#contract';
import type { ConnectionState } from '../api/connection-state.ts';
import { type SurfaceOptions, TerminalSurface } from '../xterm/terminal-surface.ts';

const USUAL_SIZE: TerminalSize = { columns: 80, rows: 24 };

export interface SurfacesEvents {
  readonly onFocus: (terminal: string) => void;
  readonly onUnsure: (terminal: string) => void;
}

/** The drawn terminals, each made when its pane is first shown. */
export class Surfaces implements Disposable {
  readonly #terminals: Api['terminals'];
  readonly #events: SurfacesEvents;
  readonly #surfaces = new Map<string, TerminalSurface>();
  #options: SurfaceOptions;
  #connection: ConnectionState;
  #lastUsed: TerminalSurface | undefined;

  constructor(
    terminals: Api['terminals'],
    start: { options: SurfaceOptions; connection: ConnectionState },
    events: SurfacesEvents,
  ) {
    this.#terminals = terminals;
    this.#options = start.options;
    this.#connection = start.connection;
    this.#events = events;
  }

  /** Size for a terminal that is about to open: that of the one used last. */
  get likelySize(): TerminalSize {
    return this.#lastUsed?.size ?? USUAL_SIZE;
  }

  get(id: string): TerminalSurface {
    const known = this.#surfaces.get(id);
    if (known) return known;
    const surface = new TerminalSurface(this.#terminals, id, this.#options, {
      onFocus: () => {
        this.#lastUsed = surface;
        this.#events.onFocus(id);
      },
      onUnsure: () => this.#events.onUnsure(id),
    });
    surface.setConnection(this.#connection);
    this.#surfaces.set(id, surface);
    return surface;
  }

  /** Drops those of terminals that are closed. */
  keepOnly(ids: readonly string[]): void {
    for (const [id, surface] of this.#surfaces) {
      if (ids.includes(id)) continue;
      this.#surfaces.delete(id);
      if (this.#lastUsed === surface) this.#lastUsed = undefined;
      surface[Symbol.dispose]();
    }
  }

  setConnection(connection: ConnectionState): void {
    this.#connection = connection;
    for (const surface of this.#surfaces.values()) surface.setConnection(connection);
  }

  setOptions(options: SurfaceOptions): void {
    this.#options = options;
    for (const surface of this.#surfaces.values()) surface.setOptions(options);
  }

  [Symbol.dispose](): void {
    this.keepOnly([]);
  }
}
