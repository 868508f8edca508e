/** Data of the large template: hundreds of snippets of code, always the same ones. */

const SNIPPETS = 392;
const TURNS = 40;
const WORDS =
  'func return if err != nil { } for range map[string]interface{} := context.Background() log.Printf("x") // comment const var type struct defer close(ch) select case <-done: default:'.split(
    ' ',
  );
const FOLDERS = ['api', 'service', 'internal/cache', 'dao', 'internal/utils', 'web/src/components'];

export function largeData(): object {
  const random = randomFrom(20_240_601);
  return {
    project: 'ai-prompt-shell',
    snippets: Array.from({ length: SNIPPETS }, (_, at) => snippet(random, at)),
    history: Array.from({ length: TURNS }, () => ({
      role: random.pick(['user', 'assistant']),
      content: words(random, random.upTo(10, 60)).join(' '),
    })),
  };
}

function snippet(random: Random, at: number): object {
  const from = random.upTo(1, 900);
  const title = `Snippet ${at} é ${random.pick(['缓存', 'cache', '渲染', 'render'])}`;
  return {
    id: `s${`${at}`.padStart(4, '0')}`,
    path: `${random.pick(FOLDERS)}/f${`${at}`.padStart(3, '0')}.go`,
    from,
    to: from + random.upTo(5, 40),
    score: random.next(),
    code: code(random, random.upTo(20, 60)),
    meta: { lang: 'go', rank: at, branch: 'main', dirty: random.next() < 0.5 },
    ...(random.next() < 0.8 && { title }),
    ...(random.next() < 0.5 && { refs: Array.from({ length: random.upTo(1, 5) }, () => reference(random)) }),
  };
}

function reference(random: Random): object {
  return {
    name: `Fn${random.upTo(1, 999)}`,
    path: `pkg/x${random.upTo(1, 99)}.go`,
    line: random.upTo(1, 2000),
    test: random.next() < 0.3,
  };
}

function code(random: Random, count: number): string {
  const lines: string[] = [];
  for (let left = count; left > 0; ) {
    const line = words(random, Math.min(left, random.upTo(4, 9)));
    lines.push('\t'.repeat(random.upTo(0, 3)) + line.join(' '));
    left -= line.length;
  }
  return lines.join('\n');
}

function words(random: Random, count: number): string[] {
  return Array.from({ length: count }, () => random.pick(WORDS));
}

interface Random {
  /** 0 inclusive, 1 exclusive. */
  next(): number;
  /** Both inclusive. */
  upTo(least: number, most: number): number;
  pick(choices: readonly string[]): string;
}

/** Mulberry32. */
function randomFrom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return { next, upTo, pick: (choices) => choices[upTo(0, choices.length - 1)] ?? '' };
}
