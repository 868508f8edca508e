import { useState } from 'react';
import type { Turn } from '../sending/use-turn.ts';

/** A prompt that was chosen to be sent in place of a text. */
export interface ChosenPrompt {
  readonly chosen: string | undefined;
  readonly choose: (name: string) => void;
  /** With the arguments as JSON text; where it is not taken, it stays chosen. */
  readonly send: (args: string) => Promise<void>;
  readonly leave: () => void;
}

export function usePrompt(turn: Turn, profile: string | undefined, setDraft: (text: string) => void): ChosenPrompt {
  const [chosen, choose] = useState<string | undefined>(undefined);
  const send = async (args: string) => {
    if (chosen === undefined || !(await turn.send(`/${chosen}`, profile, { id: chosen, args }))) return;
    choose(undefined);
    setDraft('');
  };
  return { chosen, choose, send, leave: () => choose(undefined) };
}
