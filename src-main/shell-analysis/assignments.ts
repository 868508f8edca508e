import type { EffectSink } from './effect-sink.ts';
import type { Assignment } from './model.ts';

/** Variables that change no more than how something looks. */
const HARMLESS = /^(?:LANG|LC_[A-Z]+|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES|CI)$/;
const PLAIN_VALUE = /^[\w.@+-]*$/;

export function doubtAssignments(assignments: readonly Assignment[], sink: EffectSink): void {
  for (const { name, value, span } of assignments) {
    const isHarmless = HARMLESS.test(name) && value?.literal !== undefined && PLAIN_VALUE.test(value.literal);
    const word = { span, text: name, literal: name, expansions: new Set<never>(), isQuoted: false };
    if (!isHarmless) sink.doubt('assignment', word);
  }
}
