import { isPlainObject } from '#contract/plain-object';
import { ToolFailure } from '../tool-failure.ts';

/** Target of a record's call. */
export interface GrpcTarget {
  /** `host:port`, the host in lower case, IPv6 in brackets. */
  readonly address: string;
  readonly host: string;
  readonly port: number;
  readonly service: string;
  readonly method: string;
  readonly proto: string | undefined;
  readonly isTls: boolean;
}

/** @throws ToolFailure when the record cannot be followed */
export function grpcTarget(record: unknown): GrpcTarget {
  const { target, service, method, proto, tls } = isPlainObject(record) ? record : {};
  if (!isText(target) || !isText(service) || !isText(method)) {
    throw new ToolFailure('its record has no grpc.target, grpc.service and grpc.method');
  }
  // `unix:`, `xds:` and the like would go around the rules for addresses.
  const bare = target.replace(/^dns:(\/\/[^/]*\/)?/i, '');
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[^\s/:@?#]+):(\d{1,5})$/i.exec(bare) ?? [];
  if (host === undefined || !URL.canParse(`http://${host}:${port}`)) {
    throw new ToolFailure('its grpc.target is no host:port');
  }
  const { hostname } = new URL(`http://${host}`);
  return {
    address: `${hostname}:${Number(port)}`,
    host: hostname,
    port: Number(port),
    service: service.replace(/^\./, ''),
    method,
    proto: isText(proto) ? proto : undefined,
    isTls: tls === true,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
