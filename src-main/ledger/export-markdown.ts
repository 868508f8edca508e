import type { AnyLedgerEvent, LedgerEvent, LedgerEventData } from '#contract';
import { recordCutText } from '#contract/record-cut-text';
import { rewoundWords } from '#contract/undo-words';
import { knownEvent } from './event-line.ts';
import { codeBlock, inCode, markdownLine, markdownQuote } from './markdown-text.ts';
import type { SessionLine } from './ports.ts';

/** A transcript to read: one section a line of the record, everything that others wrote quoted or fenced. */
export async function* exportMarkdown(
  session: string,
  lines: AsyncIterable<SessionLine>,
): AsyncGenerator<string, void> {
  yield `# Session ${inCode(session)}\n`;
  for await (const line of lines) yield* line.event ? section(line.event) : unreadableLine(line);
}

function* section(event: AnyLedgerEvent): Generator<string, void> {
  const time = new Date(event.at).toISOString().replace('T', ' ').replace('Z', ' UTC');
  const known = knownEvent(event);
  yield `\n## ${sectionTitle(known) ?? inCode(event.type)}\n\n${time} · ${inCode(event.id)}\n\n`;
  yield known ? sectionBody(known) : codeBlock(JSON.stringify(event.data, undefined, 2), 'json');
}

function* unreadableLine({ number, problem = 'is no event', bytes }: SessionLine): Generator<string, void> {
  yield `\n## Line ${number} cannot be read\n\nIt ${problem}${bytes ? ':' : ''}\n\n`;
  if (bytes) yield codeBlock(bytes.toString());
}

const TITLES: { readonly [T in LedgerEvent['type']]: string } = {
  'session.created': 'Session created',
  'session.renamed': 'Session renamed',
  'session.opened': 'Session opened',
  'message.user': 'Message',
  'message.queued': 'Message waits',
  'message.withdrawn': 'Message taken back',
  'session.attendance': 'Who answers questions',
  'prompt.rendered': 'Prompt rendered',
  'llm.requested': 'Model asked',
  'llm.replied': 'Model replied',
  'call.repaired': 'Call repaired',
  'approval.asked': 'Approval asked',
  'approval.decided': 'Approval decided',
  'tool.called': 'Tool called',
  'tool.returned': 'Tool returned',
  'command.ran': 'Command ran',
  'file.changed': 'File changed',
  'call.watched': 'Effects of a call',
  'changes.found': 'Changes found',
  'history.compacted': 'History compacted',
  'history.kept': 'History kept',
  'history.shortened': 'History shortened',
  'history.replaced': 'History replaced',
  'history.refused': 'History not replaced',
  'history.reset': 'History reset',
  'push.added': 'Pushed to the chat',
  'push.dropped': 'Push dropped',
  'turn.ended': 'Turn ended',
  'console.started': 'Command typed',
  'console.ended': 'Typed command ended',
  'session.moved': 'Folder changed',
  'session.variable': 'Variable set',
  'session.modes': 'Modes changed',
  'provider.attached': 'Provider attached',
  'provider.ended': 'Provider ended',
  'provider.tools': 'Tools of a provider',
  'output.filtered': 'Output filtered',
  'rule.saved': 'Rule saved',
  'rule.removed': 'Rule removed',
  'session.permission': 'Permission mode',
  'session.rules': 'Rules of the session',
  'limits.raised': 'Limit raised',
  'shell.opened': 'Shell opened',
  'shell.closed': 'Shell closed',
  'change.undone': 'Change undone',
  'change.redone': 'Change made again',
  'turn.undone': 'Turn undone or made again',
  'workspace.unpacked': 'Workspace from an image',
  'image.written': 'Image written',
  'image.taken': 'Taken from an image',
  'image.mounted': 'Image opened as a folder',
  'image.unmounted': 'Folder of an image closed',
  'point.taken': 'Point taken',
  'session.rewound': 'Rewound or redone',
  'event.copied': 'From the session that this is a fork of',
  'workspace.trusted': 'Workspace trusted',
  'workspace.restricted': 'Workspace restricted',
  'workspace.started': 'Workspace started',
  'workspace.loaded': 'Workspace loaded',
  'workspace.ended': 'Workspace ended',
  'schedule.enabled': 'Task switched on',
  'schedule.paused': 'Task paused',
  'schedule.started': 'Run of a task started',
  'schedule.ended': 'Run of a task ended',
  'schedule.skipped': 'Run of a task left out',
  'schedule.missed': 'Runs of a task missed',
  'schedule.answered': 'Missed runs answered',
  'inbox.read': 'Runs read',
  'inbox.kept': 'Run kept',
  'inbox.undone': 'Run undone or made again',
  'branch.created': 'Branch begun',
  'branch.ready': 'Branch copied',
  'branch.started': 'Session in a branch',
  'branch.ended': 'Work in a branch ended',
  'branch.taken': 'Taken from a branch',
  'branch.kept': 'Branch kept',
  'branch.dropped': 'Branch dropped',
  'branch.restored': 'Branch restored',
  'branch.erased': 'Branch erased',
  'retention.swept': 'Removal begun',
  'retention.ended': 'Removal ended',
  'record.cut': 'Record cut',
  'error.raised': 'Error',
};

