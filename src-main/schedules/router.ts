import type { ScheduleRunDetail } from '#contract';
import { latestOf } from '#core/async/streams';
import { os } from '#core/servers/procedures';
import type { Schedules } from './schedules.ts';

const of = os.schedules;

/** Folders of tasks that are looked at are read again so often, in milliseconds. */
const EVERY_MS = 3000;

/** The view Schedules and its inbox. */
export function schedulesRouter(schedules: Schedules) {
  const { inbox } = schedules;
  return of.router({
    changed: of.changed.handler(({ signal }) => watchedList(schedules, signal)),
    enable: of.enable.handler(({ input: { hash, ...id } }) => schedules.enable(id, hash)),
    pause: of.pause.handler(({ input }) => schedules.pause(input)),
    runNow: of.runNow.handler(async ({ input }) => ({ run: await schedules.runNow(input) })),
    answerMissed: of.answerMissed.handler(({ input: { answer, ...id } }) => schedules.answerMissed(id, answer)),
    inbox: of.inbox.handler(({ input: { most }, signal }) => inbox.stream(most, signal)),
    run: of.run.handler(({ input, signal }) => watchedRun(schedules, input.run, signal)),
    read: of.read.handler(({ input }) => inbox.read(input.runs)),
    goOn: of.goOn.handler(({ input }) => schedules.goOn(input.run)),
    keep: of.keep.handler(({ input }) => inbox.keep(input.run)),
    accept: of.accept.handler(({ input }) => schedules.accept(input.run)),
    again: of.again.handler(async ({ input }) => {
      const { workspace, folder } = inbox.get(input.run);
      return { run: await schedules.runNow({ workspace, folder }) };
    }),
    stop: of.stop.handler(({ input }) => schedules.stop(input.run)),
  });
}

/** The rows now and whenever one changes; while somebody looks, the folders are read again every few seconds. */
async function* watchedList(schedules: Schedules, signal: AbortSignal | undefined) {
  const timer = setInterval(() => void schedules.refresh(), EVERY_MS);
  let last = '';
  try {
    for await (const rows of schedules.list.stream(signal)) {
      const text = JSON.stringify(rows);
      if (text !== last) yield rows;
      last = text;
    }
  } finally {
    clearInterval(timer);
  }
}

/** A run now and whenever it, or a question of it, changes. */
async function* watchedRun(
  schedules: Schedules,
  run: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ScheduleRunDetail, void> {
  const { inbox, waiting } = schedules;
  inbox.get(run);
  const tell = (listener: (changed: true) => void) => {
    const now = () => listener(true);
    now();
    const offs = [inbox.revision.onChanged(now), waiting.onChanged(now)];
    return () => {
      for (const off of offs) off();
    };
  };
  let last = '';
  for await (const _changed of latestOf<true>(tell, signal)) {
    const detail = await schedules.detail(inbox.get(run));
    const text = JSON.stringify(detail);
    if (text !== last) yield detail;
    last = text;
  }
}
