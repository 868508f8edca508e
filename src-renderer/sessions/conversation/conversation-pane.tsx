import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { SessionSummary, TerminalSize } from '#contract';
import { ConnectModelCard } from '../../connect/connect-model.tsx';
import { failureText } from '../../state/error-text.ts';
import { usePermission, usePlacePermission } from '../../state/permission.ts';
import { useMode } from '../../state/use-mode.ts';
import { useProblemOf } from '../../state/use-problem-of.ts';
import { hasNoModel, useProfiles } from '../../state/use-profiles.ts';
import { Banner } from '../../ui/banner.tsx';
import { BranchLine } from '../branches/branch-line.tsx';
import { Composer, type ComposerHandle } from '../composer/composer.tsx';
import { noneWait, type WaitingMessages } from '../items/waiting-messages.ts';
import { useTurn } from '../sending/use-turn.ts';
import { ConsoleCommandsContext } from '../shell/console-commands.ts';
import { type ShellModeState, useConsole } from '../shell/use-console.ts';
import { useTimeline } from '../timeline/use-timeline.ts';
import styles from './conversation-pane.module.css';
import { ConversationView } from './conversation-view.tsx';
import { SessionMeter } from './session-meter.tsx';
import { useLikelySize } from './use-likely-size.ts';
import { useSessionActions } from './use-session-actions.ts';
import { Welcome } from './welcome.tsx';

export interface ConversationPaneProps {
  readonly session: SessionSummary | undefined;
  /** Makes a session for a first message and answers with its id. */
  readonly onCreate: () => Promise<string>;
  readonly isVisible: boolean;
}

/** One session's conversation with the composer under it. */
export function ConversationPane({ session, onCreate, isVisible }: ConversationPaneProps) {
  const profiles = useProfiles(session);
  const composer = useRef<ComposerHandle>(null);
  const permission = usePermission(session);
  const [problem, setProblem] = useProblemOf(session?.id);
  const create = useCreate(onCreate, setProblem);
  const turn = useTurn(session, create);
  const console = useConsole(session, create);
  const modes = useMode({ session, console: console.state, profiles });
  const pane = useRef<HTMLDivElement>(null);
  const size = useLikelySize(pane);
  const focusComposer = useCallback(() => composer.current?.focus(), []);
  useSessionActions({ session, isVisible, focusComposer, onProblem: setProblem });
  const timeline = useTimeline(isVisible && session !== undefined);
  const commands = useCommands({ console, size, composer, focusComposer });
  const answering = [modes.mode, ...modes.all].find((mode) => mode.kind === 'chat');
  const [isFilled, setFilled] = useState(false);
  const [waiting, setWaiting] = useState<WaitingMessages>(noneWait);
  const isEmpty = session === undefined || (session.messages === 0 && !isFilled);

  return (
    <div ref={pane} className={styles.pane}>
      {session === undefined ? undefined : <SessionMeter session={session} onTimeline={timeline.open} />}
      {session === undefined ? (
        <div className={styles.blank} role="log" aria-label="Conversation" />
      ) : (
        <ConsoleCommandsContext value={commands}>
          <ConversationView
            key={session.id}
            session={session}
            turn={turn}
            isVisible={isVisible}
            onFilled={setFilled}
            onWaiting={setWaiting}
            focusComposer={focusComposer}
            timeline={timeline}
          />
        </ConsoleCommandsContext>
      )}
      <div className={styles.foot} data-empty={isEmpty || undefined}>
        {problem === undefined ? undefined : (
          <Banner level="error" onDismiss={() => setProblem(undefined)}>
            {problem}
          </Banner>
        )}
        {isEmpty ? (
          <Welcome
            isDemo={profiles?.isDemo === true}
            canChat={profiles !== undefined && !hasNoModel(profiles)}
            folder={session?.workspace}
            onPrompt={(text) => void turn.send(text, answering?.chat.profile)}
          />
        ) : undefined}
        {profiles !== undefined && hasNoModel(profiles) ? <ConnectModelCard onConnected={focusComposer} /> : undefined}
        <BranchLine session={session} />
        <Composer
          ref={composer}
          session={session}
          turn={turn}
          waiting={waiting}
          modes={modes}
          console={console}
          permission={permission}
          likelySize={size}
        />
      </div>
    </div>
  );
}

/**
 * The session is made with the permission mode that was chosen for it, before anything is asked of it. Why it was not is
 * told by then in the session that came.
 */
function useCreate(onCreate: () => Promise<string>, onProblem: (text: string) => void): () => Promise<string> {
  const place = usePlacePermission();
  return useCallback(async () => {
    const id = await onCreate();
    await place(id).catch((error: unknown) => {
      onProblem(`Nothing was sent. ${failureText('The permission mode was not changed', error)}`);
      throw error;
    });
    return id;
  }, [onCreate, onProblem, place]);
}

interface CommandsOptions {
  readonly console: ShellModeState;
  readonly size: () => TerminalSize;
  readonly composer: RefObject<ComposerHandle | null>;
  readonly focusComposer: () => void;
}

/** Provides the commands that entries of Shell mode can use here. */
function useCommands({ console, size, composer, focusComposer }: CommandsOptions) {
  return useMemo(
    () => ({
      startedHere: console.startedHere,
      running: console.state?.running,
      canRun: !console.isRunning,
      run: (line: string) => void console.run(line, size()),
      interrupt: console.interrupt,
      push: console.push,
      focusComposer,
      mayTakeFocus: () => console.waiting.length === 0 && composer.current?.isIdle() === true,
    }),
    [console, size, composer, focusComposer],
  );
}
