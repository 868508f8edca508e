import { useState } from 'react';
import type { SessionSummary } from '#contract';
import { textStart } from '#contract/text-ends';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { type ExportFormat, exportRecord } from '../../ui/export-session.ts';

export interface SessionExport {
  readonly problem: string | undefined;
  readonly start: (session: SessionSummary, format: ExportFormat) => void;
}

/** Hands a session's record to the person as a file that is called after its title. */
export function useSessionExport(): SessionExport {
  const api = useApi();
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const start = ({ id, title }: SessionSummary, format: ExportFormat) => {
    setProblem(undefined);
    exportRecord(api, { format, session: id, name: fileName(title) }).catch((error: unknown) =>
      setProblem(`Not exported: ${errorText(error)}`),
    );
  };
  return { problem, start };
}

const fileName = (title: string): string =>
  textStart((title.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join('-'), 60) || 'session';
