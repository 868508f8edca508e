import type { BranchesFeature } from '#branches';
import type { ConsoleFeature } from '#console';
import type { PromptsFeature } from '#prompts/library';
import type { RetentionFeature } from '#retention';
import type { SchedulesFeature } from '#schedules';
import type { SocketsFeature } from '#sockets';
import type { AppPorts, ChatFeature, HostPorts } from '../ports.ts';
import { createAdapterFeature } from './create-adapter.ts';
import { createBranchesFeature } from './create-branches.ts';
import { createChannelsFeature } from './create-channels.ts';
import { createChatFeature } from './create-chat.ts';
import { createEffects } from './create-effects.ts';
import { createFoundations } from './create-foundations.ts';
import { createModels } from './create-models.ts';
import { createPromptsFeature } from './create-prompts.ts';
import { createRetentionFeature } from './create-retention.ts';
import { createPoints, createRewindFeature } from './create-rewind.ts';
import { createSchedulesFeature } from './create-schedules.ts';
import { createServed } from './create-served.ts';
import { createShellFeature } from './create-shell.ts';
import { createSocketsFeature } from './create-sockets.ts';

/** All features of the app. The type is written out, because the inferred one is too long for a declaration file. */
export interface Features extends AppPorts {
  readonly chat: ChatFeature;
  readonly shell: ConsoleFeature;
  readonly rewind: ReturnType<typeof createRewindFeature>;
  readonly adapter: ReturnType<typeof createAdapterFeature>;
  readonly prompts: PromptsFeature;
  readonly sockets: SocketsFeature;
  readonly branches: BranchesFeature;
  readonly schedules: SchedulesFeature;
  readonly channels: ReturnType<typeof createChannelsFeature>;
  readonly retention: RetentionFeature;
}

/**
 * Makes every feature of those above it; what starts last is ended first. What is used by a feature above it is bound to
 * its port in `late`.
 */
export async function createFeatures(host: HostPorts): Promise<Features> {
  const { late } = host;
  const foundations = await createFoundations(host);
  const effects = await createEffects(foundations);
  const models = await createModels(effects);
  const points = createPoints(effects);
  const ports: AppPorts = { ...effects, ...models, ...(await createServed({ ...effects, ...models, points })) };

  const chat = late.chat.bind(createChatFeature(ports, points));
  const shell = late.shell.bind(createShellFeature(ports, chat));
  const rewind = late.rewind.bind(createRewindFeature(ports, chat));
  const adapter = late.adapter.bind(createAdapterFeature(ports));
  const prompts = late.prompts.bind(createPromptsFeature(ports, chat));
  // These start turns through the door of the chat, like the page and the console.
  const sockets = createSocketsFeature(ports, chat);
  const branches = late.branches.bind(createBranchesFeature(ports, chat));
  const schedules = createSchedulesFeature(ports, chat, branches);
  const channels = createChannelsFeature(ports, sockets);
  const retention = createRetentionFeature(ports, chat, branches);

  await ports.mcp.listen();
  await ports.agents.start();
  // In the background, since what was recorded is read first: messages of runs that were cut short are taken back before others are sent.
  void Promise.allSettled([schedules.start(), branches.start()]).then(() => chat.resume());
  void sockets.begin().finally(() => channels.start());
  return { ...ports, chat, shell, rewind, adapter, prompts, sockets, branches, schedules, channels, retention };
}
