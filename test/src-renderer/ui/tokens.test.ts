import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../../src-renderer/ui/tokens.css'), 'utf8');

function coloursOf(theme: string): ReadonlyMap<string, string> {
  const block = new RegExp(`data-theme="${theme}"\\]\\s*\\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', colour = '']) => [name, colour]),
  );
}

/** WCAG 2's contrast of two colours, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const surfaces = ['surface-0', 'surface-1', 'surface-2', 'surface-3'];
const tones = ['danger', 'warning', 'success', 'info'];

describe.each([
  ['dark', 4.5],
  ['light', 4.5],
  ['contrast', 7],
])('colours of the %s theme', (theme, least) => {
  const colours = coloursOf(theme);
  const colour = (name: string) => colours.get(name) ?? expect.fail(`${theme} has no --${name}`);
  const readable: readonly (readonly [string, string])[] = [
    ...['text', 'text-muted'].flatMap((text) => surfaces.map((surface) => [text, surface] as const)),
    ...tones.flatMap((tone) =>
      ['surface-0', 'surface-1', 'surface-2', `${tone}-surface`].map((surface) => [tone, surface] as const),
    ),
    ...tones.map((tone) => ['text', `${tone}-surface`] as const),
    ['accent', 'surface-1'],
    ['accent', 'surface-2'],
    ['on-accent', 'accent'],
    ['text', 'accent-surface'],
    ['added-text', 'added-bg'],
    ['removed-text', 'removed-bg'],
  ];

  test.each(readable)('%s is readable on %s', (text, surface) => {
    expect(contrast(colour(text), colour(surface))).toBeGreaterThanOrEqual(least);
  });

  test.each(['focus', 'border-strong'])('%s stands out from every surface', (line) => {
    for (const surface of surfaces) expect(contrast(colour(line), colour(surface))).toBeGreaterThanOrEqual(3);
  });
});
