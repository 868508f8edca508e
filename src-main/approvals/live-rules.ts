import type { RulesState, SandboxState } from '#contract';
import { messageOf } from '#core/app-error';
import { LiveValue } from '#core/async/streams';
import { BUILT_IN } from './built-in.ts';
import type { RuleStore } from './rules/rule-store.ts';
import type { RulesFile } from './rules/rules-file.ts';
import type { RulesOptions } from './rules-options.ts';

type LiveRulesOptions = Pick<RulesOptions, 'file' | 'settings' | 'probeSandbox' | 'log'>;

/** State that is the same in every workspace. */
type SharedRulesState = Omit<RulesState, 'user' | 'workspace' | 'problems'> & { readonly rules: RulesFile };

/**
 * State of the rules that the page shows, kept up to date with their file, the settings and the result of trying a
 * sandbox.
 */
export class LiveRules implements Disposable {
  readonly #options: LiveRulesOptions;
  readonly #store: RuleStore;
  readonly #state: LiveValue<SharedRulesState>;
  readonly #unsubscribe: readonly (() => void)[];
  #trying: Promise<void> | undefined;

  constructor(store: RuleStore, options: LiveRulesOptions) {
    this.#options = options;
    this.#store = store;
    this.#state = new LiveValue(this.#now({ works: false, why: 'It is being tried' }));
    const announce = () => this.#state.set(this.#now(this.#state.value.sandbox));
    this.#unsubscribe = [store.state.onChanged(announce), options.settings.onChanged(announce)];
  }

  /** Trying a sandbox starts programs, which waits until somebody looks: the start of the app need not. */
  async *stream(workspace: string, signal?: AbortSignal): AsyncGenerator<RulesState, void> {
    this.#trying ??= this.#try();
    for await (const { rules, ...rest } of this.#state.stream(signal))
      yield { ...rest, ...rulesHere(rules, workspace) };
  }

  [Symbol.dispose](): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  async #try(): Promise<void> {
    try {
      this.#state.set(this.#now(await this.#options.probeSandbox()));
    } catch (error) {
      this.#options.log.error('sandbox.probe.failed', { error: messageOf(error) });
    }
  }

  #now(sandbox: SandboxState): SharedRulesState {
    const { file, settings } = this.#options;
    return {
      file,
      rules: this.#store.state.value,
      builtIn: BUILT_IN,
      sandbox,
      mode: settings.current().approvals.mode,
    };
  }
}

/** The person's rules and those of one workspace. */
export function rulesHere({ user, workspaces, problems }: RulesFile, workspace: string) {
  return { user: [...user], workspace: [...(workspaces.get(workspace) ?? [])], problems: [...problems] };
}
