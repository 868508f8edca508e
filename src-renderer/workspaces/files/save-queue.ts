/** Makes saves one at a time: what is asked for during one is saved after it, once, if that one succeeded. */
export class SaveQueue {
  #isSaving = false;
  #isWantedAgain = false;
  #run: Promise<void> = Promise.resolve();

  /** Resolves when nothing is being saved; at once when nothing is. */
  async idle(): Promise<void> {
    while (this.#isSaving) await this.#run;
  }

  /** Makes the save, and then `again` for those asked for in the meantime; both answer whether they succeeded and never throw. */
  async run(save: () => Promise<boolean>, again: () => Promise<boolean>): Promise<void> {
    if (this.#isSaving) {
      this.#isWantedAgain = true;
      return;
    }
    this.#isSaving = true;
    this.#run = this.#saveAll(save, again);
    await this.#run;
  }

  async #saveAll(save: () => Promise<boolean>, again: () => Promise<boolean>): Promise<void> {
    let isWell = await save();
    while (isWell && this.#isWantedAgain) {
      this.#isWantedAgain = false;
      isWell = await again();
    }
    this.#isWantedAgain = false;
    this.#isSaving = false;
  }
}
