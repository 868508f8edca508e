import type { Attendance, ScheduleRun, TurnProgress } from '#contract';
import { messageOf } from '#core/app-error';
import { shortLine, TaskRunFacts } from '../inbox/run-facts.ts';
import type { ChatPort, Clock, RunBranches, TaskRecords } from '../ports.ts';
import type { TaskPlan } from '../tasks/plans.ts';
import { BudgetWatch } from './budget-watch.ts';
import { endBranch } from './end-branch.ts';
import { type OnUnrecorded, type RunEnd, recordRunEnd, runEndRecord } from './run-end-record.ts';

export interface RunPorts {
  readonly chat: ChatPort;
  readonly records: TaskRecords;
  readonly clock: Clock;
  /** The conversation of a workspace that its tasks may share with a person. @throws AppError */
  readonly mainSession: (workspace: string) => Promise<string>;
  /** Attendance of a conversation before the runs that use it now, if any does. */
  readonly heldBefore: (session: string) => Attendance | undefined;
  readonly branches: Pick<RunBranches, 'create' | 'end'>;
  /** Called after an unrecorded change. */
  readonly onChanged: (run: string, change: Partial<ScheduleRun>) => void;
  readonly onUnrecorded: OnUnrecorded;
}

export interface RunReason {
  readonly id: string;
  readonly by: ScheduleRun['by'];
  readonly plannedAt?: number | undefined;
}

type EndState = RunEnd['state'];

/** One run of a task: a message through the chat, followed to its end. */
export class TaskRun {
  readonly id: string;
  readonly plan: TaskPlan;
  readonly reason: RunReason;
  /** Its beginning is on the record; nothing was done before. */
  hasBegun = false;
  readonly #ports: RunPorts;
  readonly #facts: TaskRunFacts;
  readonly #budget: BudgetWatch;
  readonly #ending = new AbortController();
  readonly #waiting = new Set<string>();
  #session: string | undefined;
  #branch: string | undefined;
  #message: string | undefined;
  #before: Attendance | undefined;
  /** Reason why it is ended early. */
  #cut: { readonly state: EndState; readonly why: string } | undefined;

