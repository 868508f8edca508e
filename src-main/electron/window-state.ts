import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomic } from '#core/files/atomic-file';

const WindowBounds = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(400).max(20_000),
  height: z.int().min(300).max(20_000),
});
export type WindowBounds = z.infer<typeof WindowBounds>;

const WindowState = z.object({ bounds: WindowBounds, isMaximized: z.boolean() });
export type WindowState = z.infer<typeof WindowState>;

/** Loads the state of the window; `undefined` the first time and if the file cannot be used. */
export function loadWindowState(path: string): WindowState | undefined {
  try {
    return WindowState.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

export async function saveWindowState(path: string, state: WindowState): Promise<void> {
  await writeFileAtomic(path, JSON.stringify(state));
}

/** Enough of the window, title bar included, to take hold of it with the mouse. */
const GRIP = { width: 100, height: 50 };

/** Whether the window could be reached where it was: a screen may be gone since. */
export function isReachable(bounds: WindowBounds, screens: readonly WindowBounds[]): boolean {
  return screens.some((screen) => {
    const width = Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x);
    const isTitleThere = bounds.y >= screen.y && bounds.y + GRIP.height <= screen.y + screen.height;
    return width >= GRIP.width && isTitleThere;
  });
}
