import { createChat, type ModelsPort } from '#chat';
import type { StartProblem } from '#profiles';
import type { Points } from '#rewind';
import type { AppPorts, ChatFeature } from '../ports.ts';

/** Creates the chat: a session's turns with each of its profiles. */
export function createChatFeature(ports: AppPorts, points: Points): ChatFeature {
  const { config, cleanup, redactor, log, late, ledger, settings, agents, workspaceOf, openWorkspace, firstWorkspace } =
    ports;
  return cleanup.use(
    createChat({
      ledger,
      runner: ports.runner,
      ask: ports.ask,
      models: modelsOf(ports),
      isBusy: (session) => late.shell.get().isRunning(session),
      onRemoving: async (session) => {
        await ports.providers.endSession(session);
        late.shell.get().forget(session);
      },
      place: (session) => late.shell.get().place(session),
      mentions: (session, text) => late.shell.get().mentions(session, text),
      // The limits of whoever's command it was are raised.
      raiseLimit: (raise) => late.adapter.get().raise(raise) ?? ports.raiseLimit(raise),
      onTurnEnding: (turn) => points.after(turn),
      renderPrompt: async (prompt, session) => {
        const workspace = await workspaceOf(session);
        const isFirst = workspace === firstWorkspace();
        return await late.prompts.get().renderForModel(isFirst ? prompt : { ...prompt, workspace });
      },
      maxRounds: () => settings.current().limits.rounds,
      prices: () => Object.entries(settings.current().chat.prices).map(([model, price]) => ({ model, ...price })),
      spendingCap: () => settings.current().chat.spending_cap,
      permission: () => settings.current().approvals.mode,
      workspaceOf,
      openWorkspace,
      agentOf: async (session) => await agents.agentOf(await workspaceOf(session), session),
      redactor,
      appVersion: config.version,
      log,
    }),
  );
}

function modelsOf({ settings, profiles, clients, aiSockets }: AppPorts): ModelsPort {
  const find = (name: string, workspace: string) => aiSockets.find(name) ?? profiles.find(name, workspace);
  return {
    open: profiles.open,
    find,
    selected: profiles.selected,
    problem: (workspace) => profileProblem(profiles.startProblem(workspace)),
    clientFor: (name, workspace) => {
      const profile = find(name, workspace);
      return profile && clients.clientFor(profile);
    },
    demo: () => (settings.current().model.demo ? clients.demo : undefined),
  };
}

/** Returns what is wrong; having no files at all is no problem, because nobody has chosen a model yet. */
function profileProblem(problem: StartProblem | undefined): string | undefined {
  return problem?.kind === 'no-files' ? undefined : problem?.message;
}
