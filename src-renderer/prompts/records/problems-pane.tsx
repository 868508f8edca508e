import type { PromptsState } from '#contract';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './record-editor.module.css';

const KINDS = { extension: 'extension', template: 'prompt', environ: 'variable', tool: 'tool' } as const;

/** Records that cannot be read, or not as they were meant. */
export function ProblemsPane({ state: { problems } }: { readonly state: PromptsState }) {
  if (problems.length === 0) return <EmptyState title="Every record can be read" />;
  return (
    <section className={styles.detail} aria-label="Problems in the store">
      <h2 className={styles.heading}>Problems in the store</h2>
      <p className={styles.note}>These records are left out, or used in part; the others are not affected.</p>
      <table className={styles.table} aria-label="Problems in the store">
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Kind</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ kind, key, severity, message }) => (
            <tr key={`${key} ${message}`}>
              <td>
                <code>
                  <VisibleText text={key} />
                </code>
              </td>
              <td>{KINDS[kind]}</td>
              <td>
                <Badge tone={severity === 'error' ? 'danger' : 'warning'}>{severity}</Badge>{' '}
                <VisibleText text={message} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
