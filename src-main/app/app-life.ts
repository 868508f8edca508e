import type { Settings } from '#contract';
import type { AppRouterOptions } from './app-router.ts';
import type { Features } from './features/create-features.ts';

/** Choice between ending and continuing when the last window of the host is closed while services are on. */
export interface LastWindowPolicy {
  readonly choice: () => Settings['app']['background'];
  /** @throws AppError UNAVAILABLE if it cannot be written down */
  readonly remember: (choice: 'end' | 'stay') => Promise<unknown>;
}

/** Services that are on, and could go on without a window. */
export function servicesOf({ schedules, channels, sockets, adapter, mcp, prompts }: Features): string[] {
  return [schedules, channels, sockets, adapter, mcp, prompts].flatMap((feature) => feature.background());
}

/** Reads and remembers the choice for when the app's window is closed. */
export function afterWindowOf(settings: Features['settings']): LastWindowPolicy {
  return {
    choice: () => settings.current().app.background,
    remember: (choice) => settings.setAll({ 'app.background': choice }),
  };
}

/** Collects what the app reports about its own state. */
export function appStatusOptions(
  features: Features,
  closeWindow: (() => void) | undefined,
): Pick<AppRouterOptions, 'status' | 'closing' | 'stayInBackground'> {
  const background = () => servicesOf(features);
  const { choice, remember } = afterWindowOf(features.settings);
  return {
    status: () => ({
      services: background(),
      next: features.schedules.next().map(({ at, name: task, workspace }) => ({ at, task, workspace })),
      waiting: features.approvals.waiting.value.map(({ sessionTitle: session, tool, at }) => ({ session, tool, at })),
    }),
    closing: () => ({ endsHost: closeWindow !== undefined, background: background(), choice: choice() }),
    stayInBackground: async () => {
      await remember('stay');
      // After the answer has left.
      setTimeout(() => closeWindow?.(), 50);
    },
  };
}
