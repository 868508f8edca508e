/** A run that a person opened. */
export interface OpenRun {
  readonly id: string;
  /** The card of the question that it waits with is wanted, too; each object is one visit. */
  readonly wantsCard: boolean;
}
