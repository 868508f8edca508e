import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Workspace, WorkspacesState } from '#contract';
import { Emitter } from '#core/async/emitter';
import { LiveValue } from '#core/async/streams';
import { realFolder } from './start/real-folder.ts';

/** The folders that this run of the app works in. Each is opened once, by its real path. */
export class Workspaces {
  /** The workspace that the app was started with: that of everything which has no session. */
  readonly first: Workspace;
  readonly state: LiveValue<WorkspacesState>;
  readonly #opened = new Emitter<Workspace>();
  readonly #dataFolder: string;

  constructor(first: Workspace, { dataFolder }: { readonly dataFolder: string }) {
    this.first = first;
    this.state = new LiveValue<WorkspacesState>({ open: [first] });
    this.#dataFolder = dataFolder;
  }

  /** Subscribes to each workspace after the first, reported once. */
  readonly onOpened = this.#opened.subscribe;

  /** Real paths of all open workspaces, the first one first. */
  paths(): readonly string[] {
    return this.state.value.open.map(({ path }) => path);
  }

  /**
   * Opens a folder unless it is open already; the first workspace if none is named.
   *
   * @throws AppError as `realFolder`
   */
  readonly open = async (folder: string = this.first.path): Promise<Workspace> => {
    const path = await realFolder(folder);
    const isSample = path === (await this.#samplePath());
    const known = this.#find(path);
    if (known) return known;
    const workspace = { path, name: isSample ? SAMPLE_NAME : workspaceName(path), isSample };
    this.state.set({ ...this.state.value, open: [...this.state.value.open, workspace] });
    this.#opened.emit(workspace);
    return workspace;
  };

  /** Makes every window show this workspace: by this session, if it shows none of it. */
  show(workspace: string, session: string): void {
    this.state.set({ ...this.state.value, shown: { workspace, session, at: Date.now() } });
  }

  #find(path: string): Workspace | undefined {
    return this.state.value.open.find((workspace) => workspace.path === path);
  }

  async #samplePath(): Promise<string | undefined> {
    return await realpath(join(this.#dataFolder, SAMPLE_FOLDER)).catch(() => undefined);
  }
}

/** Folder of the person's copy of the sample workspace, in the data folder. */
export const SAMPLE_FOLDER = 'sample-workspace';
export const SAMPLE_NAME = 'Sample workspace';

export function workspaceName(path: string): string {
  return basename(path) || path;
}
