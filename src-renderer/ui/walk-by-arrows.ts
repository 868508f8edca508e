import type { KeyboardEvent } from 'react';

const STEPS = { ArrowDown: 1, ArrowUp: -1 } as const;

/** Moves through the buttons of a list by the arrow keys, as its `onKeyDown`. */
export function walkByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key as keyof typeof STEPS];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  rows[rows.findIndex((row) => row.matches(':focus')) + step]?.focus();
}
