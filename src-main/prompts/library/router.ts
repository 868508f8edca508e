import { streamOf } from '#core/async/streams';
import { os } from '#core/servers/procedures';
import { refreshAll } from '../registry/refresh-all.ts';
import type { OpenedPrompts } from './open-prompts.ts';

type PromptsOpener = () => Promise<OpenedPrompts>;

const { prompts } = os;

/** The procedures of the prompts' contract; the first that is called opens what is behind them. */
export function promptsRouter(open: PromptsOpener) {
  return prompts.router({ ...looking(open), ...keeping(open), ...ofRecords(open), ...ofRest(open) });
}

function looking(open: PromptsOpener) {
  return {
    changed: prompts.changed.handler(async ({ signal }) => (await open()).library.state.stream(signal)),
    refresh: prompts.refresh.handler(async () => refreshAll((await open()).library.parts.engine)),
    get: prompts.get.handler(async ({ input }) => {
      const { library, operations } = await open();
      return await operations.detailsOf(library, input.id);
    }),
    preview: prompts.preview.handler(async ({ input, signal }) => {
      const { library, operations } = await open();
      return await operations.preview(library, input, signal);
    }),
    compare: prompts.compare.handler(async ({ input, signal }) => {
      const { library, operations } = await open();
      return await operations.compare(library, input, signal);
    }),
    past: prompts.past.handler(async ({ input }) => {
      const { library, operations } = await open();
      return await operations.readPastRendering(library, input);
    }),
    send: prompts.send.handler(async ({ input, signal }) => {
      const { library, operations } = await open();
      return operations.sendPrompt(library, input, signal);
    }),
    stopSending: prompts.stopSending.handler(async ({ input }) => (await open()).library.sendings.stop(input.sending)),
  };
}

function keeping(open: PromptsOpener) {
  return {
    save: prompts.save.handler(async ({ input }) => {
      const { library, operations } = await open();
      return await operations.savePrompt(library, input);
    }),
    rename: prompts.rename.handler(async ({ input }) => {
      const { library, operations } = await open();
      return await operations.renamePrompt(library, input);
    }),
    remove: prompts.remove.handler(async ({ input }) => {
      const { library, operations } = await open();
      await operations.removePrompt(library, input.id, input.base);
    }),
    rollback: prompts.rollback.handler(async ({ input }) => {
      const { library, operations } = await open();
      return await operations.rollBack(library, input.id, input.hash);
    }),
    versions: prompts.versions.handler(async ({ input }) => (await open()).library.listVersions(input.id)),
    version: prompts.version.handler(async ({ input }) => {
      const { library } = await open();
      return (await library.versions.read(input.id, input.hash)).record;
    }),
    label: prompts.label.handler(async ({ input }) => {
      const { library } = await open();
      await library.versions.label(input.id, input.hash, input.label.trim());
    }),
    ...ofCases(open),
  };
}

function ofCases(open: PromptsOpener) {
  return {
    cases: prompts.cases.handler(async ({ input }) => (await open()).library.cases.list(input.id)),
    saveCase: prompts.saveCase.handler(async ({ input, signal }) => {
      const { library, operations } = await open();
      return await operations.saveCase(library, input, signal);
    }),
    removeCase: prompts.removeCase.handler(async ({ input }) =>
      (await open()).library.cases.remove(input.id, input.case),
    ),
    acceptCase: prompts.acceptCase.handler(async ({ input }) =>
      (await open()).library.cases.accept(input.id, input.case, input.draft),
    ),
    completeCase: prompts.completeCase.handler(async ({ input, signal }) => {
      const { library } = await open();
      return await library.cases.complete(input.id, input.case, input.draft, signal);
    }),
    runCases: prompts.runCases.handler(async ({ input, signal }) =>
      (await open()).library.cases.run(input.id, input.draft, signal),
    ),
  };
}

function ofRecords(open: PromptsOpener) {
  return {
    variable: prompts.variable.handler(async ({ input }) => {
      const { library, operations } = await open();
      return await operations.variableOf(library, input.id);
    }),
    tool: prompts.tool.handler(async ({ input }) => {
      const { library, operations } = await open();
      return operations.readRaw(library, 'tool', input.id);
    }),
    extension: prompts.extension.handler(async ({ input }) => {
      const { library, operations } = await open();
      return operations.readRaw(library, 'extension', input.id);
    }),
    tryTool: prompts.tryTool.handler(async ({ input, signal }) => {
      const { library, operations } = await open();
      return await operations.tryTool(library, input, signal);
    }),
    saveRecord: prompts.saveRecord.handler(async ({ input }) => {
      const { library, operations } = await open();
      await operations.saveRecord(library, input);
    }),
    removeRecord: prompts.removeRecord.handler(async ({ input }) => {
      const { library, operations } = await open();
      await operations.removeRecord(library, input);
    }),
    transfer: prompts.transfer.handler(async ({ input }) => (await open()).transfer(input)),
  };
}

function ofRest(open: PromptsOpener) {
  return {
    setRedisPassword: prompts.setRedisPassword.handler(async ({ input }) =>
      (await open()).setRedisPassword(input.password),
    ),
    redisPassword: prompts.redisPassword.handler(async () => (await open()).redisPassword()),
    rest: prompts.rest.handler(async ({ signal }) => (await open()).rest.state.stream(signal)),
    startRest: prompts.startRest.handler(async ({ input }) => (await open()).rest.start(input)),
    restLog: prompts.restLog.handler(async ({ signal }) => streamOf((await open()).rest.onLog, signal)),
    stopRest: prompts.stopRest.handler(async () => (await open()).rest.stop()),
    reloadRest: prompts.reloadRest.handler(async () => (await open()).rest.reload()),
    restToken: prompts.restToken.handler(async () => ({ token: await (await open()).rest.token() })),
  };
}
