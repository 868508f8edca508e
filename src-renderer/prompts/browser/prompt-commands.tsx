import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { PromptRecord, PromptSummary } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { useLayoutPieces } from '../../state/layout.tsx';
import { announce } from '../../ui/announce.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { type PromptDraft, promptDraftKey } from '../workbench/use-workbench.ts';
import { exportPrompt } from './export-prompt.ts';
import { moveWritten } from './move-written.ts';
import { NameDialog } from './name-dialog.tsx';

/** Actions on a whole prompt, for its menu, its row in the list and the palette. */
export interface PromptCommands {
  readonly duplicate: (prompt: PromptSummary) => void;
  readonly rename: (prompt: PromptSummary) => void;
  readonly exportFile: (prompt: PromptSummary) => void;
  readonly remove: (prompt: PromptSummary) => void;
  readonly itemsOf: (prompt: PromptSummary) => readonly (MenuItem | 'separator')[];
}

interface PromptQuestion {
  readonly what: 'duplicate' | 'rename' | 'remove';
  readonly prompt: PromptSummary;
}

interface AskedQuestion {
  readonly question: PromptQuestion;
  readonly isBusy: boolean;
  /** Reason why the name that was typed was refused. */
  readonly problem?: string;
}

interface CommandNotice {
  readonly level: 'success' | 'error';
  readonly text: string;
  /** The prompt that was removed, to be brought back. */
  readonly removed?: PromptSummary;
}

export interface PromptCommandsOptions {
  /** A prompt of this id is to be shown. */
  readonly onMade: (id: string) => void;
  /** The person has deleted it. */
  readonly onRemoved: (id: string) => void;
}

