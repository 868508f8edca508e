import type { ReactNode } from 'react';
import styles from './kbd.module.css';

/** A key as it is printed on it; nothing if there is none. */
export function Kbd({ keys, children }: { readonly keys?: string | undefined; readonly children?: ReactNode }) {
  const shown = keys ?? children;
  return shown === undefined || shown === '' ? undefined : <kbd className={styles.kbd}>{shown}</kbd>;
}
