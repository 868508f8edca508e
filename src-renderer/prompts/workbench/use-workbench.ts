import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PromptDetails, PromptRecord, PromptSummary } from '#contract';
import { useApi, useConnection } from '../../api/api-context.tsx';
import { errorCode, errorText } from '../../state/error-text.ts';
import { useForgetLayout, useLayout } from '../../state/layout.tsx';
import { isSameRecord } from '../record.ts';

/** Edits that are not saved. They outlive the view, the window and the connection. */
export interface PromptDraft {
  readonly record: PromptRecord;
  /** Hash of the record that was there when the editing began. */
  readonly base: string;
}

/** Key of the layout under which what is written of a prompt is kept. */
export function promptDraftKey(id: string): string {
  return `prompts.draft.${id}`;
}

/** Key of the layout under which parameters are kept as they are typed, also while they are no JSON. */
export function parametersKey(id: string): string {
  return `prompts.parameters.${id}`;
}

/** Keys of the layout under which the arguments that are typed, the last that were JSON, and texts of fields that are none yet are kept. */
export function argsKeys(id: string) {
  return {
    typed: `prompts.args.${id}`,
    sound: `prompts.args-sound.${id}`,
    unfinished: `prompts.args-unfinished.${id}`,
  };
}

export interface Workbench {
  readonly id: string;
  readonly details: PromptDetails | undefined;
  /** Record as edited. */
  readonly record: PromptRecord | undefined;
  readonly isDraft: boolean;
  /** The store has another record than the one that the editing began with. */
  readonly isMoved: boolean;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  readonly edit: (step: (record: PromptRecord) => PromptRecord) => void;
  /** Whether it is in the store. */
  readonly save: (label?: string) => Promise<boolean>;
  readonly discard: () => void;
  /** Goes on from what is in the store now: what is typed is kept, and saving replaces the other. */
  readonly keepMine: () => void;
  readonly dismiss: () => void;
}

/** One prompt as it is worked on: what the store has, and what is typed. */
export function useWorkbench(id: string, summary: PromptSummary | undefined): Workbench {
  const api = useApi();
  const { details, problem: loading, reload } = useDetails(id, summary?.hash);
  const [draft, setDraft, draftNow] = useLayout<PromptDraft | undefined>(promptDraftKey(id), undefined);
  const forget = useForgetLayout();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [isBusy, setIsBusy] = useState(false);
  const record = draft?.record ?? details?.record;
  const isDraft = draft !== undefined && (details === undefined || !isSameRecord(draft.record, details.record));
  const stored = details?.summary.hash;
  const now = useRef({ record, draft, details });
  now.current = { record, draft, details };

  const edit = useCallback(
    (step: (record: PromptRecord) => PromptRecord) => {
      const { record: before, draft: kept, details: known } = now.current;
      const base = kept?.base ?? known?.summary.hash;
      if (before === undefined || base === undefined) return;
      const next = { record: step(before), base };
      now.current = { ...now.current, record: next.record, draft: next };
      setDraft(next);
    },
    [setDraft],
  );
  const save = useCallback(
    async (label?: string) => {
      const { record: mine, draft: kept, details: known } = now.current;
      if (mine === undefined) return false;
      setIsBusy(true);
      setProblem(undefined);
      const base = draftBase(kept, known);
      try {
        const saved = await api.prompts.save({ id, record: mine, ...base, ...labelField(label) });
        await reload();
        setDraft(draftAfter(draftNow(), mine, saved.hash));
        return true;
      } catch (error) {
        if (errorCode(error) === 'CONFLICT') await reload();
        else setProblem(errorText(error));
        return false;
      } finally {
        setIsBusy(false);
      }
    },
    [api, id, reload, setDraft, draftNow],
  );
  return useMemo(
    () => ({
      id,
      details,
      record,
      isDraft,
      isMoved: isDraft && stored !== undefined && draft?.base !== stored && details?.isOwn !== false,
      problem: problem ?? loading,
      isBusy,
      edit,
      save,
      discard: () => {
        setDraft(undefined);
        forget([parametersKey(id)]);
      },
      keepMine: () => {
        if (draft !== undefined && stored !== undefined) setDraft({ ...draft, base: stored });
      },
      dismiss: () => setProblem(undefined),
    }),
    [id, details, record, isDraft, stored, draft, problem, loading, isBusy, edit, save, setDraft, forget],
  );
}

/** Draft that is left once `saved` is stored: what was typed while it was being saved goes on from that. */
function draftAfter(left: PromptDraft | undefined, saved: PromptRecord, hash: string): PromptDraft | undefined {
  return left === undefined || left.record === saved ? undefined : { ...left, base: hash };
}

function labelField(label: string | undefined): { readonly label?: string } {
  return label === undefined || label === '' ? {} : { label };
}

/** Text that must be in the store for it to be replaced: none if an extension brings the prompt. */
function draftBase(draft: PromptDraft | undefined, details: PromptDetails | undefined): { readonly base?: string } {
  if (details?.isOwn === false) return {};
  const base = draft?.base ?? details?.summary.hash;
  return base === undefined ? {} : { base };
}

function useDetails(id: string, hash: string | undefined) {
  const api = useApi();
  const { epoch } = useConnection();
  const [known, setKnown] = useState<{ readonly id: string; readonly details: PromptDetails } | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const asked = useRef(0);
  const answered = useRef(0);
  const reload = useCallback(async () => {
    asked.current += 1;
    const mine = asked.current;
    // An answer that comes after one to a later question is of before.
    const put = (work: () => void) => {
      if (mine < answered.current) return;
      answered.current = mine;
      work();
    };
    try {
      const details = await api.prompts.get({ id });
      put(() => {
        setKnown({ id, details });
        setProblem(undefined);
      });
    } catch (error) {
      put(() => setProblem(errorText(error)));
    }
  }, [api, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another hash or connection is a reason to read it again.
  useEffect(() => void reload(), [reload, hash, epoch]);
  return { details: known?.id === id ? known.details : undefined, problem, reload };
}
