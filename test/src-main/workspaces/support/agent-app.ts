import { join } from 'node:path';
import type { AgentDetail, Decision, Question, WorkspaceTemplate } from '#contract';
import { type PhiEngineOptions, phiEngine } from '../../../support/phi-engine.ts';
import type { Script } from '../../../support/scripted-model-server.ts';

export const DONE = { text: 'Done' };
export const calls = (...all: [string, unknown][]): Script => ({
  calls: all.map(([tool, args]) => ({ tool, arguments: args })),
});

export interface AgentAppOptions extends Pick<PhiEngineOptions, 'start' | 'global' | 'settings'> {
  readonly template?: WorkspaceTemplate;
  readonly isTrusted?: boolean;
  readonly network?: boolean;
  /** Answers each question. */
  readonly verdict?: 'allow' | 'refuse';
  readonly answer?: (question: Question) => Decision | undefined;
  /** Changes the folder before it is trusted. */
  readonly prepare?: (path: string) => Promise<void>;
}

/** The app with a workspace of the template, opened and, unless told otherwise, trusted. */
export async function agentApp(options: AgentAppOptions = {}) {
  const { template = 'assistant', isTrusted = true, network = false, verdict = 'allow', prepare, ...engine } = options;
  const phi = await phiEngine({ hasNodePackages: true, answer: () => ({ verdict }), ...engine });
  const path = join(phi.home.home, 'agent');
  const { path: real } = await phi.api.workspaces.create({ path, template });
  await prepare?.(real);
  const detail = async (isSo: (detail: AgentDetail) => boolean = () => true): Promise<AgentDetail> => {
    const signal = AbortSignal.timeout(30_000);
    let last: AgentDetail | undefined;
    for await (const one of await phi.api.workspaces.detail({ path: real }, { signal })) {
      if (isSo(one)) return one;
      last = one;
    }
    throw new Error(`It never came to that: ${JSON.stringify(last)}`);
  };
  const trust = async () => {
    const { hash } = await phi.api.workspaces.review({ path: real });
    await phi.api.workspaces.trust({ path: real, hash, network });
    return await detail(({ state, pids }) => state === 'ready' && pids.length > 0);
  };
  if (isTrusted) await trust();
  const { id: session } = await phi.api.sessions.create({ workspace: real });
  return { phi, path: real, session, detail, trust, [Symbol.asyncDispose]: () => phi[Symbol.asyncDispose]() };
}

export type AgentApp = Awaited<ReturnType<typeof agentApp>>;

/** Messages last sent to the model. */
export function lastMessages({ phi }: AgentApp): readonly { role: string; content: string }[] {
  return (phi.model.completions.at(-1)?.body as { messages: [] } | undefined)?.messages ?? [];
}
