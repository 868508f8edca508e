import type { ConsoleState, ProfilesState } from '#contract';
import { DEMO_NAME } from './use-profiles.ts';

/** Recipient of a message. */
export interface ChatMode {
  readonly name: string;
  /** Profile of the mode; if absent, the host's choice, such as the demo. */
  readonly profile?: string;
  /** Reason why it cannot be used now. */
  readonly problem?: string;
}

/** Effect of Enter on what is written. */
export type Mode = { readonly kind: 'shell' } | { readonly kind: 'chat'; readonly chat: ChatMode };

export const SHELL: Mode = { kind: 'shell' };

/** Value of a mode in the choice and in storage. */
export function modeValue(mode: Mode): string {
  return mode.kind === 'shell' ? 'shell' : `chat:${mode.chat.profile ?? ''}`;
}

export const modeName = (mode: Mode) => (mode.kind === 'shell' ? 'Shell' : mode.chat.name);

export interface ModeSources {
  readonly console: ConsoleState | undefined;
  readonly profiles: ProfilesState | undefined;
}

/** Shell, then each of the session's profiles, in the order of Tab. There is always one to write to, if only for later. */
export function availableModes({ console, profiles }: ModeSources): readonly Mode[] {
  const names = console?.modes ?? profiles?.selected ?? [];
  const chats = names.map((profile): ChatMode => {
    const problem = profileProblem(profile, profiles);
    return { name: profile, profile, ...(problem !== undefined && { problem }) };
  });
  const all = profiles?.isDemo ? [{ name: DEMO_NAME }, ...chats] : chats;
  const offered = all.length > 0 ? all : [noProfile(profiles)];
  return [SHELL, ...offered.map((chat): Mode => ({ kind: 'chat', chat }))];
}

/** The profiles that are no mode of the session: choosing one makes it one. */
export function otherModes(all: readonly Mode[], profiles: ProfilesState | undefined): readonly Mode[] {
  const taken = new Set(all.map(modeValue));
  return (profiles?.profiles ?? [])
    .map(({ name, problem }): Mode => ({ kind: 'chat', chat: { name, profile: name, ...(problem && { problem }) } }))
    .filter((mode) => !taken.has(modeValue(mode)));
}

function noProfile(profiles: ProfilesState | undefined): ChatMode {
  return { name: 'No model', ...(profiles !== undefined && { problem: 'Connect a model first.' }) };
}

function profileProblem(name: string, profiles: ProfilesState | undefined): string | undefined {
  if (profiles === undefined) return undefined;
  const profile = profiles.profiles.find((one) => one.name === name);
  if (profile === undefined) return `There is no profile ${name} any more.`;
  return profile.problem;
}

/** The mode after `mode`; after the last one the first. */
export function nextMode(modes: readonly Mode[], mode: Mode): Mode {
  const at = modes.findIndex((one) => modeValue(one) === modeValue(mode));
  return modes[(at + 1) % modes.length] ?? SHELL;
}
