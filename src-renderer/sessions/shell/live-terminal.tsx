import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useApi, useConnection } from '../../api/api-context.tsx';
import { announce } from '../../ui/announce.ts';
import { PasteDialog } from '../../xterm/paste-dialog.tsx';
import { TerminalSurface } from '../../xterm/terminal-surface.ts';
import { useObserved } from '../../xterm/use-observed.ts';
import { useSurfaceOptions } from '../../xterm/use-surface-options.ts';
import { useTabMovesFocus } from '../../xterm/use-tab-moves-focus.ts';
import styles from './live-terminal.module.css';

export interface LiveTerminalProps {
  readonly terminal: string;
  readonly line: string;
  /**
   * Called once, when it is drawn: whether it was started here a moment ago, so that the next keys are meant for it.
   */
  readonly takesFocus: () => boolean;
  readonly isTall: boolean;
  /** Called when it ends while the focus is in it. */
  readonly onGoneWithFocus: () => void;
}

/** A running program's terminal: keys, mouse and size are the program's. */
export function LiveTerminal({ terminal, line, takesFocus, isTall, onGoneWithFocus }: LiveTerminalProps) {
  const api = useApi();
  const connection = useConnection();
  const [tabMovesFocus] = useTabMovesFocus();
  const options = useSurfaceOptions(tabMovesFocus);
  const host = useRef<HTMLDivElement>(null);
  const [surface, setSurface] = useState<TerminalSurface | undefined>(undefined);
  const latest = useRef({ options, takesFocus, onGoneWithFocus });
  latest.current = { options, takesFocus, onGoneWithFocus };

  useLayoutEffect(() => {
    const made = new TerminalSurface(api.terminals, terminal, latest.current.options, {
      onFocus: () => {},
      onUnsure: () => announce('The connection broke while you typed: the last keys may not have arrived.'),
    });
    const place = host.current;
    if (place) made.mount(place);
    if (latest.current.takesFocus()) made.focus();
    setSurface(made);
    return () => {
      const hadFocus = place?.contains(document.activeElement) === true;
      made[Symbol.dispose]();
      if (hadFocus) latest.current.onGoneWithFocus();
    };
  }, [api, terminal]);
  useEffect(() => surface?.setConnection(connection), [surface, connection]);
  useEffect(() => surface?.setOptions(options), [surface, options]);

  return (
    <section className={styles.frame} aria-label={`Terminal of ${line}`}>
      <div ref={host} className={styles.host} data-tall={isTall || undefined} />
      {surface === undefined ? undefined : <Paste surface={surface} />}
    </section>
  );
}

function Paste({ surface }: { readonly surface: TerminalSurface }) {
  const paste = useObserved(surface.pendingPaste);
  const link = useObserved(surface.hoveredLink);
  return (
    <>
      {link === undefined ? undefined : <p className={styles.link}>{link}</p>}
      <PasteDialog paste={paste} onAnswer={(isAccepted) => surface.answerPaste(isAccepted)} />
    </>
  );
}
