import type { LineResult, TerminalSize } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { raceAbort } from '#core/async/abort';
import { isSecretVariable } from '#core/secrets/secret-variables';
import { assignedSecret, secretsInWords } from '#core/secrets/word-secrets';
import { type Builtin, type BuiltinOutcome, builtinUsage } from './builtins/index.ts';
import type { LinePlan } from './plan-line.ts';
import type { CommandBlock, ConsoleOptions } from './ports.ts';
import type { RunningLine } from './running-line.ts';
import type { SessionConsole } from './session-console.ts';
import { canTrace, loginShellProgram, type ShellProgram, type ShellTrace } from './shell-script.ts';
import { closeShellTrace, openShellTrace } from './shell-trace.ts';
import { whyNoProgram } from './why-no-program.ts';

type BuiltinPlan = Extract<LinePlan, { how: 'builtin' }>;

interface BlockEnd {
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly peak?: Awaited<CommandBlock['exited']>['peak'];
  readonly text: string;
  readonly isTail?: boolean;
}

/** Runs lines of one session: records each before it starts, and how it ended. */
export class LineRunner {
  readonly #console: SessionConsole;
  readonly #options: ConsoleOptions;
  readonly #line: string;
  readonly #running: RunningLine;

  constructor(console: SessionConsole, options: ConsoleOptions, running: RunningLine) {
    this.#console = console;
    this.#options = options;
    this.#line = running.line;
    this.#running = running;
  }

  async run(plan: LinePlan, size: TerminalSize): Promise<LineResult> {
    switch (plan.how) {
      case 'builtin':
        return await this.#runBuiltin(plan);
      case 'missing':
        return await this.#runMissing(plan.name);
      case 'login-shell':
        return await this.#runInShell(size);
      default:
        for (const [name, value] of Object.entries(plan.assignments)) {
          if (isSecretVariable(name, value)) this.#options.redactor.add(value);
        }
        return await this.#runProgram(plan, size);
    }
  }

  async #runBuiltin({ builtin, args, typed }: BuiltinPlan): Promise<LineResult> {
    // Learned before the line is recorded anywhere.
    const secrets = builtin.name === 'attach' ? secretsInWords(args) : assignedSecret(args[0] ?? '');
    if (['attach', 'export'].includes(builtin.name)) for (const one of secrets) this.#options.redactor.add(one);
    const id = await this.#started('builtin');
    const outcome = await this.#outcomeOf(builtin, args, typed);
    await this.#ended(id, { exitCode: outcome.isOk ? 0 : 1, text: outcome.text });
    const { isOk, text, isUsage = false, isMarkdown = false } = outcome;
    return { kind: 'builtin', isOk, text, isUsage, isMarkdown };
  }

  async #outcomeOf(builtin: Builtin, args: readonly string[], typed: string): Promise<BuiltinOutcome> {
    const { signal } = this.#running;
    const cancelled = (): BuiltinOutcome => ({ isOk: false, text: `${builtin.name}: cancelled` });
    try {
      const context = { console: this.#console, options: this.#options, signal, typed };
      const outcome = await raceAbort(builtin.run(args, context), signal, cancelled);
      return outcome === 'usage' ? { isOk: true, text: builtinUsage(builtin), isUsage: true } : outcome;
    } catch (error) {
      if (!(error instanceof AppError))
        this.#options.log.error('console.builtin.failed', { name: builtin.name, error: messageOf(error) });
      return { isOk: false, text: `${builtin.name}: ${sayWhole(error)}` };
    }
  }

  async #runMissing(name: string): Promise<LineResult> {
    const why = whyNoProgram(name, this.#console.place);
    const id = await this.#started('direct');
    await this.#ended(id, why);
    return failedLine(why.text);
  }

  async #runInShell(size: TerminalSize): Promise<LineResult> {
    const { file } = this.#options.shell();
    const trace = canTrace(file) ? await openShellTrace(this.#options.scratchFolder) : undefined;
    const program = loginShellProgram(file, this.#line, trace);
    try {
      return await this.#runProgram({ how: 'login-shell', program, assignments: {} }, size, trace);
    } catch (error) {
      if (trace) await closeShellTrace(trace);
      throw error;
    }
  }

  async #runProgram(
    plan: {
      how: 'direct' | 'pipeline' | 'login-shell';
      program: ShellProgram;
      assignments: Readonly<Record<string, string>>;
    },
    size: TerminalSize,
    trace?: ShellTrace,
  ): Promise<LineResult> {
    const { cwd, inherited, exported } = this.#console;
    const id = await this.#started(plan.how);
    try {
      const block = await this.#options.startBlock({
        ...plan.program,
        cwd,
        environment: inherited,
        variables: { ...exported, ...plan.assignments },
        size,
        title: this.#line,
      });
      this.#running.runs(id, block, () => this.#finish(id, block, trace));
      this.#console.publish();
      return { kind: 'block', block: id, terminal: block.terminal };
    } catch (error) {
      if (trace) await closeShellTrace(trace);
      if (!(error instanceof AppError)) throw error;
      const text = sayWhole(error);
      await this.#ended(id, { exitCode: 126, text });
      return failedLine(text);
    }
  }

  /** Never rejects: nobody waits for it but the end of the host. */
  async #finish(id: string, block: CommandBlock, trace: ShellTrace | undefined): Promise<void> {
    try {
      const exit = await block.exited;
      const { text, isTail } = await block.text();
      if (trace) await this.#follow(trace);
      await this.#ended(id, { ...exit, text, isTail });
    } catch (error) {
      this.#options.log.error('console.end.failed', { session: this.#console.session, error: messageOf(error) });
    } finally {
      this.#console.running = undefined;
    }
  }

  /** The session goes where the shell went, keeps what it exported, and lets go of what it unset. */
  async #follow(trace: ShellTrace): Promise<void> {
    const { cwd, variables, unset } = await closeShellTrace(trace);
    for (const name of unset) await this.#console.unsetVariable(name);
    for (const [name, value] of Object.entries(variables)) await this.#console.setVariable(name, value);
    if (cwd !== undefined) await this.#console.move(cwd);
  }

  async #started(how: 'builtin' | 'direct' | 'pipeline' | 'login-shell'): Promise<string> {
    const { id } = await this.#console.append('console.started', { line: this.#line, cwd: this.#console.cwd, how });
    return id;
  }

  async #ended(cause: string, { exitCode, signal, peak, text, isTail = false }: BlockEnd): Promise<void> {
    const stopReason = exitCode === 0 ? undefined : this.#running.stoppedBy;
    await this.#console.append(
      'console.ended',
      {
        ...(exitCode !== undefined && { exitCode }),
        ...(signal !== undefined && { signal }),
        stopReason: stopReason ?? 'exit',
        durationMs: this.#running.durationMs,
        ...(peak !== undefined && { peak }),
        text,
        isTail,
      },
      cause,
    );
  }
}

function failedLine(text: string): LineResult {
  return { kind: 'builtin', isOk: false, text, isUsage: false, isMarkdown: false };
}

function sayWhole(error: unknown): string {
  if (!(error instanceof AppError)) return 'something went wrong inside Sigma Shell; the app log says what';
  const { where, advice } = error.detail ?? {};
  const place = where !== undefined && !error.message.includes(where) ? ` (${where})` : '';
  return [error.message + place, advice].filter((part) => part !== undefined).join('. ');
}
