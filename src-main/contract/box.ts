import * as z from './schema/zod.ts';

/**
 * How much a command may do in the box: `network` is the workspace strength with the machine's network
 * (docs/decisions/013-box.md).
 */
export const BoxStrength = z.enum(['read-only', 'workspace', 'network']);
export type BoxStrength = z.infer<typeof BoxStrength>;

/** Place in which a command runs: in the box of that strength, or outside it with the person's rights. */
export const RunPlace = z.enum(['none', ...BoxStrength.options]);
export type RunPlace = z.infer<typeof RunPlace>;

/** Where a rule lets a command run (docs/decisions/012-rules.md). */
export const RulePlaceName = z.enum(['box', 'network', 'outside']);
export type RulePlaceName = z.infer<typeof RulePlaceName>;
