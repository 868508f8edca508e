import type { ProfilesState } from '#contract';
import { Emitter } from '#core/async/emitter';
import { LiveValue } from '#core/async/streams';
import type { WorkspaceProfiles } from './files/workspace-profiles.ts';

/** States of each workspace's profiles for the page, created at the first look. */
export class ProfilesStates {
  readonly #describe: (profiles: WorkspaceProfiles) => ProfilesState;
  readonly #states = new Map<WorkspaceProfiles, LiveValue<ProfilesState>>();
  readonly #changed = new Emitter<void>();

  constructor(describe: (profiles: WorkspaceProfiles) => ProfilesState) {
    this.#describe = describe;
  }

  /** Subscribes to changes, reported once for all workspaces. */
  readonly onChanged = this.#changed.subscribe;

  of(profiles: WorkspaceProfiles): LiveValue<ProfilesState> {
    const known = this.#states.get(profiles);
    if (known) return known;
    const state = new LiveValue(this.#describe(profiles));
    this.#states.set(profiles, state);
    return state;
  }

  refresh(): void {
    for (const [profiles, state] of this.#states) state.set(this.#describe(profiles));
    this.#changed.emit();
  }
}
