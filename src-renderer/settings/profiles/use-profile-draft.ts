import { useState } from 'react';
import type { ProfileView } from '#contract';
import { type ProfileDraft, profileDraft } from './profile-draft.ts';

export interface EditedDraft {
  readonly draft: ProfileDraft;
  /** State of the profile in its file now, if it was there when the form was opened. */
  readonly inFile: 'as it was' | 'changed' | 'removed';
  /** Fields that were typed here and have changed in the file, too. */
  readonly conflicts: readonly (keyof ProfileDraft)[];
  readonly change: (next: Partial<ProfileDraft>) => void;
  /** Gives up what was typed in the fields that have changed in the file, too. */
  readonly takeFile: () => void;
}

/**
 * Draft of a profile while its file may change: what was not typed here follows the file, what was typed stays.
 * `profile` is the profile as it is now, absent for a new one and for one that was removed.
 */
export function useProfileDraft(opened: ProfileDraft, isKnown: boolean, profile: ProfileView | undefined): EditedDraft {
  const [typed, setTyped] = useState<Partial<ProfileDraft>>({});
  const now = isKnown && profile !== undefined ? profileDraft(profile) : opened;
  // Both have the members of a draft alone.
  const keys = Object.keys({ ...opened, ...now }) as (keyof ProfileDraft)[];
  const changed = keys.filter((key) => now[key] !== opened[key]);
  const conflicts = changed.filter((key) => key in typed && typed[key] !== now[key]);
  return {
    draft: { ...now, ...typed },
    inFile: isKnown && profile === undefined ? 'removed' : changed.length > 0 ? 'changed' : 'as it was',
    conflicts,
    change: (next) => setTyped((before) => ({ ...before, ...next })),
    takeFile: () => setTyped((before) => without(before, conflicts)),
  };
}

function without(draft: Partial<ProfileDraft>, fields: readonly (keyof ProfileDraft)[]): Partial<ProfileDraft> {
  const rest: { -readonly [Field in keyof ProfileDraft]?: ProfileDraft[Field] } = { ...draft };
  for (const field of fields) delete rest[field];
  return rest;
}
