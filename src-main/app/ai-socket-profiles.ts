import { AppError } from '#core/app-error';

/** A profile that asks a Unix socket; it is in no file. */
export interface AiSocketProfile {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly prompt: undefined;
  readonly concurrency: number;
  readonly context: number;
}

const PREFIX = 'unix:';
/** Context size of a profile that does not name one, in tokens. */
const CONTEXT = 128_000;

/**
 * Profiles for `sigma session --ai-socket`: one for each socket that a person named in this run, used for nothing else.
 */
export class AiSocketProfiles {
  readonly #named = new Set<string>();

  /** The name of the profile that asks this socket; there is one from now on. @throws AppError INVALID_INPUT */
  readonly nameFor = (socket: string): string => {
    if (!socket.startsWith('/')) {
      throw new AppError('INVALID_INPUT', `${JSON.stringify(socket)} is no absolute path`, { where: socket });
    }
    const name = PREFIX + socket;
    this.#named.add(name);
    return name;
  };

  readonly find = (name: string): AiSocketProfile | undefined =>
    this.#named.has(name)
      ? { id: name, name, baseUrl: name, model: 'session', prompt: undefined, concurrency: 8, context: CONTEXT }
      : undefined;

  /** Whether a profile is one of these; keys for the person's own sockets need no question. */
  readonly owns = ({ id }: { readonly id: string }): boolean => this.#named.has(id);
}
