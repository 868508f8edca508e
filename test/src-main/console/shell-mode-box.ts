export const FENCE = '`````';

export const pushed = (command: string, block: string) =>
  `The user ran \`${command}\` and already saw its output.\n\n${block}`;
