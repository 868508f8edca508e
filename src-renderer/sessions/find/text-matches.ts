/** Most matches that are found; no person walks through more. */
export const MAX_MATCHES = 5000;

/** Selector of the elements that begin and end a line of reading: text does not continue across them. */
const BLOCKS = 'article, p, li, pre, h1, h2, h3, h4, h5, h6, td, th, dt, dd, div, section, summary, header, footer';
/**
 * Selector of what is not searched: buttons, and marks that only repeat something; of a formula, its source is
 * searched.
 */
const SKIPPED = 'button, math, [aria-hidden="true"]:not([data-source])';

/** Finds `sought` in the text below `root`, in any case, in reading order; also in parts that are closed. */
export function textMatches(root: Element, sought: string): Range[] {
  const wanted = foldCase(sought);
  const matches: Range[] = [];
  if (wanted === '') return matches;
  for (const nodes of runsOf(root)) {
    const text = foldCase(nodes.map((node) => node.data).join(''));
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      matches.push(rangeOver(nodes, at, at + wanted.length));
      if (matches.length === MAX_MATCHES) return matches;
    }
  }
  return matches;
}

/** Upper and lower case are one, and every character keeps its place: the one that is longer in lower case (İ) stays as it is. */
export function foldCase(text: string): string {
  const lower = text.includes('İ')
    ? text
        .split('İ')
        .map((part) => part.toLowerCase())
        .join('İ')
    : text.toLowerCase();
  return lower.replaceAll('ς', 'σ');
}

/** The text nodes of each line of reading, in order. */
function* runsOf(root: Element): Generator<Text[], void> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let run: Text[] = [];
  let block: Element | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!(node instanceof Text) || parent === null || parent.closest(SKIPPED) !== null) continue;
    const own = parent.closest(BLOCKS);
    if (own !== block && run.length > 0) {
      yield run;
      run = [];
    }
    block = own;
    run.push(node);
  }
  if (run.length > 0) yield run;
}

function rangeOver(nodes: readonly Text[], start: number, end: number): Range {
  const range = document.createRange();
  let offset = 0;
  for (const node of nodes) {
    const next = offset + node.length;
    if (start >= offset && start < next) range.setStart(node, start - offset);
    if (end > offset && end <= next) {
      range.setEnd(node, end - offset);
      break;
    }
    offset = next;
  }
  return range;
}
