import { type FocusEvent, useRef } from 'react';

interface KeptSelection {
  readonly field: HTMLInputElement | HTMLTextAreaElement;
  readonly start: number | null;
  readonly end: number | null;
}

/**
 * Keeps the selection of a dialog's field over a loss of the focus. A dialog takes the focus back from what lies behind it and selects
 * the whole field then, so that the next key would replace what was typed.
 */
export function useKeptSelection() {
  const kept = useRef<KeptSelection>(undefined);
  return {
    onBlurCapture: ({ target: field }: FocusEvent) => {
      kept.current = isTextField(field) ? { field, start: field.selectionStart, end: field.selectionEnd } : undefined;
    },
    onFocusCapture: ({ target }: FocusEvent) => {
      const { field, start, end } = kept.current ?? {};
      if (field === undefined || field !== target) return;
      // Behind the dialog's own selection, which follows the focus at once.
      queueMicrotask(() => field.setSelectionRange(start ?? null, end ?? null));
    },
  };
}

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  (element instanceof HTMLInputElement && element.selectionStart !== null) || element instanceof HTMLTextAreaElement;
