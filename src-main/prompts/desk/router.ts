import { os } from '#core/procedures';
import { streamOf } from '#core/streams';
import type { Opened } from './open-prompts.ts';

type Open = () => Promise<Opened>;

const { prompts } = os;

/** The procedures of the prompts' contract; the first that is called opens what is behind them. */
export function createRouter(open: Open) {
  return prompts.router({ ...looking(open), ...keeping(open), ...ofRecords(open), ...ofRest(open) });
}

function looking(open: Open) {
  return {
    changed: prompts.changed.handler(async ({ signal }) => (await open()).desk.state.stream(signal)),
    refresh: prompts.refresh.handler(async () => (await open()).desk.parts.engine.refresh()),
    get: prompts.get.handler(async ({ input }) => {
      const { desk, work } = await open();
      return work.detailsOf(desk, input.id);
    }),
    preview: prompts.preview.handler(async ({ input, signal }) => {
      const { desk, work } = await open();
      return await work.preview(desk, input, signal);
    }),
    compare: prompts.compare.handler(async ({ input, signal }) => {
      const { desk, work } = await open();
      return await work.compare(desk, input, signal);
    }),
    past: prompts.past.handler(async ({ input }) => {
      const { desk, work } = await open();
      return await work.past(desk, input);
    }),
    send: prompts.send.handler(async ({ input, signal }) => {
      const { desk, work } = await open();
      return work.sendPrompt(desk, input, signal);
    }),
  };
}

function keeping(open: Open) {
  return {
    save: prompts.save.handler(async ({ input }) => {
      const { desk, work } = await open();
      return await work.savePrompt(desk, input);
    }),
    rename: prompts.rename.handler(async ({ input }) => {
      const { desk, work } = await open();
      return await work.renamePrompt(desk, input);
    }),
    remove: prompts.remove.handler(async ({ input }) => {
      const { desk, work } = await open();
      await work.removePrompt(desk, input.id);
    }),
    rollback: prompts.rollback.handler(async ({ input }) => {
      const { desk, work } = await open();
      return await work.rollBack(desk, input.id, input.hash);
    }),
    versions: prompts.versions.handler(async ({ input }) => (await open()).desk.listVersions(input.id)),
    version: prompts.version.handler(async ({ input }) => {
      const { desk } = await open();
      return (await desk.versions.read(input.id, input.hash)).record;
    }),
    label: prompts.label.handler(async ({ input }) => {
      const { desk } = await open();
      await desk.versions.label(input.id, input.hash, input.label.trim());
    }),
    ...ofCases(open),
  };
}

function ofCases(open: Open) {
  return {
    cases: prompts.cases.handler(async ({ input }) => (await open()).desk.cases.list(input.id)),
    saveCase: prompts.saveCase.handler(async ({ input, signal }) => {
      const { desk, work } = await open();
      return await work.saveCase(desk, input, signal);
    }),
    removeCase: prompts.removeCase.handler(async ({ input }) => (await open()).desk.cases.remove(input.id, input.case)),
    acceptCase: prompts.acceptCase.handler(async ({ input }) =>
      (await open()).desk.cases.accept(input.id, input.case, input.draft),
    ),
    completeCase: prompts.completeCase.handler(async ({ input, signal }) => {
      const { desk } = await open();
      return await desk.cases.complete(input.id, input.case, input.draft, signal);
    }),
    runCases: prompts.runCases.handler(async ({ input, signal }) =>
      (await open()).desk.cases.run(input.id, input.draft, signal),
    ),
  };
}

function ofRecords(open: Open) {
  return {
    variable: prompts.variable.handler(async ({ input }) => {
      const { desk, work } = await open();
      return await work.variableOf(desk, input.id);
    }),
    tool: prompts.tool.handler(async ({ input }) => {
      const { desk, work } = await open();
      return work.rawOf(desk, 'tool', input.id);
    }),
    extension: prompts.extension.handler(async ({ input }) => {
      const { desk, work } = await open();
      return work.rawOf(desk, 'extension', input.id);
    }),
    tryTool: prompts.tryTool.handler(async ({ input, signal }) => {
      const { desk, work } = await open();
      return await work.tryTool(desk, input, signal);
    }),
    saveRecord: prompts.saveRecord.handler(async ({ input }) => {
      const { desk, work } = await open();
      await work.saveRecord(desk, input);
    }),
    removeRecord: prompts.removeRecord.handler(async ({ input }) => {
      const { desk, work } = await open();
      await work.removeRecord(desk, input.kind, input.id);
    }),
    transfer: prompts.transfer.handler(async ({ input }) => (await open()).transfer(input)),
  };
}

function ofRest(open: Open) {
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
