import { useLayout } from '../state/layout.tsx';

/** Whether Tab leaves terminals and the composer instead of acting in them: nobody is to be trapped there. */
export function useTabMovesFocus(): [boolean, (isOn: boolean) => void] {
  const [isOn, set] = useLayout('shared.tab-moves-focus', false);
  return [isOn, set];
}
