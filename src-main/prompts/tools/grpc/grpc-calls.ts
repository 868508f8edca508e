import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { Client, ServiceError } from '@grpc/grpc-js';
import type { MethodDefinition, PackageDefinition } from '@grpc/proto-loader';
import { textStart } from '#contract/text-ends';
import { messageOf } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import type { TemplateValue } from '#template';
import { type NameResolver, type ReachSettings, reachable, reachOfTarget } from '../reach.ts';
import { DETAIL_BYTES, ToolFailure } from '../tool-failure.ts';
import { GrpcChannels } from './grpc-channels.ts';
import { type GrpcTarget, grpcTarget } from './grpc-target.ts';
import { replyValue } from './reply-value.ts';

type GrpcMethod = MethodDefinition<object, object>;

export interface GrpcSend {
  readonly settings: ReachSettings;
  readonly signal: AbortSignal;
  readonly limitMs: number;
}

/** Fields by their names in the .proto file, 64-bit integers as `Long`, names of enums, bytes in base64. */
const AS_JSON = { keepCase: true, enums: String, bytes: String, defaults: true, json: true } as const;
/** Others may wait for the same description: no call that is given up ends it. */
const DESCRIBE_MS = 5000;
/** Time for which a server's description of itself is used, in milliseconds. */
const DESCRIBED_MS = 300_000;
const MAX_KEPT = 100;

/** Unary calls of services that a file describes, or the server itself. */
export class GrpcCalls implements Disposable {
  readonly target: (record: unknown) => GrpcTarget = grpcTarget;
  readonly #channels = new GrpcChannels();
  readonly #described = new Map<string, { readonly at: number; readonly found: Promise<PackageDefinition> }>();
  readonly #resolve: NameResolver;
  readonly #protoFolder: string | undefined;

  constructor({ resolve, protoFolder }: { readonly resolve: NameResolver; readonly protoFolder: string | undefined }) {
    this.#resolve = resolve;
    this.#protoFolder = protoFolder;
  }

  /** @throws ToolFailure */
  async send(target: GrpcTarget, args: object, { settings, signal, limitMs }: GrpcSend): Promise<TemplateValue> {
    const deadline = Date.now() + limitMs;
    const reach = reachOfTarget(target.address, settings);
    const addresses = await reachable(target.host, reach, this.#resolve);
    signal.throwIfAborted();
    return await this.#channels.with(target, addresses, async (client) => {
      const method = await this.#method(client, target);
      return replyValue(await makeCall(client, method, { args, deadline, signal }));
    });
  }

  [Symbol.dispose](): void {
    this.#channels[Symbol.dispose]();
  }

  async #method(client: Client, target: GrpcTarget): Promise<GrpcMethod> {
    const { service, method } = target;
    const found = await (target.proto === undefined ? this.#reflected(client, target) : this.#loaded(target.proto));
    const described = Object.hasOwn(found, service) ? found[service] : undefined;
    if (described === undefined || 'format' in described) throw new ToolFailure(`there is no gRPC service ${service}`);
    const definition = Object.hasOwn(described, method) ? described[method] : undefined;
    if (!definition) throw new ToolFailure(`the gRPC service ${service} has no method ${method}`);
    if (definition.requestStream || definition.responseStream) {
      throw new ToolFailure(`${service}/${method} streams: only methods with one request and one answer can be called`);
    }
    return definition;
  }

  async #loaded(proto: string): Promise<PackageDefinition> {
    const path = protoPath(proto, this.#protoFolder);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) throw new ToolFailure(`there is no file ${path}`);
    return await this.#kept(`${path} ${found.mtimeMs} ${found.size}`, async () => {
      const { load } = await import('@grpc/proto-loader');
      try {
        return await load(path, { ...AS_JSON, includeDirs: [dirname(path)] });
      } catch (error) {
        throw new ToolFailure(`${path} cannot be understood`, messageOf(error));
      }
    });
  }

  #reflected(client: Client, target: GrpcTarget): Promise<PackageDefinition> {
    const { address, isTls, service } = target;
    return this.#kept(JSON.stringify([address, isTls, service]), async () => {
      const { reflectedSet } = await import('./reflection.ts');
      const { grpcDefinitions } = await import('./map-fields.ts');
      return grpcDefinitions(await reflectedSet(client, service, AbortSignal.timeout(DESCRIBE_MS)), AS_JSON);
    });
  }

  /** Finds a description, keeping it unless it failed. */
  #kept(key: string, find: () => Promise<PackageDefinition>): Promise<PackageDefinition> {
    const kept = this.#described.get(key);
    if (kept && performance.now() - kept.at < DESCRIBED_MS) return kept.found;
    const found = find();
    this.#described.set(key, { at: performance.now(), found });
    found.catch(() => {
      if (this.#described.get(key)?.found === found) this.#described.delete(key);
    });
    const [oldest] = this.#described.keys();
    if (this.#described.size > MAX_KEPT && oldest !== undefined) this.#described.delete(oldest);
    return found;
  }
}

function protoPath(proto: string, folder: string | undefined): string {
  if (!proto.endsWith('.proto')) throw new ToolFailure('its grpc.proto is no .proto file');
  if (isAbsolute(proto)) return proto;
  if (folder === undefined) throw new ToolFailure('its grpc.proto is not an absolute path');
  return join(folder, proto);
}

interface CallOptions {
  readonly args: object;
  readonly deadline: number;
  readonly signal: AbortSignal;
}

function makeCall(client: Client, method: GrpcMethod, { args, deadline, signal }: CallOptions): Promise<object> {
  return new Promise((resolve, reject) => {
    const call = client.makeUnaryRequest(
      method.path,
      (value: object) => serialize(method, value),
      method.responseDeserialize,
      args,
      { deadline },
      (error, answer) => {
        stopped[Symbol.dispose]();
        if (error || answer === undefined) reject(serviceFailure(error));
        else resolve(answer);
      },
    );
    const stopped = onAbort(signal, () => call.cancel());
  });
}

function serialize(method: GrpcMethod, value: object): Buffer {
  try {
    return method.requestSerialize(value);
  } catch (error) {
    throw new ToolFailure('its arguments do not fit its gRPC message', messageOf(error));
  }
}

/** The names of the codes are those of the protocol. */
const CODES = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
];

function serviceFailure(error: ServiceError | null): ToolFailure {
  const code = CODES[error?.code ?? 2] ?? 'UNKNOWN';
  return new ToolFailure(
    `it answered with gRPC status ${code}`,
    error ? textStart(error.details, DETAIL_BYTES) : undefined,
  );
}
