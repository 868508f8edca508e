import { count, flag, integer, optionalFlag, optionalText, text } from './schema/plain-schemas.ts';
import { procedure, stream, Timestamp, WorkspacePath } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

/** A messenger service that the app itself can join to a workspace's session. */
export const ChannelKind = z.enum(['telegram', 'feishu']);
export type ChannelKind = z.infer<typeof ChannelKind>;

const PersonId = text
  .max(200)
  .regex(/^[\w:.-]+$/, "a person is named by the service's own id: letters, digits and - _ . :");
const people = z.array(PersonId).max(1000);
const address = z.url({ protocol: /^https?$/ }).max(2000);

export const ChannelSettings = z.object({
  kind: ChannelKind,
  /** People who may write, by the service's own ids; empty: no one. */
  allowed: people,
  /** People who may answer questions, by the same ids; empty: no one. */
  approvers: people,
  /** Identifier of a Feishu app; its secret is in the keychain, as a Telegram bot's token is. */
  appId: text.max(200).optional(),
  /** Another address of the service. */
  apiRoot: address.optional(),
  proxy: address.optional(),
  /** Shows answers as they grow. */
  streams: flag,
});
export type ChannelSettings = z.infer<typeof ChannelSettings>;

/** A person who wrote and is not on the list. */
export const RefusedStranger = z.object({
  person: text,
  name: optionalText,
  messages: integer.positive(),
  lastAt: Timestamp,
});
export type RefusedStranger = z.infer<typeof RefusedStranger>;

export const ManagedChannel = ChannelSettings.extend({
  id: text,
  workspace: WorkspacePath,
  /** Whether it should run, and starts with the app. */
  isOn: flag,
  /** Its token is forgotten with this run: no keychain took it. */
  isTokenForRun: optionalFlag,
  state: z.enum(['off', 'starting', 'on', 'retrying', 'failed']),
  /** Name of our account at the service. */
  account: optionalText,
  /** Reason why it does not work, or not yet. */
  problem: optionalText,
  /** Messages of strangers since the app started, and the newest of them. */
  refused: count,
  strangers: z.array(RefusedStranger),
});
export type ManagedChannel = z.infer<typeof ManagedChannel>;

const one = procedure.input(z.object({ id: text }));
const token = text.trim().min(1, 'a token is not empty').max(1000);

export const channelsContract = {
  /** Streams the channels of all workspaces. */
  changed: stream(z.array(ManagedChannel)),
  /**
   * Adds a channel, which is off at first. Fails with INVALID_INPUT; `isKept` is false if the keychain could not keep
   * the token beyond this run.
   */
  add: procedure
    .input(ChannelSettings.extend({ workspace: WorkspacePath, token }))
    .output(z.object({ id: text, isKept: flag })),
  /** Takes effect at once; without a token the old one stays. Fails with NOT_FOUND, INVALID_INPUT. */
  edit: procedure
    .input(ChannelSettings.omit({ kind: true }).extend({ id: text, token: token.optional() }))
    .output(z.void()),
  /** Ends it and forgets it, with its token. Fails with NOT_FOUND. */
  remove: one.output(z.void()),
  /** Fails with NOT_FOUND; what the service says against it is told by its state. */
  start: one.output(z.void()),
  /** Resolves when it has ended. Fails with NOT_FOUND. */
  stop: one.output(z.void()),
  /** Sends a test to everybody on the list. Fails with NOT_FOUND, INVALID_INPUT for an empty list, UNAVAILABLE with what the service says. */
  test: one.output(z.object({ sent: count })),
};
