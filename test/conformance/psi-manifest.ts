import { findLayer, ImageError, layerChain, lowerFolders, manifestValue, readManifest } from '#images';
import { type Case, comparing } from './compare-cases.ts';
import type { Suite } from './run-suite.ts';

/** Suite about a layer in a manifest: the chain below it, the order for overlay, and its rewritten form. */
export const psiManifest: Suite = (cases, say) =>
  answering(Array.isArray(cases) ? (cases as readonly Case[]).map(withoutMessages) : cases, say);

/** Drops the messages, because of an error only its class is compared. */
function withoutMessages({ expected, ...rest }: Case): Case {
  const { message: _, ...compared } = expected as Readonly<Record<string, unknown>>;
  return { ...rest, expected: compared };
}

const answering = comparing((input) => {
  const { manifest: text, layer } = input as { readonly manifest: string; readonly layer: string | null };
  try {
    const manifest = readManifest(text);
    const target = findLayer(manifest, layer ?? undefined);
    const chain = layerChain(manifest, target);
    return {
      target: target.uuid,
      chainRootFirst: chain.map(({ uuid }) => uuid),
      lowerdirOrder: lowerFolders(chain),
      roundTrip: manifestValue(manifest),
    };
  } catch (error) {
    if (error instanceof ImageError) return { error: error.defect };
    throw error;
  }
});
