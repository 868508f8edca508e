/** The file tools, changes that are proposed as hunks, and what became of them. */
import { dirname } from 'node:path';
import type { Logger } from '#core/logger';
import type { Ledger } from '#ledger';
import type { Tool, ToolSource } from '#tools';
import { ChangeHistory } from './change-history.ts';
import { changesRouter } from './changes-router.ts';
import { createOrUpdateTool } from './create-or-update-tool.ts';
import { deleteTool } from './delete-tool.ts';
import { editFileTool } from './edit-file-tool.ts';
import { Proposals } from './proposals.ts';
import { readFileTool } from './read-file-tool.ts';
import { Turns } from './turns.ts';

export interface FilesOptions {
  readonly ledger: Ledger;
  /** The folder paths are shown relative to, absolute with symlinks resolved. */
  readonly workspace: () => string;
  readonly sessionTitle: (id: string) => string;
  readonly log: Logger;
  /** Files and folders of the app beside the ledger's, such as its settings: no tool may change them. */
  readonly ownFiles?: readonly string[];
  readonly now?: () => number;
}

export function createFiles({ ledger, workspace, sessionTitle, log, ownFiles = [], now = Date.now }: FilesOptions) {
  const proposals = new Proposals();
  const history = new ChangeHistory(ledger, log, now);
  const { content } = ledger;
  const own = [dirname(content.folder), ...ownFiles];
  const services = { content, proposals, ownFiles: own, now, turns: new Turns() };
  const tools: readonly Tool[] = [
    readFileTool(),
    createOrUpdateTool(services),
    editFileTool(services),
    deleteTool(services),
  ];
  return {
    router: changesRouter({ ledger, proposals, history, workspace, sessionTitle }),
    tools: { tools: () => tools } satisfies ToolSource,
    /** What waits as a proposal now; `undefined` once it was answered or withdrawn. */
    revisionOf: (proposal: string): number | undefined => proposals.get(proposal)?.revision,
    [Symbol.asyncDispose]: async () => history[Symbol.dispose](),
  };
}
