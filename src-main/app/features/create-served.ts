import type { Points } from '#rewind';
import { createRunner } from '#tools';
import { outsideAgents, skillReader } from '../agent-tools.ts';
import type { EffectPorts, ModelPorts, ServedPorts } from '../ports.ts';
import { createAgentsFeature } from './create-agents.ts';
import { createImagesFeature } from './create-images.ts';
import { createProviderFeatures } from './create-providers.ts';

/**
 * Creates what serves tools (agent workspaces, providers, MCP, our own) and the runner that every call passes through.
 */
export async function createServed(
  ports: EffectPorts & ModelPorts & { readonly points: Points },
): Promise<ServedPorts> {
  const { cleanup, log, late, notices, guard, commands, outputs, files, policy, ask, watch, points } = ports;
  const own = [commands, outputs.tools, files.tools];
  const ownTools = () => own.flatMap((source) => source.tools()).map(({ name }) => name);
  const agents = createAgentsFeature({ ...ports, ownTools });
  const { mcp, providers } = await createProviderFeatures({ ...ports, ownTools });
  // Ended after the chat, which stops what runs, and before the ledger, on which what was stopped is still recorded.
  const runner = cleanup.use(
    createRunner({
      sources: [
        providers.tools,
        agents.tools,
        ...own.map((source) => outsideAgents(source, agents)),
        skillReader(files.tools, agents),
      ],
      guard: guard.guard,
      knowsAliases: guard.knowsToolAliases,
      policy,
      beforeWriting: (call) => points.before(call),
      ask,
      watch,
      onLeftOut: (why) => notices.add('warning', 'A tool is left out', why),
      log,
    }),
  );
  late.runner.bind(runner);
  return { agents, mcp, providers, runner, images: createImagesFeature(ports, agents) };
}
