import type { Api } from '#contract';
import { downloadPieces } from './download.ts';

export type ExportFormat = 'json' | 'markdown';

/** Hands the record of one session, or of all, to the person as a file called after `name`. */
export async function exportRecord(
  api: Pick<Api, 'activity'>,
  { format, session, name }: { readonly format: ExportFormat; readonly session?: string; readonly name: string },
): Promise<void> {
  const pieces = await api.activity.exported({ format, ...(session !== undefined && { session }) });
  const file = `sigma-${name}.${format === 'json' ? 'json' : 'md'}`;
  await downloadPieces(pieces, file, format === 'json' ? 'application/json' : 'text/markdown');
}
