/** Upper bound of the cost of trying a pattern on a text: `factor` times the text's length to the power of `degree`. */
interface Cost {
  readonly degree: number;
  readonly factor: number;
}

/** Steps that take some hundredths of a second. */
const MAX_STEPS = 5_000_000;
/** A group that can match in several ways may be repeated this often: each time multiplies what there is to try. */
const MAX_REPEATS = 4;

const ONE_WAY: Cost = { degree: 0, factor: 1 };

/**
 * Greatest length of a text that is compared with a pattern, which a program wrote and which may take for ever, as
 * `(a|a)*b` or `(a+)+b` do; 0 for one that must not be tried at all. Errs on the short side.
 */
export function longestText(pattern: string): number {
  const cost = new PatternCost(pattern).cost();
  if (!cost) return 0;
  // Where it is not tied to the beginning, it is tried from every place.
  const degree = cost.degree + (pattern.startsWith('^') && cost.alternatives === 1 ? 0 : 1);
  const room = MAX_STEPS / cost.factor;
  return degree === 0 ? (room < 1 ? 0 : Number.POSITIVE_INFINITY) : Math.floor(room ** (1 / degree));
}

interface Group {
  degree: number;
  factor: number;
  alternatives: number;
}

/** A part of a pattern, in the order in which they are looked for. */
const PART =
  /(?<reference>\\[1-9k])|(?<atom>\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\])|(?<open>\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?)|(?<close>\))|(?<or>\|)|(?<times>(?:[*+?]|\{\d+(?:,\d*)?\})\??)|(?<other>.)/gsy;

/** Adds up, from the inside out, in how many ways a pattern can match. */
class PatternCost {
  readonly #pattern: string;
  readonly #open: Group[] = [newGroup()];
  /** Cost of the item that a following quantifier would repeat. */
  #last: Cost = ONE_WAY;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Computes the cost; undefined if it may grow exponentially, or is unknown. */
  cost(): Group | undefined {
    for (const { groups = {} } of this.#pattern.matchAll(PART)) {
      if (groups.reference !== undefined || !this.#take(groups)) return undefined;
    }
    this.#add();
    return this.#open.length === 1 ? this.#open[0] : undefined;
  }

  #take({ open, close, or, times }: Readonly<Record<string, string | undefined>>): boolean {
    if (times !== undefined) return this.#repeat(times);
    this.#add();
    if (open !== undefined) this.#open.push(newGroup());
    const group = this.#open.at(-1);
    if (close !== undefined && group && this.#open.length > 1) {
      this.#open.pop();
      this.#last = { degree: group.degree, factor: group.factor * group.alternatives };
    }
    if (or !== undefined && group) group.alternatives++;
    return close === undefined || group !== this.#open[0];
  }

  #repeat(times: string): boolean {
    const [least, most] = bounds(times);
    const { degree, factor } = this.#last;
    const canVary = degree > 0 || factor > 1;
    if (canVary && most > MAX_REPEATS) return false;
    const ways = most === Number.POSITIVE_INFINITY ? 1 : most - least + 1;
    this.#last = {
      degree: most === Number.POSITIVE_INFINITY ? 1 : degree * most,
      factor: factor ** Math.max(1, Math.min(most, MAX_REPEATS)) * ways,
    };
    return true;
  }

  #add(): void {
    const group = this.#open.at(-1);
    if (group) {
      group.degree += this.#last.degree;
      group.factor *= this.#last.factor;
    }
    this.#last = ONE_WAY;
  }
}

const newGroup = (): Group => ({ degree: 0, factor: 1, alternatives: 1 });

function bounds(times: string): readonly [least: number, most: number] {
  const [, least = '0', comma, most = ''] = /^\{(\d+)(,)?(\d*)\}/.exec(times) ?? [];
  if (times.startsWith('?')) return [0, 1];
  if (times.startsWith('*') || times.startsWith('+')) return [0, Number.POSITIVE_INFINITY];
  if (comma === undefined) return [Number(least), Number(least)];
  return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
}
