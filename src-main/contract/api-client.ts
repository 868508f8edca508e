import { type ClientContext, type ClientLink, createORPCClient, type NestedClient } from '@orpc/client';
import type { Api } from './index.ts';

/**
 * Client of the contract over a link. The link has no types of its own, so nothing is there to be checked; comparing the
 * whole contract with what any client can be would take the compiler seconds at each place that makes one.
 */
export function apiClient(link: ClientLink<ClientContext>): Api {
  return createORPCClient<NestedClient<ClientContext>>(link) as unknown as Api;
}
