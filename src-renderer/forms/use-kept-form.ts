import { useEffect, useRef, useState } from 'react';
import type { JsonSchema } from './json-schema.ts';
import { contentToKeep, type FormContent, fittingContent } from './kept-content.ts';
import { type SchemaFormState, type SentPart, useSchemaForm } from './use-schema-form.ts';

/** Place in which the content of a form is kept over a reload. */
export interface FormKeeping {
  readonly kept: FormContent | undefined;
  readonly keep: (content: FormContent | undefined) => void;
}

/** The state of a form that begins with what was kept of it, and keeps what is filled in since, without secrets. */
export function useKeptForm(
  given: Readonly<Record<string, unknown>>,
  { kept, keep }: FormKeeping,
  sent?: SentPart,
): SchemaFormState {
  const [begun] = useState(() => kept && fittingContent(kept, given as JsonSchema));
  const form = useSchemaForm(given, sent, begun);
  const { content, schema, root } = form;
  const last = useRef(content);
  const latest = useRef(keep);
  latest.current = keep;
  useEffect(() => {
    if (last.current === content) return;
    last.current = content;
    latest.current(contentToKeep(content, schema, root));
  }, [content, schema, root]);
  return form;
}
