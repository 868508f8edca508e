import { useLayoutEffect, useRef } from 'react';
import type { Terminal } from '#contract';
import { PasteDialog } from '../xterm/paste-dialog.tsx';
import type { TerminalSurface } from '../xterm/terminal-surface.ts';
import { useObserved } from '../xterm/use-observed.ts';
import { ExitBar } from './exit-bar.tsx';
import { type PaneCommands, PaneMenu } from './pane-menu.tsx';
import { TerminalFindBar } from './terminal-find-bar.tsx';
import styles from './terminal-pane.module.css';
import { useFocusAfter } from './use-focus-after.ts';

export interface TerminalPaneProps {
  readonly surface: TerminalSurface;
  readonly terminal: Terminal | undefined;
  /** Position among the tab's panes, such as `2 of 3`; `undefined` if it is the only one. */
  readonly place: string | undefined;
  readonly isFocused: boolean;
  readonly isFinding: boolean;
  readonly commands: PaneCommands;
}

/** One terminal in its place, with its find bar, its end and its menu. */
export function TerminalPane({ surface, terminal, place, isFocused, isFinding, commands }: TerminalPaneProps) {
  const host = useRef<HTMLDivElement>(null);
  const link = useObserved(surface.hoveredLink);
  const paste = useObserved(surface.pendingPaste);
  useLayoutEffect(() => {
    if (host.current) surface.mount(host.current);
    return () => surface.unmount();
  }, [surface]);
  useFocusAfter(paste !== undefined, surface.focus);
  const exit = terminal?.exit;
  return (
    <section
      className={styles.pane}
      data-focused={isFocused}
      data-first-focus={isFocused ? '' : undefined}
      aria-label={`Terminal ${terminal?.title ?? ''}${place === undefined ? '' : `, pane ${place}`}`}
    >
      <PaneMenu surface={surface} hasEnded={exit !== undefined} commands={commands}>
        <div ref={host} className={styles.host} />
      </PaneMenu>
      {isFinding ? (
        <TerminalFindBar find={surface.find} initial={oneLine(surface.selectedText())} onClose={commands.endFind} />
      ) : undefined}
      {link === undefined ? undefined : <LinkHint address={link} />}
      {exit ? <ExitBar exit={exit} onRestart={commands.restart} onClose={commands.close} /> : undefined}
      <PasteDialog paste={paste} onAnswer={(isAccepted) => surface.answerPaste(isAccepted)} />
    </section>
  );
}

/** The address itself, since the words of a link are the program's. */
function LinkHint({ address }: { readonly address: string }) {
  return (
    <p className={styles.link}>
      <span className={styles.address}>{address}</span> — {/Mac/.test(navigator.userAgent) ? 'Cmd' : 'Ctrl'}+click opens
      it
    </p>
  );
}

function oneLine(text: string): string {
  return text.includes('\n') ? '' : text;
}
