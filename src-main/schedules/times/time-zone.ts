/** Names that JavaScript takes for zones and the tz database does not have: BST would be Dhaka, and AST Anchorage. */
const NOT_IN_TZ = new Set(
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(' '),
);

const DAY_MS = 86_400_000;
const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** Days of one zone that are remembered. */
const MAX_DAYS = 4000;
/** Zones that are remembered. */
const MAX_ZONES = 100;
const known = new Map<string, TimeZone>();

/** A stretch of one UTC day in which the zone's clocks are ahead of UTC by the same time. Milliseconds. */
export interface OffsetPeriod {
  readonly start: number;
  /** Start of the next one. */
  readonly end: number;
  readonly offset: number;
  /** Offset just before the start; differs if the clocks were changed at that moment. */
  readonly offsetBefore: number;
}

/** Offsets of a zone's clocks from UTC. */
export class TimeZone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #starts = new Map<number, number>();
  readonly #stretches = new Map<number, readonly OffsetPeriod[]>();

  private constructor(name: string) {
    this.name = name;
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  }

  /** A zone of the tz database; undefined if it has none of this name. */
  static find(name: string): TimeZone | undefined {
    const found = known.get(name);
    if (found) return found;
    if (NOT_IN_TZ.has(name.toUpperCase()) || /^(?:[+-]|systemv\/)/i.test(name)) return undefined;
    try {
      const zone = new TimeZone(name);
      if (known.size >= MAX_ZONES) known.clear();
      known.set(name, zone);
      return zone;
    } catch {
      return undefined;
    }
  }

  /** The stretches of a UTC day, counted from 1970, in order: one, or two where the clocks are changed in it. */
  stretchesOf(day: number): readonly OffsetPeriod[] {
    const found = this.#stretches.get(day);
    if (found) return found;
    if (this.#stretches.size >= MAX_DAYS) this.#stretches.clear();
    const stretches = this.#look(day);
    this.#stretches.set(day, stretches);
    return stretches;
  }

  #look(day: number): readonly OffsetPeriod[] {
    const start = day * DAY_MS;
    const end = start + DAY_MS;
    const [before, offset, after] = [this.#atStart(day, -1), this.#atStart(day, 0), this.#atStart(day + 1, -1)];
    if (offset === after) return [{ start, end, offset, offsetBefore: before }];
    const change = this.#changeIn(start, end, offset);
    return [
      { start, end: change, offset, offsetBefore: before },
      { start: change, end, offset: after, offsetBefore: offset },
    ];
  }

  /** The first second in which the offset is not `offset` any more. */
  #changeIn(start: number, end: number, offset: number): number {
    let [same, other] = [start, end];
    while (other - same > 1000) {
      const middle = same + Math.floor((other - same) / 2000) * 1000;
      if (this.#offsetAt(middle) === offset) same = middle;
      else other = middle;
    }
    return other;
  }

  /** Offset at the first second of a UTC day, or at the second before it. */
  #atStart(day: number, second: 0 | -1): number {
    const key = day * 2 + second;
    const found = this.#starts.get(key);
    if (found !== undefined) return found;
    if (this.#starts.size >= 2 * MAX_DAYS) this.#starts.clear();
    const offset = this.#offsetAt(day * DAY_MS + second * 1000);
    this.#starts.set(key, offset);
    return offset;
  }

  #offsetAt(instant: number): number {
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = OFFSET.exec(this.#format.format(instant)) ?? [];
    const ahead = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -ahead : ahead;
  }
}
