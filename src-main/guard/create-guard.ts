import type { Settings } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import type { Logger } from '#core/logger';
import { os } from '#core/servers/procedures';
import type { Ledger } from '#ledger';
import type { Guard, GuardResult } from '#tools';
import type { ArgumentRepair } from './argument-aliases/argument-repair.ts';
import { repairArguments } from './argument-aliases/repair-arguments.ts';
import { isRule, TOOL_ALIAS } from './argument-aliases/rules.ts';
import { tableOf } from './argument-aliases/table-of.ts';
import { type PipelineSplit, splitPipeline } from './pipeline-extractors/split-pipeline.ts';
import { RepairCounts } from './repair-counts.ts';

export interface GuardOptions {
  readonly settings: () => Settings['guard'];
  /** Keeps which repairs are not made. */
  readonly setDisabledRules: (rules: readonly string[]) => Promise<void>;
  readonly ledger: Pick<Ledger, 'sessions' | 'session' | 'onAppended'>;
  readonly log: Logger;
}

/** π: repairs what models get wrong about a call, and says so. It asks nobody and runs nothing. */
export function createGuard({ settings, setDisabledRules, ledger, log }: GuardOptions) {
  const counts = new RepairCounts(ledger, log);
  const isOn = (rule: string) => !settings().disabled_rules.includes(rule);

  const guard: Guard = (call) => {
    if (!settings().arguments) return asSent(call.arguments);
    try {
      const { tool, parameters } = call;
      const repaired = repairArguments({ table: tableOf(tool, parameters), tool, parameters }, call.arguments, isOn);
      if ('problem' in repaired) return { ...asSent(call.arguments), problem: repaired.problem };
      const { repairs } = repaired;
      const told = repairs.map(({ rule, text }) => ({ rule, text }));
      return { arguments: repaired.arguments, repairs: told, ...remarkOn(repairs) };
    } catch (error) {
      // What is not repaired fails its schema, as it would have without a guard.
      log.error('guard.failed', { tool: call.tool, error: messageOf(error) });
      return asSent(call.arguments);
    }
  };

  const setting = new Mutex();
  const setRule = async (rule: string, enabled: boolean): Promise<void> => {
    if (!enabled && !isRule(rule)) throw new AppError('NOT_FOUND', `The guard has no rule ${rule}`);
    // One after another, or the list of one would be written over that of another.
    await setting.run(async () => {
      const disabled = settings().disabled_rules;
      if (disabled.includes(rule) !== enabled) return;
      await setDisabledRules(enabled ? disabled.filter((one) => one !== rule) : [...disabled, rule]);
    });
  };

  return {
    guard,
    /** Whether tools may be called by the names that other agents have for them. */
    knowsToolAliases: () => isOn(TOOL_ALIAS),
    /** Splits a command into what runs and the filters on its output; `undefined` if it runs as written. */
    split: (command: string): PipelineSplit | undefined => (settings().filters ? splitPipeline(command) : undefined),
    router: os.guard.router({
      counts: os.guard.counts.handler(({ signal }) => counts.stream(signal)),
      setRule: os.guard.setRule.handler(({ input }) => setRule(input.rule, input.enabled)),
    }),
    [Symbol.asyncDispose]: () => counts[Symbol.asyncDispose](),
  };
}

function asSent(args: unknown): GuardResult {
  return { arguments: args, repairs: [] };
}

/** The model is told what had no effect, or it would take it for done. */
function remarkOn(repairs: readonly ArgumentRepair[]): Pick<GuardResult, 'remark'> {
  const losses = repairs.filter(({ isLoss }) => isLoss).map(({ text }) => text);
  return losses.length === 0 ? {} : { remark: `Of the arguments: ${losses.join('; ')}.` };
}
