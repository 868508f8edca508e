import { randomUUID } from 'node:crypto';
import type { HeldChanges } from '#execution';
import type { ServedClient } from './client.ts';
import type { RecordedCommand } from './client-record.ts';
import type { AdapterLog } from './log/adapter-log.ts';
import { STOPPED } from './recorded-decision.ts';

/** Changes of protected files that were taken back, and whether they are to be made again. */
export interface KeepQuestion {
  readonly question: string;
  /** Session in which the client's actions are recorded. */
  readonly record: string;
  /** The client's. */
  readonly title: string;
  readonly callId: string;
  readonly command: string;
  readonly workspace: string;
  readonly files: readonly HeldFile[];
}

export interface HeldFile {
  /** Path that is shown: relative to the workspace. */
  readonly name: string;
  /** Reason why the command may not have changed it. */
  readonly why: string;
  /** The event of the change. */
  readonly event: string;
}

/** A person's answer. Rejects when the question is withdrawn. */
export type KeepAsker = (question: KeepQuestion, signal: AbortSignal) => Promise<boolean>;

export interface KeepQuestionsOptions {
  readonly askKeep: KeepAsker;
  readonly held: HeldChanges;
  readonly workspace: string;
  readonly log: AdapterLog;
}

/** Questions about what commands changed of protected files; the clients do not wait for the answers. */
export class KeepQuestions implements Disposable {
  readonly #options: KeepQuestionsOptions;
  readonly #ending = new AbortController();

  constructor(options: KeepQuestionsOptions) {
    this.#options = options;
  }

  ask(client: ServedClient, command: RecordedCommand, files: readonly HeldFile[]): void {
    void this.#ask(client, { ...command }, files).catch((error: unknown) => {
      this.#options.log.error('What a person said of a held change could not be done', error);
    });
  }

  [Symbol.dispose](): void {
    this.#ending.abort(new Error('The Shell Adapter is stopping'));
  }

  async #ask({ record, title }: ServedClient, command: RecordedCommand, files: readonly HeldFile[]): Promise<void> {
    const { askKeep, held, workspace } = this.#options;
    const { callId, cause } = command;
    const question = randomUUID();
    const asked = { question, callId, tool: 'execute_command' };
    const why = 'It changed protected files, which was taken back';
    const subject = { kind: 'confirm', title: why, text: files.map(({ name }) => name).join(', ') };
    await record.effect(cause, 'approval.asked', { ...asked, subject, why, warnings: files.map((file) => file.why) });
    const isKept = await askKeep(
      { question, record: record.id, title, callId, command: command.command, workspace, files },
      this.#ending.signal,
    ).catch(() => undefined);
    const verdict = isKept === undefined ? 'withdrawn' : isKept ? 'allow' : 'refuse';
    const by = isKept === undefined ? ({ by: 'rule', rule: STOPPED } as const) : ({ by: 'person' } as const);
    await record.effect(cause, 'approval.decided', { question, callId, ...by, verdict });
    if (!isKept) return;
    const events = files.map(({ event }) => event);
    for (const { path, left } of await held.settle({ session: record.id, events, direction: 'redo' })) {
      if (left !== undefined) this.#options.log.warning(`${path} could not be put back: ${left}`);
    }
  }
}
