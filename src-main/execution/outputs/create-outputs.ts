import { os } from '#core/procedures';
import type { ToolSource } from '#tools';
import { type FilterPorts, filterKept } from './filter-kept.ts';
import { createFilterTool } from './filter-output-tool.ts';
import { KeptRuns } from './kept-runs.ts';
import type { FilterOutput } from './use-kept.ts';

export interface OutputsOptions extends FilterPorts {
  /** Absolute path of a session's workspace. */
  readonly workspaceOf: (session: string) => Promise<string>;
}

/** Outputs that are kept, for whoever wants to see them in another way: the person by `router`, models by `tools`. */
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
  return { router, tools, kept, [Symbol.asyncDispose]: async () => closing.abort(new Error('Sigma Shell is ending')) };
}
