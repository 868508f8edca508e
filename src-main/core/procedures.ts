import { type ImplementerInternalWithMiddlewares, implement, ORPCError, type Router } from '@orpc/server';
import { contract } from '#contract';
import { AppError, messageOf } from './app-error.ts';

/** Receives what no one expected: the bug is logged where it happened, the other side learns only that there was one. */
export type ReportBug = (error: unknown, procedure: string) => void;

/** What every procedure runs with. */
export interface ProcedureContext {
  readonly reportBug: ReportBug;
}

const implementation = implement(contract)
  .$context<ProcedureContext>()
  .use(async ({ next, context, path }) => {
    try {
      return await next();
    } catch (error) {
      throw toWireError(error, (bug) => context.reportBug(bug, path.join('.')));
    }
  });

/**
 * Implements the contract: `os.terminals.open.handler(…)`, `os.terminals.router({…})`.
 * An `AppError` becomes the typed error of its code; input that does not fit never reaches a handler.
 * The type is named because the inferred one is too long to be written to a declaration file.
 */
export const os: ImplementerInternalWithMiddlewares<typeof contract, ProcedureContext, ProcedureContext> =
  implementation;

/** The whole contract, implemented. */
export type ApiRouter = Router<typeof contract, ProcedureContext>;

function toWireError(error: unknown, report: (bug: unknown) => void): unknown {
  if (error instanceof AppError) {
    return new ORPCError(error.code, { defined: true, message: error.message, data: error.detail });
  }
  if (error instanceof ORPCError && error.code !== 'INTERNAL_SERVER_ERROR') return error;
  report(error);
  return new ORPCError('INTERNAL_SERVER_ERROR', {
    message: 'Something went wrong inside Sigma Shell; the app log says what',
    cause: messageOf(error),
  });
}
