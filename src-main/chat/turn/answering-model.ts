import { AppError } from '#core/app-error';
import type { ProfileClient } from '#llm';
import type { Conversation } from '../conversation/conversation.ts';

/** A profile as far as the chat needs it; the profiles feature has more. */
export interface ChatProfile {
  readonly name: string;
  /** A part of the system message. */
  readonly prompt: string | undefined;
  /** Tokens of history from which it is compacted. */
  readonly context: number;
  /** Whether its model takes images; absent if that is not known. */
  readonly images?: boolean | undefined;
  /** Reason why it cannot be used, with its name. */
  readonly problem?: string;
}

/** Profiles available in a workspace: the person's own, and those of its folder. */
export interface ModelsPort {
  /** Resolves when the profiles of a workspace are known. */
  open?(workspace: string): Promise<void>;
  find(name: string, workspace: string): ChatProfile | undefined;
  /** Lists the profiles of a new session; the first is the default. */
  selected(workspace: string): readonly ChatProfile[];
  /** Finds the client of a profile; undefined if the profile is gone. */
  clientFor(name: string, workspace: string): ProfileClient | undefined;
  /** Explains why no profile is chosen, if there are files that should name one. */
  problem?(workspace: string): string | undefined;
  /** Returns the demo while it is on; it answers if no profile is requested. */
  demo(): ProfileClient | undefined;
}

/** Session in which a model must answer: its conversation, and the folder it works in. */
export interface AnsweringSession {
  readonly conversation: Pick<Conversation, 'lastProfile' | 'modes'>;
  /** Absolute. */
  readonly workspace: string;
}

export interface AnsweringModel {
  /** Profile that answers; the demo if absent. */
  readonly profile?: ChatProfile;
  readonly client: ProfileClient;
  /** The profile as it is now: what its server told may have changed its context. */
  readonly profileNow?: () => ChatProfile;
}

/**
 * Chooses the model for a message: the profile it names, else the demo while that is on, else the session's last, else
 * the default.
 *
 * @throws AppError NOT_FOUND for an unknown name, UNAVAILABLE if there is no model
 */
export function answererOf(
  models: ModelsPort,
  { conversation, workspace }: AnsweringSession,
  named: string | undefined,
): AnsweringModel {
  if (named !== undefined) return answeringAs(models, known(models, named, workspace), workspace);
  const demo = models.demo();
  if (demo) return { client: demo };
  const last = conversation.lastProfile;
  const profile = (last === undefined ? undefined : models.find(last, workspace)) ?? models.selected(workspace)[0];
  if (profile) return answeringAs(models, profile, workspace);
  const problem = models.problem?.(workspace);
  throw new AppError('UNAVAILABLE', problem ?? 'No model is connected', {
    advice: problem === undefined ? 'Connect a model in Settings, or try the demo' : 'Fix it in Settings',
  });
}

/** The session's first profile, which does its background work; those that cannot be used are passed over. */
export function primaryOf(
  models: ModelsPort,
  { conversation, workspace }: AnsweringSession,
): AnsweringModel | undefined {
  const modes = (conversation.modes ?? []).flatMap((name) => models.find(name, workspace) ?? []);
  const profile = [...modes, ...models.selected(workspace)].find(({ problem }) => problem === undefined);
  const client = profile && models.clientFor(profile.name, workspace);
  return profile && client && { profile, client };
}

function known(models: ModelsPort, name: string, workspace: string): ChatProfile {
  const profile = models.find(name, workspace);
  if (profile) return profile;
  throw new AppError('NOT_FOUND', `There is no profile ${name}`, { where: name, advice: 'Choose another mode' });
}

function answeringAs(models: ModelsPort, profile: ChatProfile, workspace: string): AnsweringModel {
  const { name, problem } = profile;
  const advice = 'Fix it in Settings, or choose another mode';
  if (problem !== undefined) throw new AppError('UNAVAILABLE', problem, { where: name, advice });
  const client = models.clientFor(name, workspace);
  if (client) return { profile, client, profileNow: () => models.find(name, workspace) ?? profile };
  throw new AppError('UNAVAILABLE', `Profile ${name} cannot be used`, { where: name, advice });
}
