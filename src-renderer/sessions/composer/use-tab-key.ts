import { useState } from 'react';
import { modeName } from '../../state/modes.ts';
import type { ModeControl } from '../../state/use-mode.ts';
import { announce } from '../../ui/announce.ts';
import { useTabMovesFocus } from '../../xterm/use-tab-moves-focus.ts';

/** Handles Tab in an empty message: it goes to the next mode, or leaves the field; Ctrl+M switches between the two. */
export function useTabKey(modes: ModeControl) {
  const [tabMovesFocus, setTabMovesFocus] = useTabMovesFocus();
  const [hasCycled, setCycled] = useState(false);
  return {
    tabMovesFocus,
    /** Whether the person has cycled through modes, and may have wanted to leave the field instead. */
    hasCycled,
    cycle: () => {
      announce(`Mode: ${modeName(modes.cycle())}. Ctrl+M lets Tab leave the field.`);
      setCycled(true);
    },
    toggle: () => {
      setTabMovesFocus(!tabMovesFocus);
      announce(tabMovesFocus ? 'Tab completes and goes through the modes' : 'Tab moves the focus');
    },
  };
}
