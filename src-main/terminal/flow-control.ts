/** Characters that a reader has not drawn, or we not taken in, over which a program is paused; it goes on below `LOW_WATER`. */
export const HIGH_WATER = 512 * 1024;
export const LOW_WATER = 128 * 1024;

/** Turns a load that goes up and down into pauses. */
export class FlowControl {
  readonly #target: { pause(): void; resume(): void };
  #isPaused = false;

  constructor(target: { pause(): void; resume(): void }) {
    this.#target = target;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  update(load: number): void {
    if (!this.#isPaused && load > HIGH_WATER) {
      this.#isPaused = true;
      this.#target.pause();
    } else if (this.#isPaused && load < LOW_WATER) {
      this.#isPaused = false;
      this.#target.resume();
    }
  }
}
