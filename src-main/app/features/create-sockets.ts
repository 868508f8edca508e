import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#core/app-error';
import { sha256 } from '#core/text/sha256';
import { createSockets, type SocketPorts, type SocketsFeature } from '#sockets';
import type { AppPorts, ChatFeature } from '../ports.ts';
import type { Config } from '../start/config.ts';

/** Session sockets, plugged into the app. */
export function createSocketsFeature(ports: AppPorts, chat: ChatFeature): SocketsFeature {
  const { config, cleanup, log, notices, ledger, agents, aiSockets, approvals } = ports;
  const of: SocketPorts = {
    chat,
    questions: {
      find: (id) => approvals.waiting.value.find((question) => question.id === id),
      answer: (id, decision, by) => approvals.answerAs(id, decision, by),
    },
    keepImage: (image) => chat.keepImage(image),
    sessionState: async (session) => {
      const found = (await chat.summaries()).find(({ id }) => id === session);
      if (!found) throw new AppError('NOT_FOUND', 'The session is not there any more', { where: session });
      return found;
    },
    openWorkspace: async (folder) => (await agents.open(folder)).path,
    isTrusted: async (workspace) => agents.isTrusted(workspace),
    onTrustChanged: agents.tasks.onChanged,
    profileOfSocket: aiSockets.nameFor,
    read: async function* (session) {
      yield* (await ledger.session(session)).read();
    },
    whatIsWrongWith: (history) => chat.whatIsWrongWith(history),
    seed: async (session, file, messages) => {
      const sizeAfter = Math.ceil(JSON.stringify(messages).length / 4);
      const data = { file, messages: [...messages], sizeBefore: 0, sizeAfter };
      await (await ledger.session(session)).append('history.replaced', data);
    },
    folders: socketFolders(config),
    file: join(config.dataFolder, 'session-sockets.json'),
    warn: (text) => notices.add('warning', 'Session socket', text),
    log,
  };
  return cleanup.use(createSockets(of));
}

/** Sockets lie in the data folder; where its path is too long for one, in a folder of the person's own for what lasts as long as a login. */
function socketFolders({ dataFolder, environment }: Config): string[] {
  const hash = sha256(dataFolder).slice(0, 8);
  const runtime = environment.XDG_RUNTIME_DIR;
  const spare = runtime?.startsWith('/') ? runtime : join(tmpdir(), `sigma-${process.getuid?.() ?? 'user'}`);
  return [join(dataFolder, 'sockets'), join(spare, `sigma-${hash}`)];
}
