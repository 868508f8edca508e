import type { ToolScope, ToolSource } from '#tools';
import { type AttachedCall, callAttached, type JudgeCall } from './call-attached.ts';
import { ProviderHost } from './host.ts';
import type { ProvidersOptions } from './ports.ts';
import { providersStatusText } from './provider-view.ts';
import { providersRouter } from './router.ts';

export type ProvidersFeature = Awaited<ReturnType<typeof createProviders>>;

/** The provider host, with what is remembered of the first workspace. */
export async function createProviders(options: ProvidersOptions) {
  const host = new ProviderHost(options);
  const { registry } = host;
  const tools: ToolSource = { isForeign: true, tools: (scope) => (scope ? registry.toolsOf(scope) : []) };
  await host.recall(options.firstWorkspace());
  return {
    router: providersRouter(host),
    tools,
    list: registry.list,
    recall: host.recall.bind(host),
    attach: host.attach.bind(host),
    kill: host.kill.bind(host),
    endSession: host.endSession.bind(host),
    callAttached: (call: AttachedCall, by: { readonly judge: JudgeCall; readonly signal: AbortSignal }) =>
      callAttached(registry, call, { ...by, sessionFor: options.sessionFor, watch: options.watch }),
    /** Text that the built-in `status` prints. */
    status: (scope: ToolScope): string => providersStatusText(registry.seenBy(scope)),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}