function sectionTitle(event: LedgerEvent | undefined): string | undefined {
  return event && TITLES[event.type];
}

function sectionBody(event: LedgerEvent): string {
  switch (event.type) {
    case 'message.user':
      return messageBody(event.data);
    case 'prompt.rendered':
      return `From ${inCode(event.data.template)}\n\n${codeBlock(event.data.text)}`;
    case 'llm.replied':
      return repliedBody(event.data);
    case 'tool.returned':
      return `${event.data.outcome} · ${inCode(event.data.tool)}\n\n${codeBlock(event.data.content)}`;
    case 'command.ran':
      return commandBody(event.data);
    case 'file.changed':
      return changedBody(event.data);
    case 'call.watched':
      return watchedBody(event.data);
    case 'turn.undone':
      return turnBody(`${event.data.direction} of a turn`, event.data);
    case 'session.rewound':
      return `${markdownLine(rewoundWords(event.data))}\n\n${turnBody(rewoundRemark(event.data), event.data)}`;
    case 'change.undone':
    case 'change.redone':
      return `${inCode(event.data.path)}, change ${inCode(event.data.change)}${howSettled(event.data)}\n`;
    case 'history.compacted':
      return compactedBody(event.data);
    case 'history.shortened':
      return `${event.data.leftOut} of the oldest messages are not sent any more · ${event.data.sizeBefore} tokens became ${event.data.sizeAfter}\n\n${markdownQuote(event.data.why)}`;
    case 'push.added':
      return `${event.data.item.kind} · ${inCode(event.data.item.label)}\n\n${codeBlock(event.data.item.text)}`;
    case 'console.started':
      return `${codeBlock(event.data.line, 'sh')}\nIn ${inCode(event.data.cwd)} · ${event.data.how}\n`;
    case 'console.ended':
      return consoleBody(event.data);
    case 'session.moved':
      return `${inCode(event.data.cwd)}\n`;
    case 'record.cut':
      return `${recordCutText(event.data)}\n`;
    case 'error.raised':
      return codeBlock(event.data.message);
    default:
      return codeBlock(JSON.stringify(event.data, undefined, 2), 'json');
  }
}

function messageBody({ text, images = [] }: LedgerEventData<'message.user'>): string {
  const named = images.map(({ name = 'without a name', type, hash }) => `- image ${inCode(name)} (${type}, ${hash})`);
  return [text === '' ? [] : [markdownQuote(text)], named.length === 0 ? [] : [named.join('\n')]].flat().join('\n\n');
}

function repliedBody({ model, text, calls, finish, error, refusal }: LedgerEventData<'llm.replied'>): string {
  const parts = [`${inCode(model)} · ${finish}\n`];
  if (text !== '') parts.push(markdownQuote(text));
  if (refusal !== undefined) parts.push(`Refused:\n\n${markdownQuote(refusal)}`);
  for (const call of calls) parts.push(`Calls ${inCode(call.tool)}:\n\n${codeBlock(call.arguments, 'json')}`);
  if (error) parts.push(`Failed (${error.code}):\n\n${codeBlock(error.message)}`);
  return parts.join('\n');
}

