import type { ProviderView } from '#contract';
import { AppError } from '#core/app-error';
import { LiveValue } from '#core/async/streams';
import { ALIAS_NAMES, type Tool, type ToolScope } from '#tools';
import type { Provider } from './provider.ts';
import type { ToolNameOwner } from './provider-ports.ts';

/** Ended ones that stay to be looked at. */
const MAX_ENDED = 20;

/** All providers, and what each session sees of them. */
export class Registry {
  readonly list = new LiveValue<readonly ProviderView[]>([]);
  readonly #providers = new Map<string, Provider>();
  readonly #reservedNames: () => readonly string[];

  constructor(reservedNames: () => readonly string[]) {
    this.#reservedNames = reservedNames;
  }

  get all(): readonly Provider[] {
    return [...this.#providers.values()];
  }

  add(provider: Provider): void {
    this.#providers.set(provider.id, provider);
    const ended = this.all.filter((one) => !one.isRemembered && (one.state === 'completed' || one.state === 'failed'));
    for (const old of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) this.#providers.delete(old.id);
    this.announce();
  }

  remove(provider: Provider): void {
    this.#providers.delete(provider.id);
    this.announce();
  }

  announce(): void {
    this.list.set(this.all.map((provider) => provider.view));
  }

  /** @throws AppError NOT_FOUND */
  find(id: string): Provider {
    const provider = this.#providers.get(id);
    if (provider) return provider;
    throw new AppError('NOT_FOUND', 'This provider is not in the list any more', { where: id });
  }

  /**
   * Lists the providers that a session sees: its own and those of its workspace; without a session, those of the
   * workspace.
   */
  seenBy({ session, workspace }: ToolScope): readonly Provider[] {
    return this.all.filter(({ start }) =>
      start.session === undefined ? start.workspace === workspace : start.session === session,
    );
  }

  toolsOf(scope: ToolScope): readonly Tool[] {
    return this.seenBy(scope).flatMap((provider) => provider.tools());
  }

  /** No session may see one name twice, and none of ours under another meaning. @throws AppError CONFLICT naming tool and PID */
  claim(owner: ToolNameOwner, names: readonly string[]): void {
    const ours = new Set([...this.#reservedNames(), ...ALIAS_NAMES]);
    const own = names.find((name) => ours.has(name));
    if (own !== undefined) {
      throw new AppError('CONFLICT', `The tool "${own}" has the name of a built-in tool of Sigma Shell`, {
        where: own,
      });
    }
    const wanted = new Set(names);
    for (const other of this.all) {
      const taken = other === owner ? undefined : other.names.find((name) => wanted.has(name));
      if (taken === undefined || !meet(owner, other)) continue;
      const who = `${other.title} (PID ${other.pid ?? 'none'})`;
      throw new AppError('CONFLICT', `The tool "${taken}" is already served by ${who}`, {
        where: taken,
        advice: 'End that provider first',
      });
    }
  }
}

/** Whether some session sees both. */
function meet({ start: one }: ToolNameOwner, { start: other }: ToolNameOwner): boolean {
  if (one.workspace !== other.workspace) return false;
  return one.session === undefined || other.session === undefined || one.session === other.session;
}
