import { render } from 'katex';
import { inMathAlphabet } from './math-alphabets.ts';

/** Most steps in which the macros of a formula are expanded. */
const MAX_STEPS = 1000;
/** Most of what a formula may ask for in one direction, in em. */
const MAX_EM = 20;

/**
 * Sets a formula as MathML into an element.
 * @throws where it is no TeX that KaTeX knows.
 */
export function setFormula(tex: string, isDisplay: boolean, into: Element): void {
  render(tex, into as HTMLElement, {
    displayMode: isDisplay,
    output: 'mathml',
    throwOnError: true,
    trust: false,
    strict: 'ignore',
    maxExpand: MAX_STEPS,
    maxSize: MAX_EM,
  });
  // Browsers know no other variants than the upright one.
  for (const letters of into.querySelectorAll('[mathvariant]')) {
    const { textContent: text } = letters;
    const shown = inMathAlphabet(text ?? '', letters.getAttribute('mathvariant') ?? '');
    if (shown !== text) letters.textContent = shown;
  }
}
