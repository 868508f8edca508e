import type { RenderFailure } from '#contract';

/** Names of the arguments for whose lack nothing was rendered, each once. */
export function missingArgs({ reason, missing = [] }: RenderFailure): readonly string[] {
  if (reason === 'arguments') return [...new Set(missing)];
  if (reason !== 'undefined') return [];
  const names = missing.flatMap((path) => {
    const [root, name] = path.split('.');
    return root === 'args' && name !== undefined ? [name.replace(/\[.*$/, '')] : [];
  });
  return [...new Set(names.filter((name) => name !== ''))];
}
