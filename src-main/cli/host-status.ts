import { setTimeout as delay } from 'node:timers/promises';
import type { AppStatus } from '#contract';
import { messageOf } from '#core/app-error';
import { printableText } from './printable-text.ts';
import type { ServingHost } from './service-command.ts';

export interface HostCommand {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly dataFolder: string;
  /** The host that runs; undefined if none does. @throws what keeps it from answering */
  readonly join: () => Promise<RunningHost | undefined>;
}

/** The host of another process. */
export type RunningHost = ServingHost & Required<Pick<ServingHost, 'onEnded'>> & { readonly joined: number };

/** `sigma status`: the exit code; 1 where no host runs. */
export async function statusCommand(command: HostCommand & { readonly isJson: boolean }): Promise<number> {
  return await withHost(command, async (host) => {
    const status = await answerOf(host, host.api.app.status());
    if (status === undefined) return undefined;
    command.stdout.write(command.isJson ? `${JSON.stringify(status, undefined, 2)}\n` : hostStatusText(status));
    return 0;
  });
}

export interface StopCommand extends HostCommand {
  /** A look at whether the process that has this number now is still there. */
  readonly lifeOf: (pid: number) => () => boolean;
  readonly patienceMs: number;
}

/** `sigma stop`: asks the host to end and waits; 1 where none runs, or it does not end in time. */
export async function stopCommand(command: StopCommand): Promise<number> {
  const { stdout, stderr, lifeOf, patienceMs } = command;
  return await withHost(command, async (host) => {
    const { joined: pid } = host;
    const isAlive = lifeOf(pid);
    // One that ends by itself just now does not answer.
    await answerOf(host, host.api.app.quit());
    const giveUpAt = performance.now() + patienceMs;
    while (isAlive()) {
      if (performance.now() > giveUpAt) {
        stderr.write(`Sigma Shell (process ${pid}) has not ended in ${patienceMs / 1000} s; it may still be ending.\n`);
        return 1;
      }
      await delay(50);
    }
    stdout.write(`Sigma Shell (process ${pid}) has ended.\n`);
    return 0;
  });
}

/** Hosts that a command joins at most, each after the end of the one before. */
const MOST_HOSTS = 5;

/** Joins the host and uses it; joins anew, whoever is the host then, where that hung up before it had answered. */
async function withHost(
  { stderr, dataFolder, join }: HostCommand,
  use: (host: RunningHost) => Promise<number | undefined>,
): Promise<number> {
  try {
    for (let joined = 0; joined < MOST_HOSTS; joined++) {
      await using host = await join();
      if (host === undefined) {
        stderr.write(`No Sigma Shell runs on ${dataFolder}.\n`);
        return 1;
      }
      const exitCode = await use(host);
      if (exitCode !== undefined) return exitCode;
    }
    stderr.write(`Sigma Shell on ${dataFolder} hangs up before it answers.\n`);
  } catch (error) {
    stderr.write(`${messageOf(error)}\n`);
  }
  return 1;
}

/** Returns the host's answer, or `undefined` if it hung up instead. */
async function answerOf<Answer>({ onEnded }: RunningHost, asked: Promise<Answer>): Promise<Answer | undefined> {
  let hasHungUp = false;
  let leave = () => {};
  const hungUp = new Promise<undefined>((resolve) => {
    leave = onEnded(() => {
      hasHungUp = true;
      resolve(undefined);
    });
  });
  const answered = asked.catch((error: unknown) => {
    if (!hasHungUp) throw error;
    return undefined;
  });
  return await Promise.race([answered, hungUp]).finally(leave);
}

const CLOCK = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

function hostStatusText(status: AppStatus): string {
  const { pid, version, startedAt, target, workspaces, services, running, next, waiting } = status;
  const at = (time: number) => CLOCK.format(time);
  const lines = [
    `Sigma Shell ${version} runs (process ${pid}, ${target}) since ${at(startedAt)}`,
    ...section('Workspaces', workspaces),
    ...section('Services', services),
    ...section('Running', running),
    ...section(
      'Next',
      next.map((run) => `${at(run.at)} ${run.task} in ${run.workspace}`),
    ),
    ...section(
      'Waiting for you',
      waiting.map(({ session, tool }) => `${session}: ${tool}`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function section(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [`${title}: none`] : [`${title}:`, ...items.map((item) => `  ${printableText(item)}`)];
}
