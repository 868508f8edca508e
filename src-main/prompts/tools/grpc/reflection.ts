import type { Client, ServiceError } from '@grpc/grpc-js';
import { fromJSON, type MethodDefinition } from '@grpc/proto-loader';
import { onAbort } from '#core/async/abort';
import { ToolFailure } from '../tool-failure.ts';
import { type DescriptorFile, descriptorSet, readDescriptorFile } from './descriptor-files.ts';

/** Most files, and bytes, of a service's description. */
const MAX_FILES = 500;
const MAX_BYTES = 16 * 1024 * 1024;
const UNIMPLEMENTED = 12;

interface ReflectionQuestion {
  readonly file_by_filename?: string;
  readonly file_containing_symbol?: string;
}

interface ReflectionAnswer {
  readonly file_descriptor_response?: { readonly file_descriptor_proto?: readonly Uint8Array[] };
  readonly error_response?: { readonly error_code?: number; readonly error_message?: string };
}

/** Protocol of grpc/reflection/v1/reflection.proto; v1alpha differs only in its name. */
const PROTOCOL: Parameters<typeof fromJSON>[0] = {
  nested: {
    Question: {
      fields: {
        file_by_filename: { type: 'string', id: 3 },
        file_containing_symbol: { type: 'string', id: 4 },
      },
    },
    Files: { fields: { file_descriptor_proto: { rule: 'repeated', type: 'bytes', id: 1 } } },
    Failure: { fields: { error_code: { type: 'int32', id: 1 }, error_message: { type: 'string', id: 2 } } },
    Answer: {
      fields: {
        file_descriptor_response: { type: 'Files', id: 4 },
        error_response: { type: 'Failure', id: 7 },
      },
    },
    Reflection: {
      methods: {
        Ask: {
          requestType: 'Question',
          requestStream: true,
          responseType: 'Answer',
          responseStream: true,
          comment: '',
        },
      },
    },
  },
};

/** Asks a server for the description of a service, and of all that it imports. @throws ToolFailure */
export async function reflectedSet(client: Client, service: string, signal: AbortSignal): Promise<Buffer> {
  try {
    return await describedBy(new ReflectionStream(client, 'v1', signal), service);
  } catch (error) {
    if (!isUnimplemented(error)) throw reflectionFailure(error);
  }
  try {
    return await describedBy(new ReflectionStream(client, 'v1alpha', signal), service);
  } catch (error) {
    if (!isUnimplemented(error)) throw reflectionFailure(error);
    throw new ToolFailure('the gRPC server has no reflection: name a file as grpc.proto');
  }
}

async function describedBy(asker: ReflectionStream, service: string): Promise<Buffer> {
  try {
    const files = new Map<string, DescriptorFile>();
    let bytes = 0;
    const keep = (found: readonly Uint8Array[]) => {
      for (const file of found.map(readDescriptorFile)) {
        if (files.has(file.name)) continue;
        files.set(file.name, file);
        bytes += file.bytes.length;
        if (files.size > MAX_FILES || bytes > MAX_BYTES) throw new ToolFailure('the gRPC server describes too much');
      }
    };
    keep(await asker.ask({ file_containing_symbol: service }));
    for (let missing = missingFile(files); missing !== undefined; missing = missingFile(files)) {
      keep(await asker.ask({ file_by_filename: missing }));
      if (!files.has(missing)) throw new ToolFailure(`the gRPC server does not describe ${missing}`);
    }
    return descriptorSet(files.values());
  } finally {
    asker.end();
  }
}

function missingFile(files: ReadonlyMap<string, DescriptorFile>): string | undefined {
  for (const { imports } of files.values()) {
    const missing = imports.find((name) => !files.has(name));
    if (missing !== undefined) return missing;
  }
  return undefined;
}

/** One stream of questions, each answered before the next. */
class ReflectionStream {
  readonly #stream: ReturnType<Client['makeBidiStreamRequest']>;
  readonly #stopped: Disposable;

  constructor(client: Client, version: string, signal: AbortSignal) {
    const { Ask } = fromJSON(PROTOCOL, { keepCase: true }).Reflection as Readonly<
      Record<string, MethodDefinition<object, object>>
    >;
    if (!Ask) throw new Error('The protocol of reflection was not understood');
    const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
    this.#stream = client.makeBidiStreamRequest(path, Ask.requestSerialize as never, Ask.responseDeserialize as never);
    // Told to whoever asks.
    this.#stream.on('error', () => {});
    this.#stopped = onAbort(signal, () => this.#stream.cancel());
  }

  async ask(question: ReflectionQuestion): Promise<readonly Uint8Array[]> {
    const answer = await this.#answerTo(question);
    const { error_response: failure, file_descriptor_response: files } = answer;
    if (failure) {
      throw new ToolFailure(`the gRPC server does not know ${nameIn(question)}`, failure.error_message);
    }
    return files?.file_descriptor_proto ?? [];
  }

  async #answerTo(question: ReflectionQuestion): Promise<ReflectionAnswer> {
    const stream = this.#stream;
    const ended = () => new ToolFailure('the gRPC server ended its description');
    if (stream.readableEnded || stream.destroyed) throw ended();
    let over = () => {};
    try {
      return await new Promise<ReflectionAnswer>((resolve, reject) => {
        const onEnd = () => reject(ended());
        stream.on('data', resolve).on('error', reject).on('end', onEnd);
        over = () => stream.off('data', resolve).off('error', reject).off('end', onEnd);
        stream.write(question);
      });
    } finally {
      over();
    }
  }

  end(): void {
    this.#stopped[Symbol.dispose]();
    this.#stream.end();
  }
}

const nameIn = (question: ReflectionQuestion) => question.file_containing_symbol ?? question.file_by_filename ?? '';

function isUnimplemented(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIMPLEMENTED;
}

function reflectionFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ToolFailure) return error;
  if (error instanceof RangeError)
    return new ToolFailure('the gRPC server describes itself in no way that is understood');
  const { details = error.message } = error as Partial<ServiceError>;
  return new ToolFailure('the gRPC server could not be asked for its description', details);
}
