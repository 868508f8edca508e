import { readFileSync } from 'node:fs';

const LOOK_MS = 100;
/** A page at rest takes some for itself. */
const BUSY_PART = 0.2;
/** Most time of all waits of a run together: a machine that is never quiet is measured as it is. */
const PATIENCE_MS = 45_000;

let waitedMs = 0;

/** Waits until other programs leave the processors alone, or patience ends. Linux only. */
export async function untilQuiet(): Promise<void> {
  if (process.platform !== 'linux') return;
  let before = ticks();
  while (waitedMs < PATIENCE_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = ticks();
    if ((now.busy - before.busy) / (now.all - before.all) < BUSY_PART) return;
    waitedMs += LOOK_MS;
    before = now;
  }
}

/** Note about the machine beside the figures. */
export const waitedForQuiet = () =>
  waitedMs < PATIENCE_MS
    ? `waited ${Math.round(waitedMs / 1000)} s for a quiet machine`
    : 'the machine was never quiet';

/**
 * Reads the ticks of all processors since the start: /proc/stat, user nice system idle iowait irq softirq steal
 * ([proc(5)](https://man7.org/linux/man-pages/man5/proc.5.html)).
 */
function ticks(): { readonly busy: number; readonly all: number } {
  const [, ...counts] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/);
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, steal = 0] = counts.map(Number);
  const busy = user + nice + system + irq + softirq + steal;
  return { busy, all: busy + idle + wait };
}
