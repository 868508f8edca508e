import type { ManagedChannel } from '#contract';
import { LiveValue } from '#core/async/streams';
import { os } from '#core/servers/procedures';
import { Channels } from './channels.ts';
import type { ChannelsOptions } from './ports.ts';

/** Channels that the app runs, by workspace: kept in a file, started with the app where they were on. */
export function createChannels(options: ChannelsOptions) {
  const state = new LiveValue<readonly ManagedChannel[]>([]);
  const channels = new Channels(options, state);
  const { onChanged, onOtherStore } = options.secrets;
  const stops = [onChanged(() => channels.announce()), onOtherStore(() => channels.startTokenless())];
  const router = os.channels.router({
    changed: os.channels.changed.handler(async function* ({ signal }) {
      for await (const all of state.stream(signal)) yield [...all];
    }),
    add: os.channels.add.handler(({ input }) => channels.add(input)),
    edit: os.channels.edit.handler(({ input }) => channels.edit(input)),
    remove: os.channels.remove.handler(({ input }) => channels.remove(input.id)),
    start: os.channels.start.handler(({ input }) => channels.turn(input.id, true)),
    stop: os.channels.stop.handler(({ input }) => channels.turn(input.id, false)),
    test: os.channels.test.handler(({ input }) => channels.test(input.id)),
  });
  return {
    router,
    state,
    /** Starts again what was on. */
    start: () => channels.begin(),
    /** Lists the active channels, in words. */
    background: (): string[] => channels.background(),
    [Symbol.asyncDispose]: async () => {
      for (const stop of stops) stop();
      await channels.end();
    },
  };
}
