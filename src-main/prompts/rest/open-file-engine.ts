import { CleanupStack } from '#core/async/cleanup-stack';
import type { Logger } from '#core/logger';
import type { AppVariables, PromptEngine, PromptStore } from '../ports.ts';
import { createPromptEngine } from '../registry/create-engine.ts';
import { createToolCaller, type McpToolPort } from '../tools/index.ts';
import type { RestFile } from './config/rest-file.ts';

export interface FileEnginePorts {
  /** The embedded folder, whatever store the app's settings chose. */
  readonly openFolder: (log: Logger) => Promise<PromptStore>;
  /** Opens Redis at the address in the file. */
  readonly openRedis: (redis: RedisPlace, log: Logger) => Promise<PromptStore>;
  readonly own: AppVariables;
  readonly mcp: McpToolPort;
  /** Base of relative paths of .proto files. */
  readonly protoFolder: string;
}

export interface RedisPlace {
  readonly addr: string;
  readonly password: string | undefined;
  readonly db: number;
}

export interface FileEngine extends AsyncDisposable {
  readonly engine: PromptEngine;
  readonly store: PromptStore;
}

/** An engine by the settings of `config.yaml`, beside the app's own. */
export async function openFileEngine(file: RestFile, ports: FileEnginePorts, log: Logger): Promise<FileEngine> {
  const { redis, refresh, render, tools } = file;
  const cleanup = new CleanupStack();
  try {
    const { addr, password, db } = redis;
    const isFolder = addr === undefined || addr === '';
    const store = cleanup.use(await (isFolder ? ports.openFolder(log) : ports.openRedis({ addr, password, db }, log)));
    const reach = { baseUrl: tools.base_url, allow: tools.allow };
    const caller = cleanup.use(
      createToolCaller({ settings: () => reach, mcp: ports.mcp, log, protoFolder: ports.protoFolder }),
    );
    const settings = {
      timeoutMs: render.timeout_ms,
      undefined: render.undefined,
      refresh: {
        extension: refresh.extension,
        template: refresh.prompt,
        environ: refresh.environ,
        tool: refresh.tool,
      },
    };
    const engine = cleanup.use(
      createPromptEngine({ store, own: ports.own, tools: caller, settings: () => settings, log }),
    );
    await engine.ready;
    return { engine, store, [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose]() };
  } catch (error) {
    await cleanup[Symbol.asyncDispose]();
    throw error;
  }
}
