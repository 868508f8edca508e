import type { AgentDetail } from '#contract';
import { AppError } from '#core/app-error';
import { latestOf } from '#core/async/streams';
import type { AgentWorkspaces } from './agent-workspaces.ts';
import { type InstalledCheck, workspaceDetail } from './detail.ts';

/** Period of reading a visible folder again, in milliseconds. */
const EVERY_MS = 3000;

/**
 * All of a workspace now and whenever it changes; its folder is read again every few seconds in the meantime. @throws
 * AppError NOT_FOUND
 */
export async function* watchedDetail(
  all: AgentWorkspaces,
  path: string,
  isInstalled: InstalledCheck,
  signal: AbortSignal | undefined,
): AsyncGenerator<AgentDetail, void> {
  const workspace = all.get(path);
  const ended = new AbortController();
  const watching = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
  const timer = setInterval(() => void workspace.refresh(), EVERY_MS);
  const tell = (listener: (detail: AgentDetail | undefined) => void) => {
    const now = () => {
      const entry = all.find(path) === workspace ? all.entry(path) : undefined;
      listener(entry && workspaceDetail(workspace, entry, isInstalled));
    };
    now();
    const offs = [workspace.onChanged(now), all.list.onChanged(now)];
    return () => {
      for (const off of offs) off();
    };
  };
  let last = '';
  try {
    for await (const detail of latestOf<AgentDetail | undefined>(tell, watching)) {
      if (!detail)
        throw new AppError('NOT_FOUND', `${path} is not open as an agent workspace any more`, { where: path });
      const text = JSON.stringify(detail);
      if (text !== last) yield detail;
      last = text;
    }
  } finally {
    clearInterval(timer);
    ended.abort();
  }
}
