import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { useLatestRequest } from '../../state/use-latest-request.ts';
import { listOf, listText } from './list-text.ts';
import { problemWith, type SettingField } from './setting-fields.ts';

export interface SettingDraft {
  /** Text in the control; it stays if it cannot be saved. */
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly problem: string | undefined;
  /** Saves what is in the control, if it differs. */
  readonly commit: () => void;
  /** Saves a value; `undefined` restores the default. */
  readonly save: (value: unknown) => void;
  readonly discard: () => void;
}

/** Texts of a setting that are no half typed ones. */
interface SettingTexts {
  readonly kept: string;
  /** Text that was sent to be kept, and may come back written otherwise. */
  readonly sent?: string;
}

/**
 * Keeps what a person types into a setting before it is saved. A change from elsewhere is shown unless something is
 * half typed.
 */
export function useSettingDraft(field: SettingField, value: unknown): SettingDraft {
  const api = useApi();
  const kept = textOfValue(value);
  const [text, setText] = useState(kept);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const last = useRef<SettingTexts>({ kept });
  const latest = useLatestRequest();
  useEffect(() => {
    const before = last.current;
    if (kept === before.kept) return;
    last.current = { kept };
    // What is half typed stays.
    if (text !== before.kept && text !== before.sent) return;
    setText(kept);
    setProblem(undefined);
  }, [kept, text]);

  const save = (next: unknown) => {
    const wrong = next === undefined ? undefined : problemWith(field, next);
    setProblem(wrong);
    if (wrong !== undefined) return;
    if (next === undefined) setText(kept);
    const asked: SettingTexts = { kept, sent: next === undefined ? kept : text };
    last.current = asked;
    const isLatest = latest.begin();
    api.settings.set({ key: field.key, value: next }).catch((error: unknown) => {
      // What could not be saved stays.
      if (last.current === asked) last.current = { kept };
      // A failure before a later save is not its problem.
      if (isLatest()) setProblem(errorText(error));
    });
  };
  return {
    text,
    setText,
    problem,
    save,
    commit: () => {
      // What is on its way will be what is kept.
      if (text !== (last.current.sent ?? kept)) save(valueOfText(field, text));
      else setProblem(undefined);
    },
    discard: () => {
      // Otherwise what is on its way would be undone when the field is left.
      setText(last.current.sent ?? kept);
      setProblem(undefined);
    },
  };
}

function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? listText(value) : String(value);
}

function valueOfText({ kind, fallback, isNullable }: SettingField, text: string): unknown {
  const trimmed = text.trim();
  if (kind === 'list') return listOf(trimmed);
  if (trimmed === '' && isNullable) return null;
  if (kind === 'number' || kind === 'integer') return trimmed === '' ? undefined : Number(trimmed);
  return trimmed === '' && fallback === undefined ? undefined : trimmed;
}
