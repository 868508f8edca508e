import { type AnyRouter, createRouterClient } from '@orpc/server';
import type { Api } from '#contract';
import type { ApiRouter, ReportBug } from './procedures.ts';

/** Router of the contract in this process, with who is told of its bugs. */
export interface ServedContract {
  readonly router: ApiRouter;
  readonly reportBug: ReportBug;
}

/**
 * Client of a contract that is served in this process. `ApiRouter` and `Api` are made of the same contract, so nothing is
 * there to be checked; comparing them anew would take the compiler seconds at each place that asks for one.
 */
export function localClient({ router, reportBug }: ServedContract): Api {
  return createRouterClient(router as unknown as AnyRouter, { context: { reportBug } }) as unknown as Api;
}
