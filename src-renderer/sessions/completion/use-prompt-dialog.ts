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
  readonly setDraft: (text: string) => void;
  readonly attached: AttachedImages;
}

export function usePromptDialog(
  turn: TurnControls,
  profile: string | undefined,
  { setDraft, attached }: ComposerDraft,
): ChosenPrompt {
  const [chosen, choose] = useState<string | undefined>(undefined);
  const send = async (args: string) => {
    if (chosen === undefined) return;
    const images = await attached.settled();
    if (images === undefined) return;
    if (!(await turn.send(`/${chosen}`, profile, { images, prompt: { id: chosen, args } }))) return;
    attached.remove(images);
    choose(undefined);
    setDraft('');
  };
  return { chosen, choose, send, leave: () => choose(undefined) };
}
