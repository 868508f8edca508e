import type { Subscribe } from '#core/async/emitter';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import { os } from '#core/servers/procedures';
import { SettingsStore } from './settings-store.ts';

export interface SettingsOptions {
  /** Absolute path of the YAML file; made with its folder at the first change. */
  readonly file: string;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly now?: () => Date;
  /** Called when something was chosen that cannot be written and so lasts as long as the app runs; with the reason. */
  readonly onForNow?: (why: string) => void;
}

export type SettingsFeature = Awaited<ReturnType<typeof createSettings>>;

/** The settings feature. It always starts: with a broken or unreadable file on defaults, saying so in its state. */
export async function createSettings(options: SettingsOptions) {
  const store = new SettingsStore(options);
  await store.open();
  const { state } = store;
  return {
    state,
    /** Heard whenever `current()` may answer differently. */
    onChanged: state.onChanged as Subscribe<unknown>,
    current: () => store.current(),
    set: (key: string, value: unknown) => store.set({ [key]: value }),
    /**
     * Several at once: all of them or none. `undefined` takes a setting out. Where the file cannot be written they are in force for
     * this run alone.
     */
    setAll: (values: Readonly<Record<string, unknown>>) => store.setOrForNow(values),
    router: os.settings.router({
      changed: os.settings.changed.handler(({ signal }) => state.stream(signal)),
      set: os.settings.set.handler(({ input }) => store.set({ [input.key]: input.value })),
      saveYaml: os.settings.saveYaml.handler(({ input }) => store.saveYaml(input.yaml)),
      replaceBroken: os.settings.replaceBroken.handler(() => store.replaceBroken()),
    }),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}