/** The commands, and what they ask and say. */
export function usePromptCommands({ onMade, onRemoved }: PromptCommandsOptions): {
  commands: PromptCommands;
  said: ReactNode;
} {
  const api = useApi();
  const pieces = useLayoutPieces();
  const [asked, setAsked] = useState<AskedQuestion | undefined>(undefined);
  const [notice, setNotice] = useState<CommandNotice | undefined>(undefined);
  /** `removed`: the prompt that can still be brought back where this fails. */
  const doing = (work: () => Promise<CommandNotice | undefined>, removed?: PromptSummary) => {
    setAsked(undefined);
    work()
      .then(setNotice)
      .catch((error: unknown) => setNotice({ level: 'error', text: errorText(error), ...(removed && { removed }) }));
  };
  const naming = useNaming({ asked, setAsked, setNotice });
  const draftOf = (id: string) => pieces.get(promptDraftKey(id)) as PromptDraft | undefined;
  /** The prompt as it is written now, saved or not. */
  const recordOf = async ({ id }: PromptSummary): Promise<PromptRecord> =>
    draftOf(id)?.record ?? (await api.prompts.get({ id })).record;

  const duplicate = (question: PromptQuestion, id: string) =>
    naming(question, async (isHere) => {
      await api.prompts.save({ id, record: { ...(await recordOf(question.prompt)), name: lastWord(id) } });
      if (isHere()) onMade(id);
    });
  const rename = (question: PromptQuestion, to: string) =>
    naming(question, async () => {
      const { id, hash } = question.prompt;
      const renamed = await api.prompts.rename({ id, to, base: hash });
      moveWritten(pieces, { id, to, hash, renamed: renamed.hash });
      onMade(to);
    });
  const remove = ({ prompt }: PromptQuestion) =>
    doing(async () => {
      await api.prompts.remove({ id: prompt.id, base: prompt.hash });
      onRemoved(prompt.id);
      return { level: 'success', text: `${prompt.id} was deleted. Its versions and cases are kept.`, removed: prompt };
    });
  const bringBack = (prompt: PromptSummary) =>
    doing(async () => {
      await api.prompts.rollback({ id: prompt.id, hash: prompt.hash });
      announce(`${prompt.id} is back`);
      onMade(prompt.id);
      return undefined;
    }, prompt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they do reads nothing that changes with a drawing.
  const commands = useMemo(() => {
    const ask = (what: PromptQuestion['what']) => (prompt: PromptSummary) =>
      setAsked({ question: { what, prompt }, isBusy: false });
    const exportFile = ({ id }: PromptSummary) =>
      doing(async () => {
        const text = await exportPrompt(api, id, () => draftOf(id));
        return text === undefined ? undefined : { level: 'success', text };
      });
    const made = { duplicate: ask('duplicate'), rename: ask('rename'), remove: ask('remove'), exportFile };
    return { ...made, itemsOf: (prompt: PromptSummary) => itemsOf(prompt, made) };
  }, [api]);
  const said = (
    <>
      {notice === undefined ? undefined : (
        <CommandNoticeBanner notice={notice} onBringBack={bringBack} onDismiss={() => setNotice(undefined)} />
      )}
      {asked === undefined ? undefined : (
        <Question
          {...asked}
          duplicate={duplicate}
          rename={rename}
          remove={remove}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
  return { commands, said };
}

interface NamingOptions {
  readonly asked: AskedQuestion | undefined;
  readonly setAsked: (next: AskedQuestion | undefined) => void;
  readonly setNotice: (notice: CommandNotice | undefined) => void;
}

/** Does what a name was asked for: the question stays until that is done, and a refusal leaves it with what was typed. */
function useNaming({ asked, setAsked, setNotice }: NamingOptions) {
  const present = useRef<PromptQuestion>(undefined);
  present.current = asked?.question;
  /** `isHere` tells whether the question is still on the page: a person who has left it goes on with something else. */
  return (question: PromptQuestion, work: (isHere: () => boolean) => Promise<void>) => {
    const isHere = () => present.current === question;
    setAsked({ question, isBusy: true });
    work(isHere).then(
      () => {
        if (isHere()) setAsked(undefined);
        setNotice(undefined);
      },
      (error: unknown) => {
        const problem = errorText(error);
        if (isHere()) setAsked({ question, isBusy: false, problem });
        else setNotice({ level: 'error', text: problem });
      },
    );
  };
}

function itemsOf(prompt: PromptSummary, commands: Omit<PromptCommands, 'itemsOf'>): (MenuItem | 'separator')[] {
  const isOwn = prompt.origin === 'direct';
  return [
    { label: 'Duplicate…', onSelect: () => commands.duplicate(prompt) },
    { label: 'Rename…', disabled: !isOwn, onSelect: () => commands.rename(prompt) },
    { label: 'Export as JSON', onSelect: () => commands.exportFile(prompt) },
    'separator',
    { label: 'Delete…', icon: 'trash', danger: true, disabled: !isOwn, onSelect: () => commands.remove(prompt) },
  ];
}

interface QuestionProps extends AskedQuestion {
  readonly duplicate: (question: PromptQuestion, id: string) => void;
  readonly rename: (question: PromptQuestion, id: string) => void;
  readonly remove: (question: PromptQuestion) => void;
  readonly onClose: () => void;
}

function Question({ question, isBusy, problem, duplicate, rename, remove, onClose }: QuestionProps) {
  const { what, prompt } = question;
  if (what === 'remove') {
    return (
      <ConfirmDialog
        title={`Delete the prompt ${prompt.id}?`}
        isOpen
        onOpenChange={onClose}
        confirm="Delete prompt"
        keep="Keep prompt"
        onConfirm={() => remove(question)}
      >
        It is removed from the store, for other programs too. Its versions and cases are kept, and it can be brought
        back.
      </ConfirmDialog>
    );
  }
  const isRename = what === 'rename';
  return (
    <NameDialog
      title={isRename ? `Rename ${prompt.id}` : `Duplicate ${prompt.id}`}
      label="Id"
      action={isRename ? 'Rename prompt' : 'Duplicate prompt'}
      initial={isRename ? prompt.id : `${prompt.id}_copy`}
      maxLength={512}
      isBusy={isBusy}
      problem={problem}
      note={
        isRename
          ? 'Programs that ask for the old id find no prompt any more. Versions and cases go along.'
          : 'Words separated by points, such as team.review.'
      }
      onDone={(id) => {
        if (isRename && id === prompt.id) onClose();
        else if (isRename) rename(question, id);
        else duplicate(question, id);
      }}
      onClose={onClose}
    />
  );
}

interface CommandNoticeProps {
  readonly notice: CommandNotice;
  readonly onBringBack: (prompt: PromptSummary) => void;
  readonly onDismiss: () => void;
}

function CommandNoticeBanner({ notice: { level, text, removed }, onBringBack, onDismiss }: CommandNoticeProps) {
  const action =
    removed === undefined ? undefined : (
      <Button size="small" onClick={() => onBringBack(removed)}>
        Bring it back
      </Button>
    );
  return (
    <Banner level={level} actions={action} onDismiss={onDismiss}>
      {text}
    </Banner>
  );
}

function lastWord(id: string): string {
  return id.split('.').at(-1) || id;
}
