import { WebLinksAddon } from '@xterm/addon-web-links';
import type { ILinkHandler, Terminal } from '@xterm/xterm';
import type { Observable } from '../api/connection-state.ts';
import { isMac } from '../state/chord.ts';

/**
 * Links, found in the text or named by a program (OSC 8), open with Ctrl or Cmd and a click; `hovered` is the address under
 * the pointer, since a program's words for a link may say anything.
 */
export function linkHandler(hovered: Observable<string | undefined>): ILinkHandler {
  return {
    activate: (event, address) => openLink(event, address),
    hover: (_, address) => hovered.set(address),
    leave: () => hovered.set(undefined),
    allowNonHttpProtocols: false,
  };
}

export function loadWebLinks(terminal: Terminal, hovered: Observable<string | undefined>): void {
  const options = {
    hover: (_: MouseEvent, address: string) => hovered.set(address),
    leave: () => hovered.set(undefined),
  };
  terminal.loadAddon(new WebLinksAddon(openLink, options));
}

function openLink(event: MouseEvent, address: string): void {
  const isMeant = isMac ? event.metaKey : event.ctrlKey;
  if (isMeant && isWebAddress(address)) window.open(address, '_blank', 'noopener,noreferrer');
}

export function isWebAddress(address: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}
