import { useMemo } from 'react';
import type { ProfilesState, SessionSummary } from '#contract';
import { useAppInfo } from './app-info.tsx';
import { useShownSession } from './shown-session.ts';
import { useLive } from './use-live.ts';

/** Name of the scripted model, wherever it is mentioned. */
export const DEMO_NAME = 'Demo (scripted)';

/** A workspace as procedures of profiles name it: the one that the app was started with has no name. */
export interface ProfilesPlace {
  readonly workspace?: string;
}

/** The place of a session, or of what has none. */
export function useProfilesPlace(session: SessionSummary | undefined): ProfilesPlace {
  const first = useAppInfo()?.workspace.path;
  const workspace = session?.workspace === first ? undefined : session?.workspace;
  return useMemo(() => (workspace === undefined ? {} : { workspace }), [workspace]);
}

/** The place of the session that Sessions shows, or showed last. */
export function useShownProfilesPlace(): ProfilesPlace {
  return useProfilesPlace(useShownSession().shown);
}

/**
 * Profiles available in a session or, without one, in the workspace that the app was started with; `undefined` until
 * the host has answered.
 */
export function useProfiles(session?: SessionSummary | undefined): ProfilesState | undefined {
  const { workspace } = useProfilesPlace(session);
  const live = useLive((api, signal) => api.profiles.changed({ workspace }, { signal }), [workspace]);
  return live.status === 'ready' ? live.value : undefined;
}

/** Whether no model is available: no selected profile is sound, and the demo is off. */
export function hasNoModel(state: ProfilesState | undefined): boolean {
  if (state === undefined || state.isDemo) return false;
  return !state.profiles.some(({ isSelected, problem }) => isSelected && problem === undefined);
}

/** Describes the model in the status bar: a profile by name, without one the demo. */
export function modelWords(state: ProfilesState | undefined, name: string | undefined): string {
  if (state === undefined) return 'Model…';
  const profile = state.profiles.find((one) => one.name === name);
  if (profile === undefined) return state.isDemo && name === undefined ? DEMO_NAME : 'No model connected';
  if (profile.problem !== undefined) return `${profile.name}: cannot be used`;
  return `${profile.name}: ${profile.model} at ${hostOf(profile.baseUrl)}`;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
