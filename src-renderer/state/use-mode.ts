import { useEffect, useMemo } from 'react';
import type { ConsoleState, ProfilesState, SessionSummary } from '#contract';
import { useLayout } from './layout.tsx';
import { availableModes, type Mode, modeValue, nextMode, otherModes, SHELL } from './modes.ts';

/** Key of the mode as long as there is no session; the first one that is shown takes it over. */
const UNPLACED = 'new';

export interface ModeControl {
  readonly mode: Mode;
  /** Whether `mode` may be another one once the host has said which models there are. */
  readonly isLoading: boolean;
  /** Modes of the session, in the order of Tab. */
  readonly all: readonly Mode[];
  /** The profiles that are none of them yet. */
  readonly others: readonly Mode[];
  /** Names of all that could be modes. */
  readonly profiles: readonly string[];
  readonly choose: (value: string) => void;
  /** Tab on an empty line. Answers with the one that is now chosen. */
  readonly cycle: () => Mode;
}

export interface UseModeOptions {
  readonly session: SessionSummary | undefined;
  readonly console: ConsoleState | undefined;
  readonly profiles: ProfilesState | undefined;
}

/**
 * The mode of one session: what was chosen in it, else whom its last message went to, else, in a new one, what was last chosen anywhere;
 * at first a chat, where there is somebody to chat with.
 */
export function useMode({ session, console, profiles }: UseModeOptions): ModeControl {
  const all = useMemo(() => availableModes({ console, profiles }), [console, profiles]);
  const others = useMemo(() => otherModes(all, profiles), [all, profiles]);
  const [own, setOwn] = useLayout<string | undefined>(`sessions.mode.${session?.id ?? UNPLACED}`, undefined);
  const [unplaced, setUnplaced] = useLayout<string | undefined>(`sessions.mode.${UNPLACED}`, undefined);
  const [last, setLast] = useLayout<string | undefined>('sessions.mode.last', undefined);
  const isPlaced = session !== undefined;

  useEffect(() => {
    if (!isPlaced || unplaced === undefined) return;
    if (own === undefined) setOwn(unplaced);
    setUnplaced(undefined);
  }, [isPlaced, own, unplaced, setOwn, setUnplaced]);

  const kept = own ?? unplaced;
  // Until the host has said which modes the session has, any profile may be one.
  const answering = console === undefined ? [...all, ...others] : all;
  const mode =
    [...all, ...others].find((one) => modeValue(one) === kept) ??
    firstMode(isNew(session) ? all : answering, session, last);
  const isShellChosen = mode.kind === 'shell' && (kept ?? last) === modeValue(SHELL);
  const choose = (value: string) => {
    setOwn(value);
    setLast(value);
  };
  return {
    mode,
    isLoading: profiles === undefined && !isShellChosen,
    all,
    others,
    profiles: (profiles?.profiles ?? []).map(({ name }) => name),
    choose,
    cycle: () => {
      const next = nextMode(all, mode);
      choose(modeValue(next));
      return next;
    },
  };
}

/** Recipient of a message of the session; in Shell mode, the one that Tab would lead to. */
export function useAnswering(session: SessionSummary | undefined, profiles: ProfilesState | undefined): Mode {
  const all = useMemo(() => availableModes({ console: undefined, profiles }), [profiles]);
  const [own] = useLayout<string | undefined>(`sessions.mode.${session?.id ?? UNPLACED}`, undefined);
  const [unplaced] = useLayout<string | undefined>(`sessions.mode.${UNPLACED}`, undefined);
  const [last] = useLayout<string | undefined>('sessions.mode.last', undefined);
  const chats = [...all, ...otherModes(all, profiles)].filter(({ kind }) => kind === 'chat');
  return chats.find((one) => modeValue(one) === (own ?? unplaced)) ?? firstMode(chats, session, last);
}

/** Whether nothing was said in it yet. */
const isNew = (session: SessionSummary | undefined) => (session?.messages ?? 0) === 0;

function firstMode(all: readonly Mode[], session: SessionSummary | undefined, last: string | undefined): Mode {
  const chats = all.filter(({ kind }) => kind === 'chat');
  if (isNew(session)) {
    const usable = chats.find((mode) => mode.kind === 'chat' && mode.chat.problem === undefined);
    return all.find((mode) => modeValue(mode) === last) ?? usable ?? SHELL;
  }
  return chats.find((mode) => mode.kind === 'chat' && mode.chat.profile === session?.profile) ?? chats[0] ?? SHELL;
}
