import type { ManagedChannel } from '#contract';
import type { ChannelCondition } from '../messenger/run-channel.ts';
import type { Strangers } from '../messenger/strangers.ts';
import type { StoredChannel } from './remembered-channels.ts';

/** Most strangers that are shown. */
const MAX_SHOWN = 20;

export interface ChannelFacts {
  readonly condition: ChannelCondition | undefined;
  readonly strangers: Strangers | undefined;
  /** Its token is forgotten with this run. */
  readonly isTokenForRun: boolean;
}

/** Describes a channel for the page. */
export function managedChannel(stored: StoredChannel, facts: ChannelFacts): ManagedChannel {
  const { conversations: _, ...entry } = stored;
  const { condition = { state: 'off' as const }, strangers, isTokenForRun } = facts;
  const shown = (strangers?.list ?? []).slice(0, MAX_SHOWN);
  return {
    ...entry,
    ...condition,
    ...(isTokenForRun && { isTokenForRun }),
    refused: strangers?.refused ?? 0,
    strangers: shown.map(({ name, ...one }) => ({ ...one, ...(name !== undefined && { name }) })),
  };
}

/** Names who may answer questions of a workspace's conversations, as `channel:person`. */
export function approversIn(channels: readonly StoredChannel[], workspace: string): string[] {
  const own = channels.filter((one) => one.workspace === workspace);
  return [...new Set(own.flatMap(({ kind, approvers }) => approvers.map((person) => `${kind}:${person}`)))];
}
