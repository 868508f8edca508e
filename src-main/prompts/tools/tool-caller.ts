import { isPlainObject } from '#contract/plain-object';
import { messageOf } from '#core/app-error';
import { raceAbort } from '#core/async/abort';
import type { Logger } from '#core/logger';
import { EMPTY, type TemplateValue } from '#template';
import type { LoadedTool, ToolCaller, ToolCallOutcome } from '../ports.ts';
import { type NamedArguments, namedArguments } from './arguments.ts';
import { GrpcCalls } from './grpc/grpc-calls.ts';
import { HttpCalls } from './http-call.ts';
import { requestOf, shownRequestUrl } from './http-request.ts';
import { callMcp, type McpToolPort, mcpTarget } from './mcp-call.ts';
import { jsonAnswer, plainValue } from './plain-values.ts';
import { type NameResolver, type ReachSettings, resolveName } from './reach.ts';
import { ToolFailure } from './tool-failure.ts';

export interface ToolCallerOptions {
  /** Reads the settings at each call. */
  readonly settings: () => ReachSettings;
  readonly mcp: McpToolPort;
  readonly log: Logger;
  /** The addresses of a name; the system's where absent. */
  readonly resolve?: NameResolver | undefined;
  /** Base of relative paths of .proto files; without it they must be absolute. */
  readonly protoFolder?: string | undefined;
}

/** A call under way: what is known of it so far is told even when it fails. */
interface OpenCall {
  readonly tool: LoadedTool;
  readonly signal: AbortSignal;
  readonly limitMs: number;
  arguments: unknown;
  request: string | undefined;
}

/** Calls tools over HTTP, MCP and gRPC, within the rules of `reach.ts`. */
export function createToolCaller(options: ToolCallerOptions): ToolCaller {
  const resolve = options.resolve ?? resolveName;
  const http = new HttpCalls(resolve);
  const grpc = new GrpcCalls({ resolve, protoFolder: options.protoFolder });
  const ways = { ...options, http, grpc };
  return {
    call: (tool, args, { signal, limitMs }) => callTool(ways, { tool, args, signal, limitMs }),
    [Symbol.asyncDispose]: async () => {
      http[Symbol.dispose]();
      grpc[Symbol.dispose]();
    },
  };
}

interface ToolTransports extends ToolCallerOptions {
  readonly http: HttpCalls;
  readonly grpc: GrpcCalls;
}

interface CallRequest {
  readonly tool: LoadedTool;
  readonly args: readonly TemplateValue[];
  readonly signal: AbortSignal;
  readonly limitMs: number;
}

async function callTool(ways: ToolTransports, { tool, args, signal, limitMs }: CallRequest): Promise<ToolCallOutcome> {
  const timeUp = new AbortController();
  const timer = setTimeout(() => timeUp.abort(), Math.max(0, limitMs));
  const call: OpenCall = {
    tool,
    signal: AbortSignal.any([signal, timeUp.signal]),
    limitMs,
    arguments: undefined,
    request: undefined,
  };
  try {
    call.arguments = shownArguments(args);
    const named = await namedArguments(tool.record.parameters, args);
    call.arguments = tool.record.type === 'mcp' ? named.values : named.exact;
    const value = await raceAbort(callTransport(ways, call, named), call.signal);
    return { outcome: 'value', value, arguments: call.arguments, request: call.request };
  } catch (error) {
    const why = timeUp.signal.aborted && !signal.aborted ? new ToolFailure('its time was up') : error;
    return failedCall(ways.log, call, signal.aborted ? new ToolFailure('the rendering ended before it answered') : why);
  } finally {
    clearTimeout(timer);
  }
}

/** Formats the arguments before they have names. */
function shownArguments(args: readonly TemplateValue[]): unknown {
  try {
    return args.map((arg) => plainValue(arg) ?? null);
  } catch {
    return undefined;
  }
}

async function callTransport(ways: ToolTransports, call: OpenCall, args: NamedArguments): Promise<TemplateValue> {
  const { record } = call.tool;
  const settings = ways.settings();
  if (record.type === 'restful') {
    const request = requestOf(isPlainObject(record.restful) ? record.restful : {}, args, settings.baseUrl);
    call.request = `${request.method} ${shownRequestUrl(request.url)}`;
    return await ways.http.send(request, settings, call.signal);
  }
  if (record.type === 'mcp') {
    const target = mcpTarget(record.mcp);
    call.request = `MCP ${target.server} ${target.tool}`;
    return await callMcp(ways.mcp, target, args, call.signal);
  }
  if (record.type === 'grpc') {
    const target = ways.grpc.target(record.grpc);
    call.request = `gRPC ${target.address} ${target.service}/${target.method}`;
    const { signal, limitMs } = call;
    return await ways.grpc.send(target, args.exact, { settings, signal, limitMs });
  }
  throw new ToolFailure('its type is none of restful, grpc and mcp');
}

function failedCall(log: Logger, call: OpenCall, error: unknown): ToolCallOutcome {
  const { tool } = call;
  // What others throw may repeat what the tool was given, as `detail` may: neither is warned of.
  const { message: cause, detail } =
    error instanceof ToolFailure ? error : new ToolFailure('it failed', messageOf(error));
  log.warn('prompts.tool.failed', { tool: tool.id, cause });
  if (detail !== undefined) log.debug('prompts.tool.answered', { tool: tool.id, detail });
  const told = {
    arguments: call.arguments,
    error: detail === undefined ? cause : `${cause}: ${detail}`,
    request: call.request,
  };
  const { returns } = tool.record;
  const hasDefault = isPlainObject(returns) && Object.hasOwn(returns, 'default');
  if (hasDefault) return { outcome: 'default', value: jsonAnswer(returns.default), ...told };
  return { outcome: 'empty', value: EMPTY, ...told };
}
