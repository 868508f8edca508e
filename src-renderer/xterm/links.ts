import { WebLinksAddon } from '@xterm/addon-web-links';
import type { ILinkHandler, Terminal } from '@xterm/xterm';
import type { ObservableValue } from '../api/connection-state.ts';
import { isMac } from '../state/chord.ts';
import { askAboutLink, openAddress } from '../text/link-question.tsx';
import { linkTarget } from '../text/link-target.ts';

/**
 * Handler of links that a program named (OSC 8): they open with Ctrl or Cmd and a click, and after a question, since the program's words for a link may
 * say anything; `hovered` is the address under the pointer.
 */
export function linkHandler(hovered: ObservableValue<string | undefined>): ILinkHandler {
  return {
    activate: (event, address) => followLink(event, address, true),
    hover: (_, address) => hovered.set(address),
    leave: () => hovered.set(undefined),
    // Which may open is decided by `linkTarget`.
    allowNonHttpProtocols: true,
  };
}

/** Makes links of addresses in the text, which say themselves where they go; an odd one asks all the same. */
export function loadWebLinks(terminal: Terminal, hovered: ObservableValue<string | undefined>): void {
  const options = {
    hover: (_: MouseEvent, address: string) => hovered.set(address),
    leave: () => hovered.set(undefined),
  };
  terminal.loadAddon(new WebLinksAddon((event, address) => followLink(event, address, false), options));
}

function followLink(event: Pick<MouseEvent, 'metaKey' | 'ctrlKey'>, address: string, isNamed: boolean): void {
  const isMeant = isMac ? event.metaKey : event.ctrlKey;
  const target = isMeant ? linkTarget(address) : undefined;
  if (target === undefined) return;
  if (isNamed) askAboutLink(target, 'A program in the terminal made this link. Its text may say anything.');
  else if (target.warning !== undefined) askAboutLink(target, 'Look at where it leads.');
  else openAddress(target.address);
}
