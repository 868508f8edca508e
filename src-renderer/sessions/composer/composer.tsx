import { type Ref, type RefObject, useId, useImperativeHandle, useRef } from 'react';
import { useWorkspace } from '../../state/workspaces.ts';
import { Banner } from '../../ui/banner.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import listStyles from '../completion/choice-list.module.css';
import { ChoiceList, optionId } from '../completion/choice-list.tsx';
import { HistorySearch } from '../completion/history-search.tsx';
import { PromptDialog } from '../completion/prompt-dialog.tsx';
import type { CompletionOffers } from '../completion/prompt-offers.ts';
import { AttachedStrip } from '../images/attached-strip.tsx';
import { Prompt } from '../modes/mode-choice.tsx';
import { PendingStrip } from '../sending/pending-strip.tsx';
import { WaitingList } from '../sending/waiting-list.tsx';
import styles from './composer.module.css';
import { ComposerBar } from './composer-bar.tsx';
import type { ComposerOptions } from './composer-model.ts';
import { LinesWaiting } from './lines-waiting.tsx';
import { useComposer } from './use-composer.ts';
import { useFileDrop } from './use-file-drop.ts';

export interface ComposerHandle {
  readonly focus: () => void;
  /** Whether no field is being typed into, here or elsewhere. */
  readonly isIdle: () => boolean;
}

export interface ComposerProps extends ComposerOptions {
  readonly ref?: Ref<ComposerHandle>;
}

/**
 * Length beyond which the field does not grow with its text, in characters: measuring it would take longer than typing.
 */
const LONG = 20_000;

/** Field in which a person writes. The text is kept through errors, other views and restarts, until it was sent. */
export function Composer({ ref, ...options }: ComposerProps) {
  const { turn, waiting, modes, console, permission } = options;
  const field = useRef<HTMLTextAreaElement>(null);
  const composer = useComposer(options, field);
  const { draft, setDraft, completion } = composer;
  const list = useId();
  const drop = useFileDrop((text) => setDraft((now) => (now + text).trimStart()), composer.attached.add);
  const workspace = useWorkspace(options.session);
  const isShell = modes.mode.kind === 'shell';
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus(), isIdle: () => isIdle(field.current) }), []);

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        composer.submit();
      }}
    >
      <ComposerProblems options={options} composer={composer} drop={drop} />
      <WaitingList
        messages={waiting}
        isRunning={turn.isRunning}
        leaving={composer.back.leaving}
        onTakeBack={(message) => {
          void composer.back.takeBack([message]);
          field.current?.focus();
        }}
      />
      {console.state === undefined ? undefined : (
        <PendingStrip
          state={console.state}
          onDrop={console.drop}
          onPush={console.isRunning ? undefined : () => void console.run('push', options.likelySize())}
        />
      )}
      <div className={styles.box} data-over={drop.isOver || undefined} data-mode={modes.mode.kind} {...drop.handlers}>
        {composer.isSearching ? <LineSearch kind={modes.mode.kind} composer={composer} field={field} /> : undefined}
        {completion.isOpen ? <Completions list={list} completion={completion} onAccept={composer.accept} /> : undefined}
        <AttachedStrip attached={composer.attached} isShell={isShell} />
        <div className={styles.line}>
          <Prompt modes={modes} shell={console.state} workspace={workspace?.path} />
          <textarea
            ref={field}
            className={styles.field}
            aria-label="Message or command"
            data-first-focus=""
            aria-autocomplete="list"
            aria-controls={completion.isOpen ? list : undefined}
            aria-activedescendant={completion.isOpen ? optionId(list, completion.chosen) : undefined}
            placeholder={composerPlaceholder(options)}
            rows={1}
            spellCheck={isShell ? false : undefined}
            data-long={draft.length > LONG || undefined}
            data-short={isShell || modes.mode.chat.problem === undefined || undefined}
            value={draft}
            onChange={(event) => composer.change(event.target.value)}
            onKeyDown={composer.onKeyDown}
            onBlur={completion.close}
          />
        </div>
        <LinesWaiting lines={console.waiting} />
        <ComposerBar
          modes={modes}
          turn={turn}
          console={console}
          composer={composer}
          permission={permission}
          session={options.session}
          onAttach={drop.take}
        />
      </div>
      <PromptDialog prompt={composer.prompt} turn={turn} />
    </form>
  );
}

interface LineSearchProps {
  readonly kind: ComposerOptions['modes']['mode']['kind'];
  readonly composer: Pick<ReturnType<typeof useComposer>, 'draft' | 'endSearch'>;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

function LineSearch({ kind, composer, field }: LineSearchProps) {
  const close = (line: string | undefined) => {
    composer.endSearch(line);
    field.current?.focus();
  };
  return (
    <HistorySearch kind={kind} initial={composer.draft} onClose={close} onLeave={() => composer.endSearch(undefined)} />
  );
}

function isIdle(field: HTMLTextAreaElement | null): boolean {
  const focused = document.activeElement;
  if (focused === field) return field?.value === '';
  return !(focused instanceof HTMLElement && focused.matches('input, textarea, select, [contenteditable=true]'));
}

interface ProblemsProps {
  readonly options: ComposerOptions;
  readonly composer: Pick<ReturnType<typeof useComposer>, 'problem' | 'back'>;
  readonly drop: ReturnType<typeof useFileDrop>;
}

function ComposerProblems({
  options: { turn, console, permission },
  composer: { problem, back },
  drop,
}: ProblemsProps) {
  return (
    <>
      {permission.problem === undefined ? undefined : (
        <Banner level="error" onDismiss={permission.dismissProblem}>
          {permission.problem}
        </Banner>
      )}
      {turn.problem === undefined ? undefined : <Banner level="error">{turn.problem}</Banner>}
      {console.problem === undefined ? undefined : (
        <Banner level="error" onDismiss={console.dismissProblem}>
          <VisibleText text={console.problem} />
        </Banner>
      )}
      {back.problem === undefined ? undefined : (
        <Banner level="warning" onDismiss={back.dismissProblem}>
          {back.problem}
        </Banner>
      )}
      {problem === undefined ? undefined : <Banner level="warning">{problem}</Banner>}
      {drop.problem === undefined ? undefined : (
        <Banner level="warning" onDismiss={drop.clearProblem}>
          {drop.problem}
        </Banner>
      )}
    </>
  );
}

function composerPlaceholder({ modes: { mode }, console }: ComposerOptions): string {
  if (mode.kind === 'shell') return console.isRunning ? 'A command runs…' : 'Type a command, or help';
  return mode.chat.problem === undefined ? 'Ask for a change or a command; / lists prompts' : mode.chat.problem;
}

interface CompletionsProps {
  readonly list: string;
  readonly completion: { readonly items: CompletionOffers['items']; readonly chosen: number };
  readonly onAccept: (index: number) => void;
}

const KINDS = {
  command: 'program',
  builtin: 'built-in',
  file: 'file',
  folder: 'folder',
  variable: 'variable',
  mention: 'file',
  prompt: 'prompt',
} as const;

function Completions({ list, completion, onAccept }: CompletionsProps) {
  return (
    <ChoiceList
      id={list}
      label="Completions"
      options={completion.items.map(({ text, kind }) => ({
        key: `${kind} ${text}`,
        content: (
          <>
            <VisibleText text={text.trimEnd()} />
            <span className={listStyles.kind}>{KINDS[kind]}</span>
          </>
        ),
      }))}
      chosen={completion.chosen}
      onChoose={onAccept}
    />
  );
}
