import { useRef, useState } from 'react';
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
  // The state is as old as the last rendering: a second click in the same frame would see nothing under way.
  const underWay = useRef(0);
  const run = async (work: () => Promise<unknown>) => {
    if (underWay.current > 0 && !mayOverlap) return false;
    underWay.current += 1;
    setIsBusy(true);
    setRefusal(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setRefusal({ text: errorText(error), problems: errorProblems(error) });
      return false;
    } finally {
      underWay.current -= 1;
      setIsBusy(underWay.current > 0);
    }
  };
  return { isBusy, refusal, run, dismiss: () => setRefusal(undefined) };
}
