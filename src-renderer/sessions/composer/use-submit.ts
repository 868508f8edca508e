import { useRef, useState } from 'react';
import { MAX_MESSAGE } from '#contract/message-limits';
import type { LineHistory } from '../completion/use-line-history.ts';
import type { AttachedImages } from '../sending/use-draft-images.ts';
import { useTakeBack } from '../sending/use-take-back.ts';
import type { ComposerOptions } from './composer-model.ts';
import { useCameBack } from './use-came-back.ts';
import { useDeferredEnter } from './use-deferred-enter.ts';

export interface SubmitOptions extends ComposerOptions {
  readonly draft: string;
  readonly setDraft: (change: string | ((now: string) => string)) => void;
  readonly attached: AttachedImages;
  readonly history: LineHistory;
}

/** Sends what is written as the mode has it, and stops what that led to. What could not be sent stays. */
export function useSubmit({
  session,
  turn,
  waiting,
  modes,
  console,
  likelySize,
  draft,
  setDraft,
  attached,
  history,
}: SubmitOptions) {
  const { mode } = modes;
  const isShell = mode.kind === 'shell';
  const [refused, setRefused] = useState<SubmitRefusal | undefined>(undefined);
  const hasImages = attached.images.length > 0 || attached.arriving > 0;
  const isBlank = draft.trim() === '' && (isShell || !hasImages);
  const profile = mode.kind === 'chat' ? mode.chat.profile : undefined;
  const modeProblem = mode.kind === 'chat' ? mode.chat.problem : undefined;

  /** Text that was sent last, by session. */
  const underWay = useRef(new Map<string | undefined, string>());
  /** Sessions whose message waits for its images. */
  const settling = useRef(new Set<string | undefined>());
  const settledImages = async () => {
    settling.current.add(session?.id);
    const images = await attached.settled();
    settling.current.delete(session?.id);
    return images;
  };
  const send = async () => {
    const sent = draft;
    underWay.current.set(session?.id, sent);
    const images = attached.arriving === 0 ? attached.images : await settledImages();
    // Without an image that was meant to go with it, it waits to be sent again.
    if (images === undefined) return;
    if (!(await turn.send(sent, profile, { images }))) return;
    attached.remove(images);
    if (sent.trim() !== '') history.sent(sent);
    // What was typed while the message was on its way stays.
    setDraft((now) => (now.startsWith(sent) ? now.slice(sent.length) : now));
  };
  const comeBack = useCameBack(session?.id, setDraft);
  const run = async () => {
    const line = draft;
    const back = comeBack.sent(line);
    setDraft('');
    if ((await console.run(line, likelySize())) !== undefined) history.sent(line.trim());
    else back();
  };
  /** A second Enter for what is on its way; another text waits for the turn that this one has begun. */
  const isTwice = () => {
    if (settling.current.has(session?.id)) return true;
    // A message sent before there was a session has gone to the one that came.
    const sent = underWay.current.get(session?.id) ?? underWay.current.get(undefined) ?? '';
    return turn.isSending && (!turn.isRunning || draft.startsWith(sent));
  };
  const submit = () => {
    if (isBlank || isTwice()) return;
    if (modes.isLoading) return held.hold();
    const why = whyNot(draft, modeProblem);
    setRefused(why);
    if (why !== undefined) return;
    if (isShell) void run();
    else void send();
  };
  const held = useDeferredEnter({ session: session?.id, draft, isHeld: modes.isLoading, submit });
  const back = useTakeBack({ session: session?.id, setDraft, putImages: attached.put });
  const { stop, stopTurn } = stopHandlers({ turn, waiting, console, isShell, takeBack: back.takeBack });
  const problem = held.problem ?? refusalProblem(refused, draft.length, modeProblem);
  const canStop = turn.isRunning || (isShell && console.isRunning);
  return { isBlank, profile, submit, stop, stopTurn, back, canStop, problem };
}

interface StopOptions extends Pick<SubmitOptions, 'turn' | 'waiting' | 'console'> {
  readonly isShell: boolean;
  readonly takeBack: (ids: readonly string[]) => Promise<unknown>;
}

/** Ends what was begun: a command in Shell mode, else the turn. */
function stopHandlers({ turn, waiting, console, isShell, takeBack }: StopOptions) {
  const stopTurn = () => {
    // What the person had wait for the end is not meant for an end by hand.
    const own = waiting.filter(({ from }) => from === undefined).map(({ id }) => id);
    if (own.length === 0) turn.stop();
    else void takeBack(own).then(turn.stop);
  };
  const stop = () => {
    if (isShell && console.isRunning) console.interrupt();
    else if (turn.isRunning) stopTurn();
  };
  return { stop, stopTurn };
}

type SubmitRefusal = 'mode' | 'too-long';

function whyNot(draft: string, modeProblem: string | undefined): SubmitRefusal | undefined {
  if (modeProblem !== undefined) return 'mode';
  return draft.length > MAX_MESSAGE ? 'too-long' : undefined;
}

function refusalProblem(
  refused: SubmitRefusal | undefined,
  length: number,
  modeProblem: string | undefined,
): string | undefined {
  if (refused === undefined) return undefined;
  if (refused === 'mode') return modeProblem === undefined ? undefined : `${modeProblem} What you typed stays here.`;
  if (length <= MAX_MESSAGE) return undefined;
  const max = MAX_MESSAGE.toLocaleString();
  return `This is ${length.toLocaleString()} characters long; a message has at most ${max}. Put it into a file of the workspace and name it.`;
}
