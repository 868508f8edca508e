import type { PermissionMode } from '#contract';
import { KeyedMutex } from '#core/async/mutex';
import { sha256 } from '#core/text/sha256';
import { type Ledger, newSessionId, type SessionLedger } from '#ledger';
import type { McpSession } from '#mcp';
import type { ProviderSession } from '#providers';

interface ForeignSessionsOptions {
  readonly ledger: Ledger;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  readonly version: string;
}

/** A session of its own for a program that calls our tools; it may do without asking what other new sessions may. */
export async function mcpSession(
  known: ForeignSessionsOptions,
  title: string,
  mode: PermissionMode = 'ask',
): Promise<McpSession> {
  const session = await openedAs(newSessionId(Date.now()), title, known);
  if (mode !== 'ask') await session.ledger.append('session.permission', { mode });
  return session;
}

/** A session of its own for a client of the Shell Adapter. */
export async function adapterSession(known: ForeignSessionsOptions, id: string, title: string) {
  return await openedAs(id, title, known);
}

/**
 * Opens the session that records what a workspace's providers do without a session's request; the same one at every
 * start.
 */
export async function providerSession(known: ForeignSessionsOptions): Promise<ProviderSession> {
  return await openedAs(await ownId('providers', known), 'Providers', known);
}

/** Opens the session that records changes of rules, in the app or in this workspace; the same one at every start. */
export async function rulesSession(known: ForeignSessionsOptions): Promise<Pick<McpSession, 'ledger'>> {
  return await openedAs(await ownId('rules', known), 'Rules', known);
}

/**
 * Opens the session that records what an agent workspace does without a session's request; the same one at every start.
 */
export async function workspacesSession(
  known: ForeignSessionsOptions,
): Promise<McpSession & { readonly ledger: SessionLedger }> {
  return await openedAs(await ownId('workspace', known), 'Workspace', known);
}

/** Opens the session that records requests to models through the REST API of prompts; the same one at every start. */
export async function restSession(known: ForeignSessionsOptions): Promise<Pick<McpSession, 'ledger'>> {
  return await openedAs(await ownId('rest', known), 'REST API', known);
}

async function ownId(of: string, { workspace, ledger }: ForeignSessionsOptions): Promise<string> {
  const name = `${of}-${sha256(workspace).slice(0, 8)}`;
  const deleted = new Set((await ledger.trash()).map(({ id }) => id));
  let id = name;
  for (let count = 2; deleted.has(id); count++) id = `${name}-${count}`;
  return id;
}

/** Openings of each record, one at a time: of several at once each would find it empty and begin it. */
const openings = new KeyedMutex();

function openedAs(
  session: string,
  title: string,
  known: ForeignSessionsOptions,
): Promise<McpSession & { readonly ledger: SessionLedger }> {
  return openings.run(session, () => openOrBegin(session, title, known));
}

async function openOrBegin(
  session: string,
  title: string,
  { ledger, workspace, version }: ForeignSessionsOptions,
): Promise<McpSession & { readonly ledger: SessionLedger }> {
  const events = await ledger.session(session);
  const known = { session, title, workspace, cwd: workspace, ledger: events };
  for await (const { id: cause } of events.read()) return { ...known, cause };
  const { id: cause } = await events.append('session.created', { title, workspace, app: version, kind: 'record' });
  return { ...known, cause };
}
