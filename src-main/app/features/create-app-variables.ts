import { basename } from 'node:path';
import type { LedgerEvent } from '#contract';
import { messageOf } from '#core/app-error';
import type { Subscribe } from '#core/async/emitter';
import type { Logger } from '#core/logger';
import { BackwardRewinds, knownEvent, type Ledger } from '#ledger';
import type { ProfilesFeature } from '#profiles';
import type { AppVariableGroup, AppVariablePorts } from '#prompts/library';
import type { AppPorts, ChatFeature } from '../ports.ts';

/**
 * Collects the app's own data that templates may use: conversations from the ledger, models from the profiles, the
 * workspace.
 */
export function ownFacts(ports: AppPorts, chat: ChatFeature): AppVariablePorts {
  const { config, log, ledger, profiles, firstWorkspace } = ports;
  const newest = async (limit: number) =>
    (await chat.summaries())
      .filter(({ kind }) => kind !== 'record')
      .slice(0, limit)
      .map(({ id, title, updatedAt }) => ({ id, title, at: updatedAt }));
  return {
    chat: {
      sessions: newest,
      messages: async (session, limit) => {
        const said = [];
        for await (const event of newestFirst(ledger, session, log)) {
          const message = messageIn(event);
          if (message && said.push(message) === limit) break;
        }
        return said.reverse();
      },
      completions: async (limit) => await completions(await newest(SESSIONS), limit, { ledger, log }),
    },
    models: async () =>
      profiles.list().map(({ name, model, context }) => ({
        name,
        model,
        contextTokens: context,
        isDefault: name === profiles.defaultName(),
      })),
    modules: () => MODULES.map(([name, description]) => ({ name, description, version: config.version })),
    workspace: () => ({ path: firstWorkspace(), name: basename(firstWorkspace()) }),
    environment: config.commandEnvironment,
    onChanged: changes(ledger, profiles),
    log,
  };
}

/** Sessions that are looked into for the last replies. */
const SESSIONS = 20;

const MODULES = [
  ['chat', 'Conversations: chat:current and chat:sessions'],
  ['completion', 'The last replies of models: completion:history'],
  ['model', 'Models of the profiles: model:list and model:current'],
  ['codebase', 'Files of the workspace: codebase:files, codebase:tree and codebase:current_project'],
  ['modules', 'What publishes variables: modules:list'],
] as const;

async function completions(
  sessions: readonly { readonly id: string }[],
  limit: number,
  { ledger, log }: Pick<AppPorts, 'ledger' | 'log'>,
) {
  const found = [];
  for (const { id: session } of sessions) {
    let ofSession = 0;
    for await (const event of newestFirst(ledger, session, log)) {
      if (event.type !== 'llm.replied' || event.data.purpose !== undefined || event.data.text === '') continue;
      found.push({ model: event.data.model, session, content: event.data.text, at: event.at });
      if (++ofSession === limit) break;
    }
  }
  return found.sort((one, other) => other.at - one.at).slice(0, limit);
}

/** A session that cannot be read has said nothing. */
async function* newestFirst(ledger: Ledger, session: string, log: Logger): AsyncGenerator<LedgerEvent, void> {
  try {
    const rewinds = new BackwardRewinds();
    for await (const any of (await ledger.session(session)).read({ backward: true })) {
      const event = knownEvent(any);
      if (event && !rewinds.isFolded(event)) yield event;
    }
  } catch (error) {
    log.warn('prompts.session.unreadable', { session, error: messageOf(error) });
  }
}

function messageIn(event: LedgerEvent): { readonly role: 'user' | 'assistant'; readonly content: string } | undefined {
  if (event.type === 'message.user') return { role: 'user', content: event.data.text };
  const isReply = event.type === 'llm.replied' && event.data.purpose === undefined && event.data.text !== '';
  return isReply ? { role: 'assistant', content: event.data.text } : undefined;
}

const CHANGES: Readonly<Record<string, readonly AppVariableGroup[]>> = {
  'session.created': ['chat'],
  'session.renamed': ['chat'],
  'message.user': ['chat'],
  'llm.replied': ['chat', 'completion'],
};

function changes(ledger: Ledger, profiles: ProfilesFeature): Subscribe<AppVariableGroup> {
  return (listener) => {
    const ends = [
      ledger.onAppended(({ type }) => {
        for (const group of Object.hasOwn(CHANGES, type) ? (CHANGES[type] ?? []) : []) listener(group);
      }),
      profiles.onChanged(() => listener('model')),
    ];
    return () => {
      for (const end of ends) end();
    };
  };
}
