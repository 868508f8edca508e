/** A program or client that could change files of a workspace by itself. */
export interface AliveProgram {
  /** The name a person knows it by. */
  readonly title: string;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
}

/** Programs alive in each workspace, now or at some moment since the workspace was last examined. */
export class AlivePrograms {
  readonly #sources = new Map<string, readonly AliveProgram[]>();
  readonly #since = new Map<string, Set<string>>();

  /** Takes all that one source knows of now. Answers the workspaces in which one has come. */
  tell(source: string, programs: readonly AliveProgram[]): readonly string[] {
    const before = this.#sources.get(source) ?? [];
    this.#sources.set(source, programs);
    const isNew = (one: AliveProgram) =>
      !before.some(({ title, workspace }) => title === one.title && workspace === one.workspace);
    const come = programs.filter(isNew);
    for (const { title, workspace } of come) this.#since.get(workspace)?.add(title);
    return [...new Set(come.map(({ workspace }) => workspace))];
  }

  now(workspace: string): readonly string[] {
    const all = [...this.#sources.values()].flat().filter((one) => one.workspace === workspace);
    return [...new Set(all.map(({ title }) => title))];
  }

  /** Lists the workspaces in which one was alive at some moment since they were last examined. */
  workspaces(): readonly string[] {
    const now = [...this.#sources.values()].flat().map(({ workspace }) => workspace);
    const before = [...this.#since].filter(([, titles]) => titles.size > 0).map(([workspace]) => workspace);
    return [...new Set([...now, ...before])];
  }

  /** Lists the programs that were alive at some moment since the last call of this, and begins to count again. */
  sinceLast(workspace: string): readonly string[] {
    const now = this.now(workspace);
    const titles = new Set([...(this.#since.get(workspace) ?? []), ...now]);
    this.#since.set(workspace, new Set(now));
    return [...titles];
  }
}
