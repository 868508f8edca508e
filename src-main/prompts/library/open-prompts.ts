import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PromptSettings } from '#contract';
import { CleanupStack } from '#core/async/cleanup-stack';
import { checkSchema } from '#tools';
import { createPromptEngine } from '../registry/create-engine.ts';
import type { EngineSettings } from '../render/render.ts';
import { RestService } from '../rest/index.ts';
import {
  createOwnVariables,
  createPromptStore,
  openFolderStore,
  openRedisStore,
  type SwitchableStore,
  writeOwnVariables,
} from '../stores/index.ts';
import { createToolCaller } from '../tools/index.ts';
import type { PromptsPorts } from './library-ports.ts';
import { operations } from './operations.ts';
import { PromptLibrary } from './prompt-library.ts';
import { chatRecord } from './record-chat.ts';
import { readAgain } from './save-prompt.ts';

export type OpenedPrompts = Awaited<ReturnType<typeof openPrompts>>;

/** The whole engine, started; what is made last is ended first. */
export async function openPrompts(ports: PromptsPorts) {
  const cleanup = new CleanupStack();
  try {
    const isFirstStart = await lstat(join(ports.folder, 'store')).then(
      () => false,
      () => true,
    );
    const { store, own, ...parts } = await openEngine(ports, cleanup);
    const first = isFirstStart && store.state.value.kind === 'folder' ? 'app' : 'outside';
    const library = cleanup.use(await PromptLibrary.open(ports, { ...parts, store, own }, first));
    const rest = cleanup.use(createRestService(ports, { ...parts, store, own }));
    return {
      library,
      operations,
      rest,
      transfer: (request: Parameters<SwitchableStore['transfer']>[0]) =>
        finishTransfer(store.transfer(request), library),
      redisPassword: () => ports.redisPassword.look(),
      setRedisPassword: async (password: string) => {
        const kept = await ports.redisPassword.write(password === '' ? undefined : password);
        await store.reopen();
        return { kept };
      },
      running: (): string[] => (rest.state.value.isOn ? [`REST API of prompts at ${rest.state.value.url}`] : []),
      [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose](),
    };
  } catch (error) {
    await cleanup[Symbol.asyncDispose]();
    throw error;
  }
}

async function openEngine(ports: PromptsPorts, cleanup: CleanupStack) {
  const { folder, log, settings, onSettingsChanged } = ports;
  const store = cleanup.use(
    await createPromptStore({
      settings,
      onSettingsChanged,
      folder: join(folder, 'store'),
      samples: ports.samples,
      password: ports.redisPassword.read,
      log,
    }),
  );
  const own = cleanup.use(createOwnVariables(ports.own, () => settings().publish));
  const isPublished = () => settings().publish.to_redis && store.state.value.kind === 'redis';
  cleanup.use(writeOwnVariables({ own, store, isOn: isPublished, log }));
  const reach = () => ({ baseUrl: settings().tools.base_url, allow: settings().tools.allow });
  const caller = cleanup.use(createToolCaller({ settings: reach, mcp: ports.mcp, log, protoFolder: folder }));
  const engine = cleanup.use(
    createPromptEngine({ store, own, tools: caller, settings: () => engineSettings(settings()), log }),
  );
  // The first rendering is not to pay for loading what checks args.
  await Promise.all([engine.ready, checkSchema({ type: 'object' }, {})]);
  return { store, own, caller, engine };
}

function engineSettings({ render, refresh_seconds: seconds }: PromptSettings): EngineSettings {
  const every = seconds * 1000;
  return {
    timeoutMs: render.timeout_ms,
    undefined: render.undefined,
    refresh: { extension: every, template: every, environ: every, tool: every },
  };
}

type EngineParts = Awaited<ReturnType<typeof openEngine>>;

function createRestService(ports: PromptsPorts, { engine, own }: EngineParts): RestService {
  const { folder, settings, mcp, llm, version, redactor, log } = ports;
  return new RestService({
    engine,
    file: {
      openFolder: async (logger) =>
        await openFolderStore({ folder: join(folder, 'store'), samples: ports.samples, log: logger }),
      openRedis: async (place, logger) => await openRedisStore({ ...place, log: logger }),
      own,
      mcp,
      protoFolder: folder,
    },
    llm,
    record: chatRecord(ports),
    settings: () => ({ port: settings().rest.port, systemPrompt: settings().llm.system_prompt }),
    tokenFile: join(folder, 'rest.token'),
    version,
    redactor,
    log,
  });
}

async function finishTransfer(outcome: ReturnType<SwitchableStore['transfer']>, library: PromptLibrary) {
  const { problems, ...counts } = await outcome;
  await readAgain(library);
  return { ...counts, problems: [...problems] };
}
