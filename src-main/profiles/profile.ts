import type { ProfileProtocol, ProfileView } from '#contract';
import type { YamlProblem } from '#core/parsing/yaml-text';
import type { ProfileText } from './files/config-file.ts';

/** A profile as the rest of the app has it: preset and defaults filled in, and no key in it, ever. */
export interface Profile {
  /** One for each place where a profile is written; two folders may both have a profile of one name. */
  readonly id: string;
  readonly name: string;
  /** Absolute, http or https, or `unix:` with the path of a socket. */
  readonly baseUrl: string;
  /** OpenAI's where it is absent. */
  readonly protocol?: ProfileProtocol;
  readonly model: string;
  readonly prompt: string | undefined;
  /** Requests at once, over the whole app. */
  readonly concurrency: number;
  /** Tokens of history from which it is compacted. */
  readonly context: number;
  readonly contextFrom: ProfileView['contextFrom'];
  /** Whether its model takes images, where the file says so. */
  readonly images?: boolean | undefined;
  readonly file: ProfileView['scope'];
  readonly hasOwnKey: boolean;
  /** Reason why it cannot be used; the other fields are then as far as they could be understood. */
  readonly problem?: string;
}

/** A profile with what only this folder sees. */
export interface ResolvedProfile extends Omit<Profile, 'hasOwnKey'> {
  /** Its own or its preset's. */
  readonly key: string | undefined;
  readonly preset: ProfileView['preset'];
  /** Origin (scheme, host, port) of `baseUrl`. */
  readonly origin: string;
  /** Path of the file; absent for one made of variables. */
  readonly path?: string;
  /** Profile as written in the file. */
  readonly text: ProfileText;
  /** Problems of the profile, by key and line. */
  readonly problems: readonly YamlProblem[];
}

/** The profile without its key. */
export function publicProfile(profile: ResolvedProfile): Profile {
  const { id, name, baseUrl, protocol, model, prompt, concurrency, context, contextFrom, images, file, key, problem } =
    profile;
  const known = {
    id,
    name,
    baseUrl,
    ...(protocol !== undefined && { protocol }),
    model,
    prompt,
    concurrency,
    context,
    contextFrom,
    ...(images !== undefined && { images }),
    file,
    hasOwnKey: key !== undefined,
  };
  return problem === undefined ? known : { ...known, problem };
}
