/** A parameter that can be done without, and the words by which services name it. */
interface Parameter {
  readonly member: string;
  readonly named: RegExp;
}

const NAMED_ALIKE = [
  'top_p',
  'top_k',
  'temperature',
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'seed',
  'stream_options',
  'parallel_tool_calls',
  'store',
  'metadata',
  'service_tier',
  'user',
  'verbosity',
].map((member) => ({ member, named: new RegExp(`\\b${member}\\b`, 'i') }));

/**
 * Parameters in the order in which they are given up if a refusal names several. `thinking_blocks` (earlier reasoning)
 * and `cache_control` are inside messages; the caller uses a member of that name to say that they were sent.
 */
const PARAMETERS: readonly Parameter[] = [
  { member: 'thinking_blocks', named: /\bsignature\b/i },
  ...NAMED_ALIKE,
  { member: 'cache_control', named: /cache_control/i },
  { member: 'reasoning_effort', named: /reasoning[_. ]?effort|\bthinking\b.*\beffort\b/i },
  { member: 'output_config', named: /output_config|\beffort\b/i },
  { member: 'thinking', named: /\bthinking\b/i },
  { member: 'stop', named: /[`'"]stop[`'"]/i },
];

const REFUSES =
  /support|deprecat|not (allowed|permitted|accepted|available|valid)|cannot|can't|may (not|only)|must be|unknown|unrecognized|unexpected|extra|invalid|incompatible|only the default|removed/i;

/**
 * Parameters that a model was found to refuse; kept for each model as long as the program runs. A refusal is believed once an answer
 * has come without what it refused: if none comes, it was about something else.
 */
export class RefusedParameters {
  readonly #leftOut = new Map<string, 'tried' | 'known'>();
  /** Members whose value is given under another name. */
  readonly #renamed = new Map<string, string>();
  #maxTokens: number | undefined;

  /** Members that are left out now. */
  get leftOut(): ReadonlySet<string> {
    return new Set(this.#leftOut.keys());
  }

  /** Notes that a request without these members was answered. */
  answered(without: Iterable<string>): void {
    for (const member of without) if (this.#leftOut.has(member)) this.#leftOut.set(member, 'known');
  }

  /** Notes that a request without these members failed all the same. */
  failed(without: Iterable<string>): void {
    for (const member of without) if (this.#leftOut.get(member) === 'tried') this.#leftOut.delete(member);
  }

  /** The request as the model takes it. */
  apply(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const fitting: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(body)) {
      const member = this.#renamed.get(name) ?? name;
      // A null says nothing: it neither goes before a value of another name nor takes its place.
      const isSaidThere = member !== name && (body[member] ?? null) !== null;
      const isUnsaid = value === null && Object.hasOwn(fitting, member);
      if (!this.#leftOut.has(name) && !isSaidThere && !isUnsaid) fitting[member] = this.#capped(member, value);
    }
    return fitting;
  }

  /** The member that the service's words refuse, so that asking again without it makes sense; each is given up once. */
  learnFrom(said: string, body: Readonly<Record<string, unknown>>): string | undefined {
    return this.#learnLimit(said, body) ?? this.#learnName(said, body) ?? this.#learnParameter(said, body);
  }

  /** `max_tokens: 64000 > 32000, which is …`. */
  #learnLimit(said: string, { max_tokens: asked }: Readonly<Record<string, unknown>>): string | undefined {
    const most = Number(/max_tokens\W+\d+ > (\d+)/.exec(said)?.[1] ?? Number.NaN);
    if (!(most > 0) || typeof asked !== 'number' || asked <= most || this.#maxTokens === most) return undefined;
    this.#maxTokens = most;
    return 'max_tokens';
  }

  /** `Unsupported parameter: 'max_tokens' … Use 'max_completion_tokens' instead.` */
  #learnName(said: string, body: Readonly<Record<string, unknown>>): string | undefined {
    const isMeant = /max_tokens/.test(said) && /max_completion_tokens/.test(said) && REFUSES.test(said);
    if (!isMeant || !('max_tokens' in body) || this.#renamed.has('max_tokens')) return undefined;
    this.#renamed.set('max_tokens', 'max_completion_tokens');
    return 'max_tokens';
  }

  #learnParameter(said: string, body: Readonly<Record<string, unknown>>): string | undefined {
    if (!REFUSES.test(said)) return undefined;
    const refused = PARAMETERS.find(
      ({ member, named }) => Object.hasOwn(body, member) && !this.#leftOut.has(member) && named.test(said),
    )?.member;
    if (refused !== undefined) this.#leftOut.set(refused, 'tried');
    return refused;
  }

  #capped(member: string, value: unknown): unknown {
    const isOver = member === 'max_tokens' && typeof value === 'number' && value > (this.#maxTokens ?? Infinity);
    return isOver ? this.#maxTokens : value;
  }
}
