import { useLayoutEffect, useRef, useState } from 'react';
import styles from './formula.module.css';

export interface FormulaProps {
  /** Text between its delimiters, as TeX. */
  readonly tex: string;
  /** Source with its delimiters, as it appears in the text. */
  readonly source: string;
  /** Whether it is on lines of its own. */
  readonly isDisplay: boolean;
}

type SetFormula = (tex: string, isDisplay: boolean, into: Element) => void;
let loaded: SetFormula | undefined;

/** A formula as MathML, once what sets it is loaded; its source before, and where it cannot be set. What is copied is its source. */
export function Formula({ tex, source, isDisplay }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null);
  const set = useSetFormula();
  const [shown, setShown] = useState<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (set === undefined || place.current === null) return;
    try {
      set(tex, isDisplay, place.current);
      setShown(tex);
    } catch {
      place.current.replaceChildren();
      setShown(undefined);
    }
  }, [set, tex, isDisplay]);
  const isSet = shown === tex;
  return (
    <span className={isSet ? styles.formula : undefined} data-display={isSet && isDisplay ? '' : undefined}>
      <span ref={place} className={styles.set} />
      <span
        className={isSet ? styles.source : undefined}
        aria-hidden={isSet ? true : undefined}
        data-source={isSet ? '' : undefined}
      >
        {source}
      </span>
    </span>
  );
}

function useSetFormula(): SetFormula | undefined {
  const [set, setSet] = useState<{ readonly it: SetFormula | undefined }>({ it: loaded });
  const isWanted = set.it === undefined;
  useLayoutEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    const load = async () => {
      const { setFormula } = await import('./set-formula.ts');
      if (loaded === undefined) document.addEventListener('copy', copySources);
      loaded = setFormula;
      if (!isOver) setSet({ it: setFormula });
    };
    // A formula that is not set is read as its source.
    void load().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [isWanted]);
  return set.it;
}

/** Copies the sources of formulas; overlays of a formula would otherwise begin a line of their own in the copy. */
function copySources(event: ClipboardEvent): void {
  const selection = getSelection();
  const formulas = [...document.querySelectorAll('[data-source]')];
  if (event.defaultPrevented || !selection || !formulas.some((one) => selection.containsNode(one, true))) return;
  const { dataset } = document.documentElement;
  dataset.copying = '';
  event.clipboardData?.setData('text/plain', selection.toString());
  delete dataset.copying;
  event.preventDefault();
}
