/** What both sides of the wire share: procedures, streams, errors and the values they carry. */
import type { ContractRouterClient } from '@orpc/contract';
import { appContract } from './app.ts';
import { approvalsContract } from './approvals.ts';
import { changesContract } from './changes.ts';
import { activityContract } from './ledger.ts';
import { modelContract } from './model.ts';
import { sessionsContract } from './sessions.ts';
import { settingsContract } from './settings.ts';
import { terminalsContract } from './terminals.ts';

export * from './app.ts';
export * from './approvals.ts';
export * from './changes.ts';
export type { ErrorCode } from './error-codes.ts';
export * from './ledger.ts';
export * from './model.ts';
export * from './procedure.ts';
export * from './sessions.ts';
export * from './settings.ts';
export * from './terminals.ts';

export const contract = {
  app: appContract,
  terminals: terminalsContract,
  sessions: sessionsContract,
  approvals: approvalsContract,
  changes: changesContract,
  activity: activityContract,
  model: modelContract,
  settings: settingsContract,
};

/** The client that the renderer holds; over IPC or a WebSocket, it cannot tell. */
export type Api = ContractRouterClient<typeof contract>;
