/** Definitions that both sides of the wire share: procedures, streams, errors and the values they carry. */
import type { ContractRouterClient } from '@orpc/contract';
import { activityContract } from './activity.ts';
import { adapterContract } from './adapter.ts';
import { appContract } from './app.ts';
import { branchesContract } from './branches.ts';
import { changeTurnsContract } from './change-turns.ts';
import { changesContract } from './changes.ts';
import { channelsContract } from './channels.ts';
import { consoleContract } from './console.ts';
import { guardContract } from './guard.ts';
import { keychainContract } from './keychain.ts';
import { mcpContract } from './mcp.ts';
import { outputsContract } from './outputs.ts';
import { profilesContract } from './profiles.ts';
import { promptsContract } from './prompts/prompts.ts';
import { providersContract } from './providers.ts';
import { retentionContract } from './retention.ts';
import { rewindContract } from './rewind.ts';
import { approvalsContract } from './rules/approvals.ts';
import { rulesContract } from './rules/rules.ts';
import { schedulesContract } from './schedules.ts';
import { sessionsContract } from './sessions.ts';
import { settingsContract } from './settings/settings.ts';
import { socketsContract } from './sockets.ts';
import { terminalsContract } from './terminals.ts';
import { workspaceImagesContract } from './workspaces/workspace-images.ts';
import { workspacesContract } from './workspaces/workspaces.ts';

export * from './activity.ts';
export * from './adapter.ts';
export * from './app.ts';
export * from './box.ts';
export * from './branches.ts';
export * from './change-turns.ts';
export * from './changes.ts';
export * from './channels.ts';
export * from './connection.ts';
export * from './console.ts';
export * from './conversation.ts';
export type { ErrorCode } from './error-codes.ts';
export * from './events/branch-events.ts';
export * from './events/ledger-events.ts';
export * from './events/ledger-values.ts';
export * from './events/record-cut.ts';
export * from './events/retention-events.ts';
export * from './events/rewind-events.ts';
export * from './guard.ts';
export * from './images.ts';
export * from './keychain.ts';
export * from './ledger.ts';
export * from './limits.ts';
export * from './mcp.ts';
export * from './message-limits.ts';
export * from './outputs.ts';
export * from './price.ts';
export * from './profiles.ts';
export * from './prompts/prompt-records.ts';
export * from './prompts/prompt-render.ts';
export * from './prompts/prompt-values.ts';
export * from './prompts/prompts.ts';
export * from './providers.ts';
export * from './retention.ts';
export * from './rewind.ts';
export * from './rules/approvals.ts';
export * from './rules/rule-subject.ts';
export * from './rules/rule-trials.ts';
export * from './rules/rules.ts';
export * from './rules/word-pattern.ts';
export * from './schedules.ts';
export * from './schema/procedure.ts';
export * from './sessions.ts';
export * from './settings/prompt-defaults.ts';
export * from './settings/prompt-settings.ts';
export * from './settings/settings.ts';
export * from './sockets.ts';
export * from './terminals.ts';
export * from './turn-progress.ts';
export * from './workspaces/workspace-images.ts';
export * from './workspaces/workspace-review.ts';
export * from './workspaces/workspaces.ts';

/** Every part of the contract by name. Named, since what TypeScript would infer is too long to be written to a declaration file. */
export type Contract = {
  readonly app: typeof appContract;
  readonly terminals: typeof terminalsContract;
  readonly sessions: typeof sessionsContract;
  readonly approvals: typeof approvalsContract;
  readonly changes: typeof changesContract & typeof changeTurnsContract;
  readonly activity: typeof activityContract;
  readonly settings: typeof settingsContract;
  readonly profiles: typeof profilesContract;
  readonly keychain: typeof keychainContract;
  readonly console: typeof consoleContract;
  readonly providers: typeof providersContract;
  readonly mcp: typeof mcpContract;
  readonly rewind: typeof rewindContract;
  readonly rules: typeof rulesContract;
  readonly outputs: typeof outputsContract;
  readonly guard: typeof guardContract;
  readonly adapter: typeof adapterContract;
  readonly prompts: typeof promptsContract;
  readonly workspaces: typeof workspacesContract;
  readonly workspaceImages: typeof workspaceImagesContract;
  readonly schedules: typeof schedulesContract;
  readonly channels: typeof channelsContract;
  readonly sockets: typeof socketsContract;
  readonly branches: typeof branchesContract;
  readonly retention: typeof retentionContract;
};

export const contract: Contract = {
  app: appContract,
  terminals: terminalsContract,
  sessions: sessionsContract,
  approvals: approvalsContract,
  changes: { ...changesContract, ...changeTurnsContract },
  activity: activityContract,
  settings: settingsContract,
  profiles: profilesContract,
  keychain: keychainContract,
  console: consoleContract,
  providers: providersContract,
  mcp: mcpContract,
  rewind: rewindContract,
  rules: rulesContract,
  outputs: outputsContract,
  guard: guardContract,
  adapter: adapterContract,
  prompts: promptsContract,
  workspaces: workspacesContract,
  workspaceImages: workspaceImagesContract,
  schedules: schedulesContract,
  channels: channelsContract,
  sockets: socketsContract,
  branches: branchesContract,
  retention: retentionContract,
};

/** The client that the renderer holds; over IPC or a WebSocket, it cannot tell. */
export interface Api extends ContractRouterClient<Contract> {}
