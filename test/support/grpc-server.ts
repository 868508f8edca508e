import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';

const SHARED = `syntax = "proto3";
package demo.v1;
enum Mood { CALM = 0; GLAD = 1; }
message Person { string full_name = 1; int64 big = 2; repeated string tags = 3; bytes raw = 4; Mood mood = 5; double ratio = 6; map<string, string> labels = 7; }
`;
const GREETER = `syntax = "proto3";
package demo.v1;
import "shared.proto";
service Greeter {
  rpc Greet (Person) returns (Reply);
  rpc Fail (Person) returns (Reply);
  rpc Hang (Person) returns (Reply);
  rpc Flood (Person) returns (Reply);
  rpc Watch (Person) returns (stream Reply);
}
message Reply { string user_text = 1; Person person = 2; int32 count = 3; map<string, int64> totals = 4; map<int32, Person> people = 5; }
`;

const TOTALS = { few: '5', exact: '9007199254740993', least: '-9223372036854775808' };

export interface GrpcBox extends AsyncDisposable {
  readonly target: string;
  /** Text of the service's .proto file. */
  readonly proto: string;
  readonly requests: readonly unknown[];
  readonly agents: readonly string[];
}

type GrpcReply = (error: object | null, reply?: object) => void;
interface GrpcCall {
  readonly request: { readonly full_name: string };
  readonly metadata: { get(name: string): readonly unknown[] };
}

/** A real gRPC server on loopback. */
export async function grpcBox({ reflects }: { readonly reflects: 'v1' | 'v1alpha' | false }): Promise<GrpcBox> {
  const folder = await mkdtemp(join(tmpdir(), 'sigma-grpc-'));
  await writeFile(join(folder, 'shared.proto'), SHARED);
  const proto = join(folder, 'greeter.proto');
  await writeFile(proto, GREETER);
  const definition = loadSync(proto, { keepCase: true, longs: String, enums: String, includeDirs: [folder] });
  const requests: unknown[] = [];
  const agents: string[] = [];
  const server = new Server();
  server.addService(definition['demo.v1.Greeter'] as never, {
    greet: ({ request, metadata }: GrpcCall, answer: GrpcReply) => {
      requests.push(request);
      agents.push(String(metadata.get('user-agent')[0]));
      answer(null, { user_text: `Hi ${request.full_name}`, person: request, count: 2, totals: TOTALS, people: {} });
    },
    fail: (_: GrpcCall, answer: GrpcReply) => answer({ code: status.NOT_FOUND, details: 'nobody of that name' }),
    hang: () => {},
    flood: (_: GrpcCall, answer: GrpcReply) => answer(null, { user_text: 'x'.repeat(5_000_000) }),
    watch: () => {},
  });
  if (reflects !== false) {
    const both = { addService: (service: object, handlers: object) => add(service, handlers) };
    const add = (service: object, handlers: object) => {
      const [method] = Object.values(service) as { path: string }[];
      if (method?.path.startsWith(`/grpc.reflection.${reflects}.`))
        server.addService(service as never, handlers as never);
    };
    new ReflectionService(definition).addToServer(both as never);
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    target: `127.0.0.1:${port}`,
    proto,
    requests,
    agents,
    [Symbol.asyncDispose]: async () => {
      server.forceShutdown();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
