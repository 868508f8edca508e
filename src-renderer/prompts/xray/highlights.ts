/** Layers drawn under pieces of a text; the sheet `rendered-message.module.css` defines their looks. */
export const LAYERS = ['sigma-value', 'sigma-call', 'sigma-same', 'sigma-here'] as const;
export type HighlightLayer = (typeof LAYERS)[number];

type HighlightRanges = readonly (StaticRangeInit | undefined)[];

interface HighlightApi {
  readonly highlights: Map<string, unknown>;
  readonly make: (ranges: Iterable<StaticRangeInit>) => { priority: number };
}

/** Draws the layers under the stretches, without an element more in the page. Browsers that cannot, show the text alone. */
export function drawLayers(layers: Readonly<Partial<Record<HighlightLayer, HighlightRanges>>>): void {
  const paint = createPainter();
  if (paint === undefined) return;
  for (const [name, stretches] of Object.entries(layers)) {
    const ranges = stretches.filter((one) => one !== undefined);
    if (ranges.length === 0) paint.highlights.delete(name);
    else {
      const made = paint.make(ranges);
      made.priority = LAYERS.indexOf(name as HighlightLayer);
      paint.highlights.set(name, made);
    }
  }
}

export function clearLayers(): void {
  const paint = createPainter();
  for (const name of LAYERS) paint?.highlights.delete(name);
}

function createPainter(): HighlightApi | undefined {
  if (typeof CSS === 'undefined' || !('highlights' in CSS) || typeof Highlight === 'undefined') return undefined;
  return {
    highlights: CSS.highlights as unknown as Map<string, unknown>,
    make: (ranges) => {
      const highlight = new Highlight();
      for (const range of ranges) highlight.add(new StaticRange(range));
      return highlight;
    },
  };
}
