import type { DecisionBasis } from '#tools';

/** Whether something is proven to do nothing but read. */
export type ReadProof = { readonly isProven: true } | { readonly isProven: false; readonly why: string };

/** Judgement of the read-only preset about a command line. */
export interface LineProof {
  readonly line: ReadProof;
  /** Proof for each part; a missing one is unproven. */
  readonly parts: readonly ReadProof[];
}

export const PROVEN: ReadProof = { isProven: true };

export const unprovenRead = (why: string): ReadProof => ({ isProven: false, why });

/** Proof without facts from the disk, which proves nothing. */
export const NOTHING_PROVEN: LineProof = { line: unprovenRead('it was not looked at'), parts: [] };

type RecordedProof = NonNullable<DecisionBasis['proof']>;

export const recordedProof = ({ line, parts }: LineProof): RecordedProof => ({ line, parts: [...parts] });

/**
 * The proof on the record of a decision; older records have a text for each part, which is empty if the part is proven.
 */
export function proofOnRecord(proof: RecordedProof): LineProof {
  if ('line' in proof) return proof;
  const ofText = (text: string) => (text.length === 0 ? PROVEN : unprovenRead(text));
  return { line: proof.isProven ? PROVEN : unprovenRead(proof.why), parts: proof.parts.map(ofText) };
}
