import { knownWindow } from './known-windows.ts';
import { MIN_CONTEXT } from './presets.ts';
import type { ResolvedProfile } from './profile.ts';

/** Tokens kept free for the app's own words and a reply, in a window of any size. */
const RESERVE = 4096;
/** The most of a window that a conversation fills before it is compacted: counting is never exact. */
const FILLED_PART = 0.8;

type ContextSize = Pick<ResolvedProfile, 'context' | 'contextFrom'>;

/**
 * Determines the number of tokens from which a conversation is compacted: as the file says, else as the server
 * reported, else as the preset says, else what is known of the model, else the default.
 */
export function contextSize(
  profile: ContextSize & Pick<ResolvedProfile, 'model'>,
  told: number | undefined,
): ContextSize {
  const { context, contextFrom, model } = profile;
  if (contextFrom === 'file') return { context, contextFrom };
  if (told !== undefined) return { context: roomIn(told), contextFrom: 'server' };
  const known = contextFrom === 'default' ? knownWindow(model) : undefined;
  return known === undefined ? { context, contextFrom } : { context: roomIn(known), contextFrom: 'model' };
}

/** Number of tokens that a conversation may fill of the model's context. */
function roomIn(window: number): number {
  return Math.max(MIN_CONTEXT, Math.min(Math.floor(window * FILLED_PART), window - RESERVE));
}
