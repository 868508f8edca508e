import { useState } from 'react';
import type { AttachedImages } from '../sending/use-draft-images.ts';
import type { TurnControls } from '../sending/use-turn.ts';

/** A prompt that was chosen to be sent in place of a text. */
export interface ChosenPrompt {
  readonly chosen: string | undefined;
  readonly choose: (name: string) => void;
  /** Sends the prompt with the arguments as JSON text; if it is refused, it stays chosen. */
  readonly send: (args: string) => Promise<void>;
  readonly leave: () => void;
}

interface ComposerDraft {
  readonly draft: string;
  readonly setDraft: (change: (now: string) => string) => void;
  readonly attached: AttachedImages;
}

export function usePromptDialog(
  turn: TurnControls,
  profile: string | undefined,
  { draft, setDraft, attached }: ComposerDraft,
): ChosenPrompt {
  const [chosen, choose] = useState<string | undefined>(undefined);
  const send = async (args: string) => {
    if (chosen === undefined) return;
    const images = await attached.settled();
    if (images === undefined) return;
    if (!(await turn.send(`/${chosen}`, profile, { images, prompt: { id: chosen, args } }))) return;
    attached.remove(images);
    // What was chosen or written meanwhile stays.
    choose((now) => (now === chosen ? undefined : now));
    setDraft((now) => (now === draft ? '' : now));
  };
  return { chosen, choose, send, leave: () => choose(undefined) };
}
