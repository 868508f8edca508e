import { IMAGE_DEFECTS, type ImageDefect, ImageError } from '../image-error.ts';

/** A defect of an image and a sentence that says where. */
export interface ImageFinding {
  readonly defect: ImageDefect;
  readonly message: string;
}

/** Defects that were found, one sentence for each class. */
export class ImageFindings {
  readonly #found = new Map<ImageDefect, string>();

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  note(defect: ImageDefect, message: string): void {
    if (!this.#found.has(defect)) this.#found.set(defect, message);
  }

  /**
   * Runs a step; damage in what it reads is noted, and others go on. A bad table ends all: no class that a walk can find goes
   * before it.
   *
   * @throws ImageError `table`, and what is no defect of an image
   */
  within<T>(step: () => T): T | undefined {
    try {
      return step();
    } catch (error) {
      this.noteError(error);
      return undefined;
    }
  }

  /** @throws what is no defect of an image, and a bad table after it was noted */
  noteError(error: unknown): void {
    if (!(error instanceof ImageError) || error.defect === 'manifest' || error.defect === 'layer') throw error;
    this.note(error.defect, error.message);
    if (error.defect === 'table') throw error;
  }

  /** Lists the findings in the order in which they are reported. */
  list(): readonly ImageFinding[] {
    return IMAGE_DEFECTS.flatMap((defect) => {
      const message = this.#found.get(defect);
      return message === undefined ? [] : { defect, message };
    });
  }
}
