/** Actor, outcome, path, tools and text of an event, derived the same way for search and for display. */
import { isPlainObject } from '../plain-object.ts';

export const actors = ['person', 'model', 'rule', 'app'] as const;
export type Actor = (typeof actors)[number];

export const results = ['done', 'failed', 'refused', 'stopped'] as const;
export type Result = (typeof results)[number];

interface EventContent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const BY_PERSON: readonly string[] = [
  'message.user',
  'session.created',
  'session.renamed',
  'session.moved',
  'session.variable',
  'session.modes',
  'session.permission',
  'session.rules',
  'rule.saved',
  'rule.removed',
  'change.redone',
  'turn.undone',
  'session.rewound',
  'event.copied',
  'console.started',
  'console.ended',
  'history.reset',
  'push.added',
  'push.dropped',
  'workspace.trusted',
  'workspace.unpacked',
  'image.written',
  'image.taken',
  'image.mounted',
  'image.unmounted',
  'schedule.enabled',
  'schedule.paused',
  'schedule.answered',
  'inbox.read',
  'inbox.kept',
  'inbox.undone',
  'branch.taken',
  'branch.kept',
  'branch.restored',
  'branch.erased',
];
const BY_MODEL: readonly string[] = ['llm.replied', 'tool.called', 'tool.returned', 'command.ran'];

/**
 * Actors of changes by origin. Clients of the Shell Adapter are models' programs; changes of unknown origin were found
 * by the app.
 */
const CHANGED_BY: ReadonlyMap<unknown, Actor> = new Map([
  ['undo', 'person'],
  ['redo', 'person'],
  ['unknown', 'app'],
]);

/** Actors of event types that need more than the type. */
const DECIDED_BY: Readonly<Record<string, (data: EventContent['data']) => Actor>> = {
  'approval.decided': ({ by }) => (by === 'rule' ? 'rule' : 'person'),
  'file.changed': ({ origin, byBox }) => (byBox === undefined ? (CHANGED_BY.get(origin) ?? 'model') : 'app'),
  'change.undone': ({ byBox, hasFailed }) => (byBox === undefined && hasFailed !== true ? 'person' : 'app'),
  'history.compacted': ({ isManual }) => (isManual === true ? 'person' : 'app'),
  'workspace.restricted': ({ by }) => (by === 'person' ? 'person' : 'app'),
  'retention.swept': ({ by }) => (by === 'person' ? 'person' : 'app'),
  'branch.dropped': ({ by }) => (by === 'person' ? 'person' : 'app'),
  'schedule.started': ({ by }) => (by === 'person' ? 'person' : 'app'),
  'provider.tools': ({ isApproved }) => (isApproved === true ? 'person' : 'app'),
};

/** Derives the actor of an event: the person, the model (and whatever it runs), a rule, or the app itself. */
export function actorOf({ type, data }: EventContent): Actor {
  const decide = Object.hasOwn(DECIDED_BY, type) ? DECIDED_BY[type] : undefined;
  if (decide) return decide(data);
  if (BY_PERSON.includes(type)) return 'person';
  return BY_MODEL.includes(type) ? 'model' : 'app';
}

const OUTCOMES: Readonly<Record<string, Result>> = {
  done: 'done',
  failed: 'failed',
  invalid: 'failed',
  refused: 'refused',
  skipped: 'stopped',
  cancelled: 'stopped',
  allow: 'done',
  refuse: 'refused',
  withdrawn: 'stopped',
  completed: 'done',
  stop: 'done',
  'tool-calls': 'done',
  length: 'failed',
  'content-filter': 'failed',
  interrupted: 'failed',
  'over-budget': 'stopped',
  stopped: 'stopped',
};

/** Derives the result of an event; undefined for one without an end of its own, such as a message. */
export function resultOf({ type, data }: EventContent): Result | undefined {
  switch (type) {
    case 'tool.returned':
    case 'turn.ended':
      return OUTCOMES[String(data.outcome)];
    case 'approval.decided':
      return OUTCOMES[String(data.verdict)];
    case 'provider.ended':
    case 'schedule.ended':
    case 'branch.ended':
    case 'workspace.ended':
      return OUTCOMES[String(data.state)];
    case 'llm.replied':
      return OUTCOMES[String(data.finish)];
    case 'command.ran':
    case 'console.ended':
      if (data.stopReason !== 'exit') return 'stopped';
      return data.exitCode === 0 ? 'done' : 'failed';
    case 'change.undone':
      return data.hasFailed === true ? 'failed' : 'done';
    case 'file.changed':
    case 'change.redone':
      return 'done';
    case 'retention.ended':
      return retentionResult(data);
    case 'turn.undone':
    case 'session.rewound':
      return isLeftWhole(data) ? 'failed' : 'done';
    case 'record.cut':
    case 'error.raised':
      return 'failed';
    default:
      return undefined;
  }
}

function retentionResult({ wasCancelled, failed }: EventContent['data']): Result {
  if (wasCancelled === true) return 'stopped';
  return Array.isArray(failed) && failed.length > 0 ? 'failed' : 'done';
}

/** Whether an undo or a rewind restored nothing of what it was about; a rewind of the conversation alone is about no path. */
function isLeftWhole({ restored, left, unknown }: EventContent['data']): boolean {
  return restored === 0 && (left !== 0 || unknown !== 0);
}

/** Whether one of the paths the event is about contains `wanted`, in any case and whatever form accents have. */
export function isAboutPath({ data }: EventContent, wanted: string): boolean {
  const { path, cwd, arguments: given, subject, paths } = data;
  const places = [path, cwd, pathField(given), pathField(subject), ...listedPaths(paths)];
  const folded = foldedText(wanted);
  return places.some((place) => typeof place === 'string' && foldedText(place).includes(folded));
}

/** The paths in a list of them, or of what became of each. */
function listedPaths(value: unknown): unknown[] {
  return Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? one : pathField(one))) : [];
}

function pathField(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'path' in value ? value.path : undefined;
}

/** The tool an event is about, or the tools a reply asks for. */
export function eventTools({ data }: EventContent): unknown[] {
  const calls: unknown[] = Array.isArray(data.calls) ? data.calls : [];
  return [data.tool, ...calls.map((call) => (isPlainObject(call) ? call.tool : undefined))];
}

/** The words of a search, each once. */
export function searchWords(text: string): readonly string[] {
  return [...new Set(foldedText(text).split(/\s+/).filter(Boolean))];
}

/** Text of an event in which the words of a search are looked for: its id, its type and all that it says. */
export function searchedText({ id, type, data }: EventContent & { readonly id: string }): string {
  return foldedText([id, type, ...stringsOf(data)].join('\n'));
}

/** The text in small letters, each as one character where it can be: names on macOS have accents as characters of their own. */
export function foldedText(text: string): string {
  return text.toLowerCase().normalize();
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}
