import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { namedScripts, splitFor } from '#app/start/split-command';
import type { LedgerEventData, LedgerEventType } from '#contract';
import { type CommandToolOptions, createCommandTool, type OpenBox, type Sandbox } from '#execution';
import { splitPipeline } from '#guard';
import { hiddenPlaces } from '#process/hidden-places';
import { probeSandbox } from '#process/sandbox/probe';
import { programInSandbox } from '#process/sandbox/sandboxed-program';
import type { Approval, CallPlan, RunContext, ToolOutcome } from '#tools';
import { callWatch, QUIET_TREE } from './call-watch.ts';
import { fixedLimits } from './fixed-limits.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { temporaryLedger } from './temporary-ledger.ts';

export const ENVIRONMENT = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };

export interface RecordedEvent<T extends LedgerEventType = LedgerEventType> {
  readonly type: T;
  readonly data: LedgerEventData<T>;
}

/** The command tool over a real ledger and a real workspace, with the guard's split and the sandbox. */
export async function commandWorkbench(more: Partial<CommandToolOptions> & { readonly hide?: readonly string[] } = {}) {
  const ledger = await temporaryLedger();
  const folder = await temporaryFolder();
  const workspace = join(folder.path, 'workspace');
  await mkdir(workspace);
  const sandbox = async (place: string): Promise<Sandbox | undefined> => {
    const { works, program } = await probeSandbox(ENVIRONMENT);
    if (!works || program === undefined) return undefined;
    const hide = [...hiddenPlaces(process.env.HOME ?? '/root'), ...(more.hide ?? [])];
    return (what, cwd) => programInSandbox(what, { strength: 'read-only', program, cwd, workspace: place, hide });
  };
  const openBox: OpenBox = async ({ workspace: place }) => {
    const inside = await sandbox(place);
    return inside && { sandbox: inside, folders: [], environment: { TMPDIR: '/tmp' }, whyHeld: () => undefined };
  };
  const watch = callWatch(ledger, { watchTree: () => QUIET_TREE });
  const tool = createCommandTool({
    content: ledger.content,
    redactor: ledger.redactor,
    watch,
    environment: ENVIRONMENT,
    limits: fixedLimits({ timeoutMs: 10_000, maxOutputBytes: 5_000_000 }),
    spoolFolder: join(folder.path, 'spool'),
    outputsFolder: join(folder.path, 'outputs'),
    split: splitFor(splitPipeline, ENVIRONMENT),
    openBox,
    scripts: namedScripts,
    ...more,
  }).tools()[0];
  if (!tool) throw new Error('no tool');
  const records: RecordedEvent[] = [];
  const planContext = {
    session: 's',
    callId: 'call-1',
    workspace,
    cwd: workspace,
    signal: new AbortController().signal,
  };
  const context: RunContext = {
    ...planContext,
    record: async (type, data) => {
      records.push({ type, data });
      return 'event';
    },
    onOutput: () => {},
  };
  const plan = (command: string) => tool.plan({ command_line: command }, planContext);
  return {
    ledger,
    folder: folder.path,
    workspace,
    records,
    sandbox,
    plan,
    runPlan: (what: CallPlan, allowed: Approval = {}) => what.run(allowed, context),
    run: async (command: string, allowed: Approval = {}, more: Partial<RunContext> = {}): Promise<ToolOutcome> => {
      const outcome = await (await plan(command)).run(allowed, { ...context, ...more });
      if (!('content' in outcome)) throw new Error('It was planned anew');
      return outcome;
    },
    /** Returns the record of the last command. */
    ran: () => records.filter((one): one is RecordedEvent<'command.ran'> => one.type === 'command.ran').at(-1)?.data,
    [Symbol.asyncDispose]: async () => {
      await watch[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