  constructor(plan: TaskPlan, reason: RunReason, ports: RunPorts) {
    this.id = reason.id;
    this.plan = plan;
    this.#ports = ports;
    this.reason = reason;
    this.#facts = new TaskRunFacts(reason.id);
    this.#budget = new BudgetWatch(
      plan.source.settings.budget,
      ports.clock,
      (why) => void this.end('over-budget', why),
    );
  }

  /**
   * Runs it. What goes wrong is how it ended; resolves when that is recorded, or told as unrecorded. @throws AppError
   * UNAVAILABLE if its beginning cannot be recorded
   */
  async go(): Promise<RunEnd> {
    const { records } = this.#ports;
    const off = records.onAppended((event) => {
      if (event.session !== this.#session || !this.#facts.take(event)) return;
      this.#budget.look(this.#facts);
    });
    let end: Pick<RunEnd, 'state' | 'line'>;
    let problem: unknown;
    try {
      end = await this.#run();
    } catch (error) {
      problem = error;
      end = this.#cutEnd() ?? { state: 'failed', line: messageOf(error) };
    } finally {
      off();
      this.#budget[Symbol.dispose]();
    }
    const ended = await runEndRecord({ ...this.plan.id, run: this.id }, this.#facts, end, {
      session: this.#session,
      records,
    });
    if (this.hasBegun) await recordRunEnd(ended, this.#ports);
    await endBranch(this.#ports.branches, this.#branch, ended);
    if (!this.hasBegun) throw problem;
    return ended;
  }

  /** Ends it, for a person, its budget or the end of the app. */
  async end(state: EndState, why: string): Promise<void> {
    if (this.#cut) return;
    this.#cut = { state, why };
    await this.#takeBack(why);
    if (state === 'interrupted') this.#ending.abort();
  }

  /** Takes its message back, or stops its turn. What else runs in a conversation that it shares is not its own to stop. */
  async #takeBack(reason: string): Promise<void> {
    const { chat } = this.#ports;
    const [session, message] = [this.#session, this.#message];
    if (session === undefined) return;
    if (this.#facts.turn === undefined && message !== undefined) {
      // If it cannot be taken back, its turn is stopped as soon as it begins.
      await chat.withdraw(session, message, { by: 'app', reason }).catch(() => {});
    }
    if (this.#facts.turn !== undefined && this.#facts.outcome === undefined) await chat.stop(session).catch(() => {});
  }

  async #run(): Promise<Pick<RunEnd, 'state' | 'line'>> {
    const { chat } = this.#ports;
    const { source, id } = this.plan;
    const { conversation, approvals, profile } = source.settings;
    const opening = await this.#open().then(
      (session) => ({ session }),
      (error: unknown) => ({ problem: messageOf(error) }),
    );
    this.#session = 'session' in opening ? opening.session : undefined;
    await this.#recordStart();
    if ('problem' in opening) return { state: 'failed', line: opening.problem };
    const cut = this.#cutEnd();
    if (cut) return cut;
    const { session } = opening;
    if (conversation === 'own') await chat.attend(session, { kind: 'unattended', questions: approvals });
    const from = { kind: 'schedule', task: id.folder, run: this.id } as const;
    const { message } = await chat.enqueue(session, { text: source.text, ...(profile && { profile }) }, from);
    this.#message = message;
    // It was ended while its message was on the way.
    if (this.#cut) await this.#takeBack(this.#cut.why);
    try {
      for await (const progress of chat.follow(session, message, this.#ending.signal)) {
        const end = await this.#take(progress, session);
        if (end) return end;
      }
      return this.#cutEnd() ?? { state: 'failed', line: 'Its turn has no end' };
    } finally {
      if (this.#before) await chat.attend(session, this.#before).catch(() => {});
    }
  }

  async #open(): Promise<string> {
    const { chat, mainSession, heldBefore, clock, branches } = this.#ports;
    const { workspace } = this.plan.id;
    const { conversation, approvals, inBranch } = this.plan.source.settings;
    const day = new Date(this.reason.plannedAt ?? clock.now()).toLocaleDateString('sv-SE');
    const title = `${this.plan.source.name} · ${day}`;
    if (inBranch) {
      const made = await branches.create(workspace, title);
      this.#branch = made.branch;
      return made.session;
    }
    if (conversation === 'own') return (await chat.create({ workspace, title })).id;
    const session = await mainSession(workspace);
    // While another task uses it, nobody answers for that task's sake alone.
    if (approvals !== 'wait') this.#before = heldBefore(session) ?? (await chat.attendanceOf(session));
    return session;
  }

  async #recordStart(): Promise<void> {
    const { id, source } = this.plan;
    const { by, plannedAt } = this.reason;
    await this.#ports.records.append(id.workspace, 'schedule.started', {
      ...id,
      run: this.id,
      name: source.name,
      by,
      hash: source.hash,
      ...(this.#session !== undefined && { session: this.#session }),
      ...(plannedAt !== undefined && { plannedAt }),
      ...(source.settings.conversation === 'main' && { isMain: true }),
      ...(this.#branch !== undefined && { branch: this.#branch }),
      ...(this.#before && { before: this.#before }),
    });
    this.hasBegun = true;
  }

  async #take(progress: TurnProgress, session: string): Promise<Pick<RunEnd, 'state' | 'line'> | undefined> {
    switch (progress.kind) {
      case 'started':
        return await this.#started(progress.turn, session);
      case 'asked':
        this.#waiting.add(progress.question);
        this.#budget.pause();
        this.#tell({ state: 'waiting', line: shortLine(progress.title) });
        return undefined;
      case 'answered':
        this.#waiting.delete(progress.question);
        if (this.#waiting.size > 0) return undefined;
        this.#budget.run();
        this.#tell({ state: 'running', line: '' });
        return undefined;
      case 'withdrawn':
        return this.#cutEnd() ?? { state: 'stopped', line: progress.reason };
      case 'ended':
        return this.#endOf(progress);
      default:
        return undefined;
    }
  }

  async #started(turn: string, session: string): Promise<undefined> {
    this.#facts.turn ??= turn;
    this.#tell({ turn });
    this.#budget.run();
    // In the main conversation others are answered before, as they were.
    const { approvals } = this.plan.source.settings;
    if (this.#before) await this.#ports.chat.attend(session, { kind: 'unattended', questions: approvals });
    if (this.#cut) await this.#takeBack(this.#cut.why);
  }

  #endOf({ outcome, text, error }: TurnProgress & { kind: 'ended' }): Pick<RunEnd, 'state' | 'line'> {
    if (text.trim() !== '') this.#facts.answer = text;
    const cut = this.#cutEnd();
    if (cut) return cut;
    if (outcome === 'done') return { state: 'done', line: this.#facts.line };
    if (outcome === 'cancelled') return { state: 'stopped', line: error ?? 'It was stopped' };
    return { state: 'failed', line: error ?? this.#facts.error ?? 'The model gave no answer' };
  }

  #cutEnd(): Pick<RunEnd, 'state' | 'line'> | undefined {
    return this.#cut && { state: this.#cut.state, line: this.#cut.why };
  }

  #tell(change: Partial<ScheduleRun>): void {
    this.#ports.onChanged(this.id, change);
  }
}
