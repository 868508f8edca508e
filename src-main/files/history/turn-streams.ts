/** Streams of turns for Changes: rows with counts, and the files of the turns that are open. */
import type { ChangeList, ChangePlace, TurnFiles, TurnId } from '#contract';
import { AppError } from '#core/app-error';
import type { Subscribe } from '#core/async/emitter';
import { latestOf } from '#core/async/streams';
import type { LineCounts } from '../diff/hunks.ts';
import type { ProposedChanges } from '../review/proposals.ts';
import type { ChangeHistory } from './change-history.ts';
import { changeOfProposal } from './change-list.ts';
import type { NetLineCounts } from './net-line-counts.ts';
import type { TurnRows } from './turn-rows.ts';

export interface TurnStreamOptions {
  readonly proposals: ProposedChanges;
  readonly history: ChangeHistory;
  readonly rows: TurnRows;
  readonly lineCounts: NetLineCounts;
  readonly sessionTitle: (session: string) => string;
}

/** The list now, and whenever it changes; of one session where it is named. A reader that is behind gets only the newest. */
export async function* changeLists(
  { proposals, history, rows, sessionTitle }: Omit<TurnStreamOptions, 'lineCounts'>,
  { turns, session }: { readonly turns: number; readonly session?: string | undefined },
  signal: AbortSignal | undefined,
): AsyncGenerator<ChangeList, void> {
  const changed = latestOf(whenAny(proposals.onChanged, history.onChanged), signal);
  await history.refresh();
  const sources = {
    titleOf: sessionTitle,
    turnOf: (session: string, callId: string) => history.turnOf(session, callId),
  };
  for await (const _ of changed) {
    const waiting = proposals.list().filter((one) => session === undefined || one.session === session);
    yield { proposals: waiting.map((one) => changeOfProposal(one, sources)), ...rows.newest(turns, session) };
  }
}

/** The files of a turn now, and whenever something about the turn changes. */
export async function* turnFiles(
  { history, rows, lineCounts, sessionTitle }: Omit<TurnStreamOptions, 'proposals'>,
  { session, turn, path, most }: TurnId & { readonly path?: string | undefined; readonly most: number },
  signal: AbortSignal | undefined,
): AsyncGenerator<TurnFiles, void> {
  const changed = latestOf(whenAny(history.onChanged), signal);
  await history.refresh();
  let sent: number | undefined;
  for await (const _ of changed) {
    const revision = history.revision(session, turn);
    if (revision === sent) continue;
    sent = revision;
    const all = rows.of({ session, turn })?.files ?? [];
    const asked = path === undefined ? all : all.filter((file) => file.path === path);
    const sessionTitleNow = sessionTitle(session);
    const files = asked.slice(0, most).map((file) => ({ ...file, sessionTitle: sessionTitleNow }));
    yield { files: files.map((file) => lineCounts.on(file)), total: asked.length };
    if (await lineCounts.learn(files)) yield { files: files.map((file) => lineCounts.on(file)), total: asked.length };
  }
}

/** Lines that a turn added and removed, in all files of which they can be counted. */
export async function turnLines(
  { history, rows, lineCounts }: Pick<TurnStreamOptions, 'history' | 'rows' | 'lineCounts'>,
  turn: TurnId,
): Promise<LineCounts> {
  await history.refresh();
  const files = rows.of(turn)?.files ?? [];
  await lineCounts.learn(files);
  const counted = files.map((file) => lineCounts.on(file));
  return {
    added: counted.reduce((sum, { addedLines = 0 }) => sum + addedLines, 0),
    removed: counted.reduce((sum, { removedLines = 0 }) => sum + removedLines, 0),
  };
}

/** @throws AppError NOT_FOUND for what is neither a change nor a turn that changed something */
export async function findPlace(history: ChangeHistory, id: string): Promise<ChangePlace> {
  await history.refresh();
  const place = history.placeOf(id);
  const newer =
    place && history.turns().findIndex(({ session, turn }) => session === place.session && turn === place.turn);
  if (!place || newer === undefined || newer < 0) {
    throw new AppError('NOT_FOUND', 'There is no such change: its session was removed, or it is not recorded');
  }
  return { ...place, newer };
}

/** Announces at once, and whenever one of the sources does. */
function whenAny(...sources: readonly Subscribe<true>[]): Subscribe<true> {
  return (listener) => {
    const stops = sources.map((source) => source(listener));
    listener(true);
    return () => {
      for (const stop of stops) stop();
    };
  };
}
