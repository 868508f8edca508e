import { randomUUID } from 'node:crypto';
import { AppError } from '#core/app-error';
import { streamOf } from '#core/async/streams';
import { os } from '#core/servers/procedures';
import { keyNames } from './given-environment.ts';
import type { ProviderHost } from './host.ts';
import type { ProvidersOptions } from './ports.ts';
import type { Provider } from './provider.ts';

/** The view Providers. */
export function providersRouter(host: ProviderHost) {
  const { options, registry } = host;
  const { words, newPackage, openWorkspace, environment } = options;
  const saveIf = async (provider: Provider) => {
    provider.touch();
    if (provider.isRemembered) await host.save(provider.start.workspace, provider);
  };
  return os.providers.router({
    changed: os.providers.changed.handler(({ signal }) => registry.list.stream(signal)),
    remembered: os.providers.remembered.handler(async ({ input }) =>
      host.remembered(await openWorkspace(input.workspace)),
    ),
    attach: os.providers.attach.handler(async ({ input: { spec, cwd, workspace: folder, remember }, signal }) => {
      const workspace = await openWorkspace(folder);
      return await host.attach(spec, { workspace, cwd: cwd ?? workspace, environment, remember, signal });
    }),
    keys: os.providers.keys.handler(() => keyNames(environment)),
    words: os.providers.words.handler(({ input }) => [...words(input.line)]),
    progress: os.providers.progress.handler(({ signal }) => streamOf(host.progress.subscribe, signal)),
    kill: os.providers.kill.handler(async ({ input }) => {
      await registry.find(input.id).end();
    }),
    restart: os.providers.restart.handler(async ({ input }) => {
      const provider = registry.find(input.id);
      if (provider.state === 'waiting-for-trust') throw new AppError('DENIED', 'Its workspace is not trusted yet');
      await provider.end();
      await provider.open();
    }),
    forget: os.providers.forget.handler(({ input }) => host.forget(registry.find(input.id))),
    approveTools: os.providers.approveTools.handler(async ({ input }) => {
      const provider = registry.find(input.id);
      provider.approve(input.hash);
      await saveIf(provider);
    }),
    trust: os.providers.trust.handler(async ({ input }) => {
      await host.trust(registry.find(input.id).start.workspace);
    }),
    offer: os.providers.offer.handler(async ({ input: { id, tool, on } }) => {
      const provider = registry.find(id);
      if (on) provider.withheld.delete(tool);
      else provider.withheld.add(tool);
      await saveIf(provider);
    }),
    setCallTimeout: os.providers.setCallTimeout.handler(async ({ input: { id, ms } }) => {
      const provider = registry.find(id);
      provider.callTimeoutMs = ms;
      await saveIf(provider);
    }),
    stderr: os.providers.stderr.handler(({ input, signal }) => registry.find(input.id).stderr.live.stream(signal)),
    calls: os.providers.calls.handler(({ input, signal }) => registry.find(input.id).calls.live.stream(signal)),
    tryTool: os.providers.tryTool.handler(({ input: { id, tool, arguments: args }, signal }) =>
      tryProviderTool(options, registry.find(id), { tool, arguments: args }, signal),
    ),
    newPackage: os.providers.newPackage.handler(({ input }) => newPackage(input.folder, input.name)),
  });
}

/** A call by hand passes the runner like any other: asked about, on the record. */
async function tryProviderTool(
  { runner, sessionFor }: ProvidersOptions,
  provider: Provider,
  call: { readonly tool: string; readonly arguments: string },
  signal: AbortSignal | undefined,
) {
  const { session, title, cwd, ledger } = await sessionFor(provider.start);
  const cause = await provider.attachedEvent;
  if (cause === undefined) throw new AppError('UNAVAILABLE', 'Not tried: the call could not be recorded first');
  const { content, outcome } = await runner().run(
    { callId: `try-${randomUUID()}`, ...call },
    {
      session,
      sessionTitle: title,
      cause,
      workspace: provider.start.workspace,
      cwd,
      ledger,
      signal: signal ?? new AbortController().signal,
      onOutput() {},
    },
  );
  return { content, outcome: outcome === 'skipped' ? ('cancelled' as const) : outcome };
}
