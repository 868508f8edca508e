import type { BranchesFeature } from '#branches';
import type { ProvidersPort } from '#console';
import type { ProvidersFeature } from '#providers';
import type { RetentionFeature } from '#retention';
import type { SchedulesFeature } from '#schedules';
import type { SocketsFeature } from '#sockets';
import { createAdapterFeature } from './create-adapter.ts';
import { type BranchesFeatureOptions, createBranchesFeature } from './create-branches.ts';
import { createChannelsFeature } from './create-channels.ts';
import { createConversations } from './create-conversations.ts';
import { createEffects } from './create-effects.ts';
import { createFoundations } from './create-foundations.ts';
import { createModels, type Models } from './create-models.ts';
import { createPromptsFeature } from './create-prompts.ts';
import { createRetentionFeature } from './create-retention.ts';
import { createPoints, createRewindFeature } from './create-rewind.ts';
import { createSchedulesFeature } from './create-schedules.ts';
import { createServed } from './create-served.ts';
import { createSocketsFeature } from './create-sockets.ts';
import type { FeatureOptions } from './feature-options.ts';
import { pointPacker } from './pack-point.ts';
import type { WorkspaceLookup } from './session-workspaces.ts';
import { type AttendanceLookup, askWithAttendance, policyWithAttendance } from './unattended.ts';

type Foundations = Awaited<ReturnType<typeof createFoundations>>;
type Effects = Awaited<ReturnType<typeof createEffects>>;
type ServedFeatures = Awaited<ReturnType<typeof createServed>>;
type Conversations = ReturnType<typeof createConversations>;

/** Named, because the inferred type is too long to be written to a declaration file. */
export interface Features
  extends Models,
    Pick<Foundations, 'settings' | 'activity' | 'terminals' | 'guard'>,
    Pick<Effects, 'approvals' | 'rules' | 'outputs' | 'files'>,
    Pick<ServedFeatures, 'providers' | 'mcp' | 'agents' | 'images'>,
    Conversations {
  readonly adapter: ReturnType<typeof createAdapterFeature>;
  readonly prompts: ReturnType<typeof createPromptsFeature>;
  readonly schedules: SchedulesFeature;
  readonly channels: ReturnType<typeof createChannelsFeature>;
  readonly sockets: SocketsFeature;
  readonly rewind: ReturnType<typeof createRewindFeature>;
  readonly branches: BranchesFeature;
  readonly retention: RetentionFeature;
}

/** Makes every feature with the ports it asks for; what starts last is ended first. */
export async function createFeatures(options: FeatureOptions): Promise<Features> {
  const { config, cleanup, redactor, appLog, notices, workspaces } = options;
  const { log } = appLog;
  const foundations = await createFoundations(options);
  const { settings, ledger, places, activity, guard, terminals } = foundations;
  const attendanceOf: AttendanceLookup = (id) => conversations.chat.attendanceOf(id);
  const sessionTitle = (id: string): string => conversations.chat.titleOf(id);
  const exported = (session: string) => conversations.shell.exported(session);
  const { files, watch, commands, outputs, sandbox, limiter, raiseLimit, approvals, rules } = await createEffects({
    ...options,
    ...{ foundations, attendanceOf, sessionTitle, exported },
  });
  const models = await createModels({
    ...options,
    log,
    settings,
    folder: config.workspace ?? workspaces.first.path,
    prefersFiles: options.isConsole,
  });
  const policy = policyWithAttendance(rules.policy, attendanceOf);
  const ask = askWithAttendance(approvals.ask, attendanceOf);
  const known = { config, cleanup, redactor, log, ledger, settings, ...places, watch, ask };
  const points = createPoints(known);
  const { agents, images, mcp, providers, runner } = await createServed({
    ...{ options, known, models, guard },
    effects: { commands, outputs, files, sandbox, limiter },
    policy,
    beforeWriting: (call) => points.before(call),
    chat: () => conversations.chat,
    shell: () => conversations.shell,
  });
  const conversations = createConversations({
    ...known,
    profiles: models.profiles,
    ...{ clients: models.clients, aiSockets: models.aiSockets },
    ...{ runner, outputs, agents },
    // Whose command it was decides whose limits are raised.
    raiseLimit: (raise) => adapter.raise(raise) ?? raiseLimit(raise),
    onTurnEnding: (turn) => points.after(turn),
    renderPrompt: (prompt) => prompts.renderForModel(prompt),
    providers: forShell(providers, places),
    endProviders: providers.endSession,
    ...{ startBlock: terminals.startBlock, rewind: () => rewind, branches: () => doors.branches },
    packPoint: pointPacker({ ledger, dataFolder: config.dataFolder, images, log }),
  });
  const { chat, shell } = conversations;
  const rewind = createRewindFeature({ ...known, files, conversations: chat });
  const adapter = createAdapterFeature({ ...known, notices, classify: rules.classify, sandbox, held: files });
  const prompts = createPromptsFeature({
    ...{ ...known, ...models, providers },
    judgeCall: (tool, plan, workspace) => rules.judge({ plan, tool, workspace }, 'ask'),
    chat: () => chat,
  });
  const doors = createDoors({
    ...{ ...known, notices, agents, approvals, chat, files, runner, policy },
    ...{ ...models, waiting: approvals.waiting, guard: guard.guard },
  });
  const { sockets, schedules, channels, branches } = doors;
  const retention = createRetentionFeature({ ...known, workspaces, images, chat, branches });
  await mcp.listen();
  await agents.start();
  // In the background, since what was recorded is read first: messages of runs that were cut short are taken back before others are sent.
  void Promise.allSettled([schedules.start(), branches.start()]).then(() => chat.resume());
  void sockets.begin().finally(() => channels.start());
  const ofTrust = { approvals, rules, guard, outputs, files };
  const served = { rewind, providers, mcp, agents, images, adapter, prompts, retention, ...doors };
  return { settings, activity, terminals, ...ofTrust, ...models, ...served, chat, shell };
}

type DoorsOptions = Parameters<typeof createSocketsFeature>[0] &
  Omit<Parameters<typeof createSchedulesFeature>[0], 'door' | 'summaries' | 'branches'> &
  Omit<Parameters<typeof createChannelsFeature>[0], 'socketOf' | 'attend'> &
  BranchesFeatureOptions;

/** Creates the features that start turns through the door of the chat, like the page and the console. */
function createDoors(options: DoorsOptions) {
  const { chat } = options;
  const sockets = createSocketsFeature(options);
  const schedules = createSchedulesFeature({
    ...options,
    ...{ door: chat, summaries: chat.summaries, branches: () => branches },
  });
  const channels = createChannelsFeature({
    ...options,
    ...{ socketOf: sockets.socketOf, attend: sockets.nameApprovers },
  });
  const branches = createBranchesFeature(options);
  return { sockets, schedules, channels, branches };
}

/** Providers as the built-ins of Shell mode use them. */
function forShell(providers: ProvidersFeature, { workspaceOf }: Pick<WorkspaceLookup, 'workspaceOf'>): ProvidersPort {
  const scopeOf = async (session: string) => ({ session, workspace: await workspaceOf(session) });
  return {
    attach: async (spec, context) => {
      const { pid, title, tools } = await providers.attach(spec, { ...context, ...(await scopeOf(context.session)) });
      return { pid, title, tools: tools.map(({ name }) => name) };
    },
    kill: async (pid, session) => providers.kill(pid, await scopeOf(session)),
    status: async (session) => providers.status(await scopeOf(session)),
  };
}
