import type { MainSession } from '#schedules';
import type { ChatFeature } from './ports.ts';

type MainSessionPort = Pick<ChatFeature, 'summaries' | 'attendanceOf' | 'create'>;

/**
 * Finds the conversation that tasks share with the person at the app: the one that they shared before; where it is gone, the newest
 * that is no run's own and that nobody at a channel or another program speaks in; else a new one.
 */
export async function mainSession(
  chat: MainSessionPort,
  workspace: string,
  { last, own }: Parameters<MainSession>[1],
): Promise<string> {
  const all = await chat.summaries();
  const here = all.filter((one) => one.workspace === workspace && one.kind === 'conversation' && !own.has(one.id));
  for (const { id } of [...here.filter((one) => one.id === last), ...here]) {
    // While a run uses the shared one, nobody answers in it.
    const attendance = await chat.attendanceOf(id).catch(() => undefined);
    if (attendance?.kind === 'attended' || (id === last && attendance?.kind === 'unattended')) return id;
  }
  return (await chat.create({ workspace, title: 'Tasks' })).id;
}
