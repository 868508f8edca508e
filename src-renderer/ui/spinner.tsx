import styles from './spinner.module.css';

/** Sign of work in progress; `label` names it, announced to everybody unless `quiet`. */
export function Spinner({ label, quiet = false }: { readonly label: string; readonly quiet?: boolean }) {
  return (
    <span className={styles.spinner} role="status" aria-label={label}>
      <span className={styles.ring} aria-hidden="true" />
      {quiet ? undefined : <span aria-hidden="true">{label}…</span>}
    </span>
  );
}