function changedBody(data: LedgerEventData<'file.changed'>): string {
  const { change, path, origin, by = [], shared, byBox } = data;
  const who = {
    tool: 'by a file tool',
    command: 'by a command',
    undo: 'by an undo',
    redo: 'by a redo',
    unknown: 'by an unknown cause',
  };
  const made =
    origin === 'program' || origin === 'client' ? `by ${by.map(inCode).join(', ') || `a ${origin}`}` : who[origin];
  const alive = origin === 'unknown' ? `; running then: ${by.map(inCode).join(', ')}` : '';
  return `${change} ${inCode(path)} ${made}${byTheBox(byBox)}${alive}${lineCounts(data)}\n${remarkLine(shared)}`;
}

function howSettled({ forced, byBox, hasFailed }: LedgerEventData<'change.undone'>): string {
  return `${forced ? ', by force' : ''}${byTheBox(byBox)}${hasFailed ? ', since it did not come to be' : ''}`;
}

const byTheBox = (why?: string) => (why === undefined ? '' : `, by the box: ${markdownLine(why)}`);

function watchedBody({ tool, by, changes, notWatched, alongside, interrupted }: LedgerEventData<'call.watched'>) {
  const whose = by === undefined ? '' : ` of ${inCode(by)}`;
  const together = alongside && `Ran at the same time as: ${alongside.join('; ')}`;
  return `${inCode(tool)}${whose} · ${changes} changed\n${remarkLine(interrupted)}${remarkLine(together)}${notWatched.map(remarkLine).join('')}`;
}

function commandBody(data: LedgerEventData<'command.ran'>): string {
  const end = data.exitCode === undefined ? `ended by ${data.signal ?? data.stopReason}` : `exit code ${data.exitCode}`;
  const facts = `In ${inCode(data.cwd)} · ${end} · ${Math.round(data.durationMs)} ms · ${data.outputBytes} bytes of output`;
  const spool = data.spool ? `\nAll of the output is kept as ${inCode(data.spool.hash)}\n` : '';
  const together = data.alongside && `Ran at the same time as: ${data.alongside.join('; ')}`;
  const unseen = data.notWatched.map(remarkLine).join('');
  const remarks = `${remarkLine(data.interrupted)}${remarkLine(together)}${unseen}`;
  return `${codeBlock(data.command, 'sh')}\n${facts}\n\n${codeBlock(data.output)}${spool}${remarks}`;
}

function consoleBody({ exitCode, signal, stopReason, durationMs, text, isTail }: LedgerEventData<'console.ended'>) {
  const end = exitCode === undefined ? `ended by ${signal ?? stopReason}` : `exit code ${exitCode}`;
  const stopped = stopReason === 'exit' ? '' : ` · ${stopReason}`;
  return `${end}${stopped} · ${Math.round(durationMs)} ms${isTail ? ' · the end of its output' : ''}\n\n${codeBlock(text)}`;
}

function rewoundRemark({ direction, to }: LedgerEventData<'session.rewound'>): string {
  const said = `what was said from message ${inCode(to)} on`;
  return direction === 'undo' ? `The conversation goes on without ${said}` : `The conversation goes on with ${said}`;
}

function turnBody(
  what: string,
  { paths, restored, left, unknown, interrupted }: Omit<LedgerEventData<'turn.undone'>, 'turn'>,
): string {
  const counts = `${what} · ${restored} restored, ${left} left, ${unknown} not known\n`;
  const told = paths
    .filter(({ outcome, why }) => outcome !== 'restored' || why !== undefined)
    .map(({ path, outcome, why = '' }) => `- ${inCode(path)} · ${outcome} · ${markdownLine(why)}\n`);
  return `${counts}${told.length > 0 ? '\n' : ''}${told.join('')}${remarkLine(interrupted)}`;
}

function compactedBody({ profile, sizeBefore, sizeAfter, isManual, summary }: LedgerEventData<'history.compacted'>) {
  const who = isManual ? 'Asked for by the person' : 'The history had grown too long';
  return `${who} · ${inCode(profile)} · ${sizeBefore} tokens became ${sizeAfter}\n\n${markdownQuote(summary)}`;
}

function remarkLine(text: string | undefined): string {
  return text === undefined ? '' : `\n${markdownQuote(text)}`;
}

function lineCounts({ addedLines, removedLines }: LedgerEventData<'file.changed'>): string {
  return addedLines === undefined && removedLines === undefined ? '' : ` (+${addedLines ?? 0} −${removedLines ?? 0})`;
}
