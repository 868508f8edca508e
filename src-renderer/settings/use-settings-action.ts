import { useState } from 'react';
import type { SettingsProblem } from '#contract';
import { errorProblems, errorText } from '../state/error-text.ts';

export interface SettingsRefusal {
  readonly text: string;
  readonly problems: readonly SettingsProblem[];
}

export interface SettingsAction {
  readonly isBusy: boolean;
  readonly refusal: SettingsRefusal | undefined;
  /** Whether it was done; a second one waits for nothing and is not begun. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly dismiss: () => void;
}

interface ActionOptions {
  /** Whether another may begin meanwhile, as with choices that the host takes in turn. */
  readonly mayOverlap?: boolean;
}

/** Runs a request to the host: by a button one at a time. A refusal is shown with every problem. */
export function useSettingsAction({ mayOverlap = false }: ActionOptions = {}): SettingsAction {
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<SettingsRefusal | undefined>(undefined);
  const run = async (work: () => Promise<unknown>) => {
    if (isBusy && !mayOverlap) return false;
    setIsBusy(true);
    setRefusal(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setRefusal({ text: errorText(error), problems: errorProblems(error) });
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, refusal, run, dismiss: () => setRefusal(undefined) };
}
