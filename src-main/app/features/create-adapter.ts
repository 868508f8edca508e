import { join } from 'node:path';
import { isSensitiveVariable, neutralGit } from '#approvals';
import type { CallWatches } from '#call-watch';
import type { LimitRaise, Question } from '#contract';
import { isInside } from '#core/files/inside';
import { realOrSame } from '#core/files/real-path';
import { os } from '#core/servers/procedures';
import { newSessionId } from '#ledger';
import { type AdapterPorts, AdapterService } from '#shell-adapter';
import { analyseSafely, definitionsIn } from '#shell-analysis';
import type { QuestionAsker } from '#tools';
import type { CommandSandbox } from '../commands/command-sandbox.ts';
import { adapterSession } from '../foreign-sessions.ts';
import type { AppPorts } from '../ports.ts';

/** The Shell Adapter: a Socket.IO server through which other programs run commands here. */
export function createAdapterFeature(ports: AppPorts) {
  const { config, cleanup, redactor, log, notices, ledger, firstWorkspace, ask, watch, rules, sandbox, files } = ports;
  const { dataFolder, home, version } = config;
  const service = cleanup.use(
    new AdapterService({
      file: join(dataFolder, 'shell-adapter.yaml'),
      tokenFile: join(dataFolder, 'shell-adapter.token'),
      home,
      firstWorkspace,
      ports: {
        classify: rules.classify,
        boxes: boxesOf(sandbox),
        neutralGit: (line) => neutralGit({ ...line, home }),
        held: files,
        askPerson: askWith(ask, watch),
        askKeep: askKeepWith(ask),
        openRecord: (id, title) => adapterSession({ ledger, workspace: firstWorkspace(), version }, id, title),
        newRecordId: () => newSessionId(Date.now()),
        watch,
        onAlive: (programs) => watch.alive('adapter', programs),
        content: ledger.content,
        ledger,
        redactor,
        log,
        environment: config.commandEnvironment,
        spoolFolder: join(dataFolder, 'spool', 'adapter'),
        warn: (text) => notices.add('warning', 'Shell Adapter', text),
        stderr: (line) => void process.stderr.write(`${redactor.text(line)}\n`),
      },
    }),
  );
  const router = os.adapter.router({
    changed: os.adapter.changed.handler(async ({ signal }) => {
      await service.understand();
      return service.state.stream(signal);
    }),
    start: os.adapter.start.handler(({ input }) => service.start(input.file, input.mayBeOn)),
    stop: os.adapter.stop.handler(() => service.stop()),
    saveYaml: os.adapter.saveYaml.handler(({ input }) => service.saveYaml(input.yaml)),
    set: os.adapter.set.handler(({ input }) => service.set(input.key, input.value)),
    token: os.adapter.token.handler(() => service.token()),
    newToken: os.adapter.newToken.handler(() => service.newToken()),
    closeShell: os.adapter.closeShell.handler(({ input }) => service.closeShell(input.id)),
  });
  service.open().catch((error: unknown) => log.error('adapter.file.failed', { error }));
  const background = () => (service.url === undefined ? [] : [`Shell Adapter at ${service.url}`]);
  return { router, background, running: () => service.running(), raise: (raise: LimitRaise) => service.raise(raise) };
}

function boxesOf({ open, remove, state }: CommandSandbox): AdapterPorts['boxes'] {
  return {
    open,
    remove,
    isRuling: isSensitiveVariable,
    whyNone: async () => {
      const { works, why = 'it is not known why' } = await state();
      return works ? undefined : why;
    },
    definitions: async (line) => definitionsIn(await analyseSafely(line)),
  };
}

/** Asks by the card for commands of our own agent. */
function askWith(ask: QuestionAsker, watch: CallWatches): AdapterPorts['askPerson'] {
  return async (
    { confirmation, record, title, callId, command, cwd, limits, reasons, judgement, workspace },
    signal,
  ) => {
    const root = await realOrSame(workspace);
    const notWatched = await watch.foresee({ workspace: root, origin: 'client' });
    const question: Question = {
      id: confirmation,
      session: record,
      sessionTitle: title,
      callId,
      tool: 'execute_command',
      at: Date.now(),
      subject: { kind: 'command', command, cwd, limits },
      why: reasons[0] ?? 'A client of the Shell Adapter wants to run it',
      workspace,
      isOutside: !isInside(workspace, cwd),
      warnings: reasons.map((text) => ({ level: 'caution', text })),
      ...(notWatched.length > 0 && { notWatched: [...notWatched] }),
      repairs: [],
      // Rules that a card proposes are for our own agent.
      ...(judgement && { judgement: { ...judgement, canBeAllowed: false } }),
      sent: JSON.stringify({ command }),
      isExact: true,
    };
    const decision = await ask(question, signal);
    if (decision.verdict === 'refuse') return { approved: false, reason: decision.reason };
    if (decision.command !== undefined && decision.command !== command) {
      return { approved: false, reason: `The person would rather have this run: ${decision.command}` };
    }
    return { approved: true, reason: decision.note, outside: decision.outside };
  };
}

/** Files that are named on a card; the rest are counted. */
const MAX_NAMED = 10;

/** Asks by the card for protected files that our own agent's commands changed. */
function askKeepWith(ask: QuestionAsker): AdapterPorts['askKeep'] {
  return async ({ question, record, title, callId, command, workspace, files }, signal) => {
    const [first] = files;
    const isOne = files.length === 1;
    const what = isOne ? first?.name : `${files.length} protected files`;
    const decision = await ask(
      {
        id: question,
        session: record,
        sessionTitle: title,
        callId,
        tool: 'execute_command',
        at: Date.now(),
        subject: {
          kind: 'confirm',
          title: isOne ? `Keep the change of ${what}?` : `Keep the changes of ${what}?`,
          text: `The command changed ${what} in the box. It runs code by itself, or says what is run, so the change was taken back and is held. Changes shows what it is.`,
          command,
          yes: isOne ? 'Keep the change' : 'Keep the changes',
        },
        why: 'It changed protected files, which was taken back',
        workspace,
        isOutside: false,
        repairs: [],
        sent: JSON.stringify({ command }),
        isExact: true,
        warnings: files.slice(0, MAX_NAMED).map(({ name, why }) => ({ level: 'caution', text: `${name}: ${why}` })),
      },
      signal,
    );
    return decision.verdict === 'allow';
  };
}
