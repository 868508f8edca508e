import type { Readable } from 'node:stream';
import { os } from '#core/servers/procedures';
import type { ToolSource } from '#tools';
import { type FilterPorts, filterKept } from './filter-kept.ts';
import { createFilterTool } from './filter-output-tool.ts';
import { findKeptOutput } from './kept-output.ts';
import { KeptRuns } from './kept-runs.ts';
import type { FilterOutput } from './use-kept.ts';

export interface OutputsOptions extends FilterPorts {
  /** Absolute path of a session's workspace. */
  readonly workspaceOf: (session: string) => Promise<string>;
}

export interface FirstBytes {
  readonly text: string;
  /** Size of the whole output, in bytes. */
  readonly bytes: number;
  readonly isCut: boolean;
}

/** Creates access to kept outputs in other forms: for the person by `router`, for models by `tools`. */
export function createOutputs(options: OutputsOptions) {
  const { ledger, workspaceOf } = options;
  const closing = new AbortController();
  const tool = createFilterTool(options);
  const tools: ToolSource = { tools: () => [tool] };
  const filter: FilterOutput = (asked) => filterKept(options, asked);
  const kept = { runs: new KeptRuns(), filter };
  const router = os.outputs.router({
    filter: os.outputs.filter.handler(async ({ input: { session, event, filter }, signal }) => {
      const stopped = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
      const asked = { session, id: event, filter, workspace: await workspaceOf(session), signal: stopped };
      const { shown, recorded } = await filterKept(options, asked);
      await (await ledger.session(session)).append('output.filtered', { ...recorded, by: 'person' });
      return shown;
    }),
  });
  return {
    router,
    tools,
    kept,
    /** The first `most` bytes of a kept output; `undefined` if nothing is kept. */
    read: async (session: string, id: string, most: number) => {
      const found = await findKeptOutput(await ledger.session(session), ledger.content, id);
      return found && (await firstBytes(found.open(options.redactor), most));
    },
    /** Filters a kept output as the router's `filter` does, without a record of it. @throws AppError */
    filter: async (session: string, id: string, filter: string) => {
      const asked = { session, id, filter, workspace: await workspaceOf(session), signal: closing.signal };
      return (await filterKept(options, asked)).shown;
    },
    [Symbol.asyncDispose]: async () => closing.abort(new Error('Sigma Shell is closing')),
  };
}

async function firstBytes(output: Readable, most: number): Promise<FirstBytes> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const piece of output as AsyncIterable<Buffer>) {
    if (bytes < most) kept.push(piece.subarray(0, most - bytes));
    bytes += piece.length;
  }
  // A character that was cut in two is left out.
  const text = new TextDecoder().decode(Buffer.concat(kept), { stream: true });
  return { text, bytes, isCut: bytes > most };
}
