import fc from 'fast-check';

/** Lines of a small alphabet, so that texts share many; with Unicode, tabs and lone CRs. */
const content = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', 'a', 'b', 'c', '}', '  x') },
  { weight: 2, arbitrary: fc.constantFrom('naïve — ½', '日本語 🎉', 'one\rtwo', '\r', '\u2028', '\uFEFF', '\t') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replaceAll('\n', '')) },
);

const terminated = fc.tuple(content, fc.constantFrom('\n', '\r\n')).map(([line, ending]) => line + ending);

/** Any text made of lines with LF or CRLF endings, the last with or without one. */
export const anyText = fc
  .tuple(fc.array(terminated, { maxLength: 25 }), fc.option(content, { nil: '' }))
  .map(([lines, last]) => lines.join('') + last);

/** A text and an edited one: some lines kept, some removed, some added. */
export const textAndEdit = fc.oneof(
  fc.tuple(anyText, anyText),
  fc
    .tuple(
      fc.array(terminated, { maxLength: 40 }),
      fc.infiniteStream(fc.constantFrom(0, 0, 0, 0, 1, 2, 3)),
      fc.infiniteStream(terminated),
    )
    .map(([lines, choices, additions]) => {
      const edited = lines.flatMap((line) => {
        const choice = choices.next().value;
        if (choice === 0) return [line];
        if (choice === 1) return [];
        return choice === 2 ? [additions.next().value] : [line, additions.next().value];
      });
      return [lines.join(''), edited.join('')] as [string, string];
    }),
);

/** A seeded sample by default, the full count with SIGMA_TEST_LONG=1. */
export const numRuns = process.env.SIGMA_TEST_LONG === '1' ? 20_000 : 400;
