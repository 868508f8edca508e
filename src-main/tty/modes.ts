/** A chat mode; Shell is none. Without a profile the scripted demo answers. */
export interface ChatMode {
  readonly name: string;
  readonly profile?: string;
}

/** The chat modes in Tab's order: the session's profiles, then the demo where it is on. */
export function chatModes(profiles: readonly string[], isDemo: boolean): readonly ChatMode[] {
  const named = profiles.map((profile) => ({ name: profile, profile }));
  return isDemo ? [...named, { name: 'demo' }] : named;
}

/** Mode after `current` when Tab is pressed; `undefined`: Shell. */
export function modeAfter(current: ChatMode | undefined, modes: readonly ChatMode[]): ChatMode | undefined {
  if (current === undefined) return modes[0];
  const at = modes.findIndex(({ profile, name }) => profile === current.profile && name === current.name);
  return at < 0 ? undefined : modes[at + 1];
}
