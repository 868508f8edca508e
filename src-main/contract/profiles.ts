import { Connection, ConnectionTest, ProfileProtocol } from './connection.ts';
import { PRESET_NAMES } from './profile-presets.ts';
import { flag, integer, optionalFlag, optionalInteger, optionalText, text, texts } from './schema/plain-schemas.ts';
import { procedure, stream, WorkspacePath } from './schema/procedure.ts';
import * as z from './schema/zod.ts';
import { SettingsProblem } from './settings/settings.ts';

/** Configuration file that a profile comes from; `environment` is the one made of `SIGMA_*` variables. */
export const ProfileScope = z.enum(['global', 'local', 'environment']);
export type ProfileScope = z.infer<typeof ProfileScope>;

export const ProfilePreset = z.enum(PRESET_NAMES);
export type ProfilePreset = z.infer<typeof ProfilePreset>;

/** A profile as it will be used: preset and defaults filled in. Never its key. */
export const ProfileView = z.object({
  name: text,
  baseUrl: text,
  model: text,
  /** Requests at once, over the whole app. */
  concurrency: integer,
  /** Tokens of history from which it is compacted. */
  context: integer,
  /** Source of the context size: `server` reported what the model accepts, `model` is known for models of this name. */
  contextFrom: z.enum(['file', 'preset', 'server', 'model', 'default']),
  /** Whether the model takes images, as the file says; absent: the server decides. */
  images: optionalFlag,
  prompt: optionalText,
  preset: ProfilePreset.optional(),
  /** Protocol of its server; OpenAI's if absent. */
  protocol: ProfileProtocol.optional(),
  scope: ProfileScope,
  /**
   * Where the key comes from; `none`: the server needs none; `withheld`: there is one, but not for this server until its
   * folder is trusted (docs/decisions/008-profiles-and-keys.md); `elsewhere`: the kept one was entered for another
   * server.
   */
  key: z.enum(['none', 'profile', 'environment', 'keychain', 'typed', 'missing', 'withheld', 'elsewhere']),
  isDefault: flag,
  /** Whether it is among the modes of a new session. */
  isSelected: flag,
  /** Reason why it cannot be used: field and reason. */
  problem: optionalText,
});
export type ProfileView = z.infer<typeof ProfileView>;

export const ProfileFile = z.object({
  path: text,
  scope: z.enum(['global', 'local']),
  exists: flag,
  /** A local file outside trust gets no stored key for a server of its own. */
  isTrusted: flag,
  /** Keys blanked. */
  yaml: text,
});
export type ProfileFile = z.infer<typeof ProfileFile>;

/** Problem in one of the files. */
export const ProfileProblem = SettingsProblem.extend({ file: text });
export type ProfileProblem = z.infer<typeof ProfileProblem>;

export const ProfilesState = z.object({
  profiles: z.array(ProfileView),
  /** Profiles that a new session starts with, in the order of Tab. */
  selected: texts,
  default: optionalText,
  files: z.array(ProfileFile),
  problems: z.array(ProfileProblem),
  warnings: z.array(ProfileProblem),
  /** Reason why no profile, or not the requested one, can be used: one line that says what to do. */
  startProblem: optionalText,
  isDemo: flag,
});
export type ProfilesState = z.infer<typeof ProfilesState>;

/** Fields to write to the file; an absent field is removed from it. */
export const ProfileFields = z.object({
  preset: ProfilePreset.optional(),
  protocol: ProfileProtocol.optional(),
  baseUrl: text.max(2000).optional(),
  model: text.max(200).optional(),
  prompt: text.max(1_000_000).optional(),
  concurrency: optionalInteger,
  context: optionalInteger,
  images: optionalFlag,
});
export type ProfileFields = z.infer<typeof ProfileFields>;

/** Request for a key that is wanted before a model can be asked; the person answers, or the request fails. */
export const KeyRequest = z.object({
  id: text,
  profile: text,
  /** The server it will be sent to. */
  origin: text,
  why: text,
  /** The server refused the last one: an empty answer tries that again. */
  isRefused: flag,
  /** Trusting this folder would let a key be used that there is already; the question then goes away by itself. */
  folder: optionalText,
});
export type KeyRequest = z.infer<typeof KeyRequest>;

/** Names the workspace whose local file is meant; the first one if none is named. */
const inWorkspace = z.object({ workspace: WorkspacePath.optional() });
const seenFrom = inWorkspace.optional();

const scope = z.enum(['global', 'local']);
const byName = inWorkspace.extend({
  scope,
  /** Name that its file has; a new one is of letters, digits, dots and dashes. */
  name: text.max(1000),
});

export const profilesContract = {
  /** Streams the profiles as a workspace sees them; the first workspace if none is named. */
  changed: stream(ProfilesState).input(seenFrom),
  /** Writes one profile into a file and keeps the file's comments. Fails with INVALID_INPUT and every problem. */
  save: procedure
    .input(
      byName.extend({
        fields: ProfileFields,
        /** Key to set; if absent, it stays; if empty, the file's own is removed. */
        key: text.max(10_000).optional(),
        /** Storage of the key; by default the file if it has one there, else the keychain. */
        keyIn: z.enum(['keychain', 'session', 'profile']).optional(),
        makeDefault: optionalFlag,
        /** The profile is a new one; fails with INVALID_INPUT if the file has one of that name. */
        isNew: optionalFlag,
      }),
    )
    .output(z.void()),
  remove: procedure.input(byName).output(z.void()),
  setDefault: procedure.input(byName).output(z.void()),
  saveYaml: procedure.input(inWorkspace.extend({ scope, yaml: text.max(1_000_000) })).output(z.void()),
  useDemo: procedure.input(z.object({ on: flag })).output(z.void()),
  trustFolder: procedure.input(z.object({ path: text, trusted: flag })).output(z.void()),
  /** Asks the server for its models and the chosen one for a word. A failing test is an answer, not an error. */
  test: procedure
    .input(Connection.extend({ profile: optionalText, workspace: WorkspacePath.optional() }))
    .output(ConnectionTest),
  localServers: procedure.output(z.array(z.object({ name: text, baseUrl: text, models: texts }))),
  /** Writes a profile for this server into the global file, or changes the one that is there for it, and makes it the default. */
  connect: procedure.input(Connection).output(z.object({ profile: text })),
  setKey: procedure
    .input(
      inWorkspace.extend({
        name: text,
        key: text.min(1).max(10_000),
        where: z.enum(['keychain', 'session', 'profile']),
      }),
    )
    .output(z.object({ kept: z.enum(['keychain', 'file', 'session', 'profile']) })),
  forgetKey: procedure.input(z.object({ name: text })).output(z.void()),
  keyRequests: stream(z.array(KeyRequest).readonly()),
  /** An empty answer after a refused key means: try the old one again. */
  answerKey: procedure.input(z.object({ id: text, key: text.max(10_000) })).output(z.void()),
  /** The request goes on without a key, and so do those of this run after it. */
  continueWithoutKey: procedure.input(z.object({ id: text })).output(z.void()),
  /** The request fails: no key was given. */
  declineKey: procedure.input(z.object({ id: text })).output(z.void()),
};
