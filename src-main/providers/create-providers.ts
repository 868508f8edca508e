import type { ToolSource } from '#tools';
import { type AttachedCall, callAttached, type JudgeCall } from './call-attached.ts';
import { ProviderHost } from './host.ts';
import type { ProvidersOptions } from './ports.ts';
import { statusText } from './provider-view.ts';
import { providersRouter } from './router.ts';

export type ProvidersFeature = Awaited<ReturnType<typeof createProviders>>;

/** The provider host, with what the workspace remembers. */
export async function createProviders(options: ProvidersOptions) {
  const host = new ProviderHost(options);
  const { registry } = host;
  const tools: ToolSource = { isForeign: true, tools: (session) => registry.toolsOf(session) };
  await host.recall();
  return {
    router: providersRouter(host),
    tools,
    list: registry.list,
    attach: host.attach.bind(host),
    kill: host.kill.bind(host),
    endSession: host.endSession.bind(host),
    callAttached: (call: AttachedCall, by: { readonly judge: JudgeCall; readonly signal: AbortSignal }) =>
      callAttached(registry, call, by),
    /** What the built-in `status` prints. */
    status: (session: string): string => statusText(registry.seenBy(session)),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}
