import { type ImplementerInternalWithMiddlewares, implement, ORPCError, type Router } from '@orpc/server';
import { contract } from '#contract';
import { AppError, messageOf } from '../app-error.ts';

/** Receives what no one expected: the bug is logged where it happened, the other side learns only that there was one. */
export type ReportBug = (error: unknown, procedure: string) => void;

/** Context of every procedure. */
export interface ProcedureContext {
  readonly reportBug: ReportBug;
}

const implementation = implement(contract)
  .$context<ProcedureContext>()
  .use(async ({ next, context, path, signal }) => {
    const failure = (error: unknown) => toWireError(error, (bug) => context.reportBug(bug, path.join('.')));
    try {
      const result = await next();
      // The reader has left: nobody is told any more, and what was cut short is no bug.
      const inStream = (error: unknown) => (signal?.aborted ? error : failure(error));
      return isStream(result.output) ? { ...result, output: failingWith(result.output, inStream) } : result;
    } catch (error) {
      throw failure(error);
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

function isStream(output: unknown): output is AsyncGenerator<unknown> {
  return typeof output === 'object' && output !== null && 'next' in output && Symbol.asyncIterator in output;
}

/** A stream may fail long after its procedure has answered, and then says what failed as a procedure does. */
function failingWith<T>(stream: AsyncGenerator<T>, failure: (error: unknown) => unknown): AsyncIterableIterator<T> {
  const told = (error: unknown): never => {
    throw failure(error);
  };
  return {
    next: () => stream.next().catch(told),
    return: () => stream.return(undefined).catch(told),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

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
