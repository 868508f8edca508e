import { useCallback, useMemo, useRef, useState } from 'react';
import type { RewindPlan } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText, failureText } from '../../state/error-text.ts';
import { useLayoutPieces } from '../../state/layout.tsx';
import { useNavigation } from '../../state/navigation.tsx';
import { announce } from '../../ui/announce.ts';
import type { ConversationItems } from '../items/conversation-state.ts';
import { useStaying } from '../list/use-staying.ts';
import { useDraftImages } from '../sending/use-draft-images.ts';
import { useMessageDraft } from '../sending/use-message-draft.ts';
import type { RewindActions, RewindPlace } from './rewind-context.ts';
import { isSamePlaces, rewindPlaces } from './rewind-places.ts';

/** Request whose effects are previewed. */
export type RewindRequest =
  | { readonly kind: 'rewind' | 'edit'; readonly message: string; readonly place: RewindPlace }
  | { readonly kind: 'redo'; readonly rewind: string };

export interface AskedRewind {
  readonly request: RewindRequest;
  /** Plan of the rewind; undefined while it is computed. */
  readonly plan: RewindPlan | undefined;
  readonly problem: string | undefined;
  readonly isRunning: boolean;
}

export interface RewindChoice {
  readonly withFiles: boolean;
  readonly confirmed: readonly string[];
}

export interface RewindState {
  readonly context: RewindActions;
  readonly asked: AskedRewind | undefined;
  readonly goOn: (choice: RewindChoice) => void;
  readonly cancel: () => void;
  /** Reason why a fork or a redo failed. */
  readonly problem: string | undefined;
  readonly dismiss: () => void;
}

export interface RewindOptions {
  readonly session: string;
  readonly items: ConversationItems;
  readonly focusComposer: () => void;
}

/** Going back in a conversation: previews first, then files and conversation, then what the person wanted with it. */
export function useRewind({ session, items, focusComposer }: RewindOptions): RewindState {
  const api = useApi();
  const [asked, setAsked] = useState<AskedRewind | undefined>(undefined);
  // An answer about another than this one comes too late: its preview was closed.
  const wanted = useRef<RewindRequest>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const putBack = usePutBack(session, focusComposer);

  const settle = useCallback(
    async (request: RewindRequest, choice: RewindChoice, stop: boolean) => {
      const { withFiles, confirmed } = choice;
      const done = await api.rewind.run({
        session,
        ...rewindTarget(request),
        withFiles,
        confirmed: [...confirmed],
        stop,
      });
      announce(done.text);
      setAsked((now) => (now?.request === request ? undefined : now));
      if (request.kind === 'edit') putBack(request.place);
    },
    [api, session, putBack],
  );

  const ask = useCallback(
    async (request: RewindRequest) => {
      wanted.current = request;
      setProblem(undefined);
      if (request.kind !== 'redo') setAsked({ request, plan: undefined, problem: undefined, isRunning: false });
      try {
        const plan = await api.rewind.plan({ session, ...rewindTarget(request) });
        if (wanted.current !== request) return;
        const asks = request.kind !== 'redo' || plan.isRunning || plan.counts.left + plan.counts.unknown > 0;
        if (asks) setAsked({ request, plan, problem: undefined, isRunning: false });
        else await settle(request, { withFiles: true, confirmed: [] }, false);
      } catch (error) {
        if (wanted.current !== request) return;
        setAsked(undefined);
        setProblem(failureWords(request, error));
      }
    },
    [api, session, settle],
  );

  const goOn = (choice: RewindChoice) => {
    if (asked?.plan === undefined || asked.isRunning) return;
    const { request, plan } = asked;
    setAsked({ ...asked, isRunning: true, problem: undefined });
    settle(request, choice, plan.isRunning).catch((error: unknown) => {
      if (wanted.current === request) setAsked({ request, plan, isRunning: false, problem: errorText(error) });
      else setProblem(failureWords(request, error));
    });
  };
  const cancel = () => {
    wanted.current = undefined;
    setAsked(undefined);
  };

  const context = useActionsOf(items, ask, useFork(session, setProblem));
  return { context, asked, goOn, cancel, problem, dismiss: () => setProblem(undefined) };
}

/** Actions of the entries, and the rewinds whose entries are shown. */
function useActionsOf(
  items: ConversationItems,
  ask: (request: RewindRequest) => Promise<void>,
  fork: (place: RewindPlace) => Promise<void>,
): RewindActions {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const places = useRewindPlaces(items);
  return useMemo(
    () => ({
      placeOf: ({ id }) => places.get(id),
      rewind: (place, kind) => {
        if (place.before !== undefined) void ask({ kind, message: place.before, place });
      },
      fork: (place) => void fork(place),
      redo: (rewind) => void ask({ kind: 'redo', rewind }),
      opened,
      toggle: (rewind) => setOpened((now) => withToggled(now, rewind)),
    }),
    [places, ask, fork, opened],
  );
}

function failureWords({ kind }: RewindRequest, error: unknown): string {
  return failureText(kind === 'redo' ? 'Not redone' : 'Not rewound', error);
}

/** Places to go back to; the same object as long as none of them changes, whatever else comes in. */
function useRewindPlaces(items: ConversationItems): ReadonlyMap<string, RewindPlace> {
  const kept = useRef<ReadonlyMap<string, RewindPlace>>(new Map());
  const places = useMemo(() => rewindPlaces(items), [items]);
  if (!isSamePlaces(kept.current, places)) kept.current = places;
  return kept.current;
}

export function rewindTarget(request: RewindRequest): { readonly message: string } | { readonly redo: string } {
  return request.kind === 'redo' ? { redo: request.rewind } : { message: request.message };
}

/** Brings a message back to its field, above what is written there. */
function usePutBack(session: string, focusComposer: () => void): (place: RewindPlace) => void {
  const [, setDraft] = useMessageDraft(session);
  const { put } = useDraftImages(session);
  return useCallback(
    ({ text = '', images = [] }) => {
      setDraft((now) => (now.trim() === '' || now === text ? text : `${text}\n${now}`));
      put(images);
      // After the dialog has given the focus back.
      setTimeout(focusComposer, 0);
    },
    [setDraft, put, focusComposer],
  );
}

/** Begins another session with the conversation up to a message, whose text it gets to be edited. */
function useFork(session: string, onProblem: (text: string | undefined) => void) {
  const api = useApi();
  const { open, viewNow } = useNavigation();
  const layout = useLayoutPieces();
  const stay = useStaying(session);
  return useCallback(
    async ({ before, text, images }: RewindPlace) => {
      onProblem(undefined);
      const stays = stay();
      try {
        const made = await api.sessions.fork({ session, ...(before !== undefined && { before }) });
        if (text !== undefined) layout.set(`shared.draft.${made.id}`, text);
        if (images !== undefined) layout.set(`shared.images.${made.id}`, images);
        announce(`Forked as ${made.title}`);
        if (stays() && viewNow() === 'sessions') open('sessions', made.id);
      } catch (error) {
        onProblem(failureText('Not forked', error));
      }
    },
    [api, session, open, layout, onProblem, stay, viewNow],
  );
}

function withToggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
