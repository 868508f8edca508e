import type { CleanupStack } from '#core/cleanup-stack';
import type { Redactor } from '#core/redact';
import type { OpenEntry } from '#keychain';
import type { StartNode } from '#process/node-program';
import type { Config } from './config.ts';
import type { AppLog } from './logger.ts';
import type { Notices } from './notices.ts';
import type { Workspaces } from './workspaces.ts';

/** Dependencies that any feature may be created with. */
export interface FeatureOptions {
  readonly config: Config;
  readonly cleanup: CleanupStack;
  readonly redactor: Redactor;
  readonly appLog: AppLog;
  readonly notices: Notices;
  readonly workspaces: Workspaces;
  readonly startNode: StartNode;
  readonly openKeychainEntry: OpenEntry | undefined;
  /** `sigma console`: a person's own files say who answers. */
  readonly isConsole: boolean;
}
