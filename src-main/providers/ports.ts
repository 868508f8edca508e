import type { LinkSpec } from '#contract';
import type { Subscribe } from '#core/async/emitter';
import type { Logger } from '#core/logger';
import type { SessionLedger } from '#ledger';
import type { CallWatch, OpenLink, QuestionAsker, Runner, ToolScope } from '#tools';

/** Session in which the actions of providers are recorded: one of the person's, or the one of the workspace. */
export interface ProviderSession {
  readonly session: string;
  readonly title: string;
  readonly cwd: string;
  readonly ledger: Pick<SessionLedger, 'append'>;
}

export interface ProviderLimits {
  /** Time limit from start to the ready line, in milliseconds. */
  readonly readyMs: number;
  readonly callMs: number;
  /** Most tools of one provider. */
  readonly maxTools: number;
}

export const DEFAULT_LIMITS: ProviderLimits = { readyMs: 10_000, callMs: 15_000, maxTools: 512 };

/** Keeps what must not lie in a file: the keychain. */
export interface ProviderSecrets {
  read(account: string): Promise<{ readonly secret?: string; readonly problem?: string }>;
  /** `session`: it is forgotten with this run. */
  write(account: string, secret: string): Promise<'kept' | 'session'>;
  remove(account: string): Promise<unknown>;
  /** Whether a secret is held for this run alone. */
  isForRun(account: string): boolean;
  /** Tells that other secrets than before may be readable, or held for the run alone. */
  readonly onChanged: Subscribe<unknown>;
}

export interface ProvidersOptions {
  readonly open: Readonly<Record<LinkSpec['kind'], OpenLink>>;
  /** Names of our own tools, which no provider may take. */
  readonly reservedNames: () => readonly string[];
  /** Absolute path of the YAML file of what is remembered. */
  readonly file: string;
  /** Absolute, symlinks resolved: where what is remembered starts with the app. */
  readonly firstWorkspace: () => string;
  /** The real path of a folder that is then an open workspace; the first one if none is named. Throws AppError. */
  readonly openWorkspace: (path?: string) => Promise<string>;
  /** Environment of what is attached in Providers: the person's own, without our variables. */
  readonly environment: Readonly<Record<string, string>>;
  readonly trust: { has(folder: string): boolean; add(folder: string): Promise<void> };
  readonly secrets: ProviderSecrets;
  readonly ask: QuestionAsker;
  /** Called when a tool is tried; the runner is made after this. */
  readonly runner: () => Pick<Runner, 'run'>;
  /** The record of a session; without one, that of the workspace's providers. */
  readonly sessionFor: (scope: ToolScope) => Promise<ProviderSession>;
  /** Watches what calls of prompts change; those of the runner are watched there. */
  readonly watch?: CallWatch | undefined;
  readonly limits?: () => ProviderLimits;
  /** Learns keys that providers are given, which their output may repeat. */
  readonly onSecret: (secret: string) => void;
  /** A command line in words, by the grammar of Shell mode. @throws AppError INVALID_INPUT */
  readonly words: (line: string) => readonly string[];
  /** Writes a sample package. */
  readonly newPackage: (folder: string, name: string) => Promise<{ readonly path: string }>;
  readonly log: Logger;
}
