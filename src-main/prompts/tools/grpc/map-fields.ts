import { fromJSON, type Options, type PackageDefinition } from '@grpc/proto-loader';
import { Root } from 'protobufjs';
import { FileDescriptorSet } from 'protobufjs/ext/descriptor/index.js';

interface ProtoField {
  readonly rule?: string;
  readonly type: string;
  readonly id: number;
}

interface ProtoMessage {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly fields?: Readonly<Record<string, ProtoField>>;
  readonly nested?: Readonly<Record<string, ProtoMessage>>;
}

/** The services of a serialised `google.protobuf.FileDescriptorSet`. @throws Error when it is none */
export function grpcDefinitions(set: Uint8Array, options: Options): PackageDefinition {
  // The extension adds it to the class, and its types do not say so.
  const { fromDescriptor } = Root as unknown as { fromDescriptor(set: unknown): Root };
  const root = fromDescriptor(FileDescriptorSet.decode(set));
  return fromJSON(withMaps(root.toJSON() as ProtoMessage) as object, options);
}

/**
 * Makes maps of repeated map entries, as which a descriptor has them (descriptor.proto, MessageOptions.map_entry). The reader of
 * descriptors leaves them as they are, and a map that is given would not fit its message.
 */
function withMaps(message: ProtoMessage): ProtoMessage {
  const { nested = {}, fields } = message;
  const inner = Object.fromEntries(Object.entries(nested).map(([name, one]) => [name, withMaps(one)]));
  const entries = Object.entries(nested).filter(([, one]) => isMapEntry(one));
  if (!fields || entries.length === 0) return { ...message, ...(message.nested && { nested: inner }) };
  const mapped = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, mapField(field, Object.fromEntries(entries))]),
  );
  return { ...message, fields: mapped, nested: inner };
}

/** A message of `key` and `value` alone: one that contains a map is marked as an entry by the reader, too. */
function isMapEntry({ options, fields = {} }: ProtoMessage): boolean {
  const { key, value, ...others } = fields;
  if (options?.map_entry !== true || Object.keys(others).length > 0) return false;
  return key?.id === 1 && value?.id === 2 && key.rule !== 'repeated' && value.rule !== 'repeated';
}

function mapField(field: ProtoField, entries: Readonly<Record<string, ProtoMessage>>): ProtoField {
  const name = field.type.split('.').at(-1) ?? '';
  const { key, value } = (Object.hasOwn(entries, name) ? entries[name]?.fields : undefined) ?? {};
  if (field.rule !== 'repeated' || !key || !value) return field;
  const map = { keyType: key.type, type: value.type, id: field.id };
  return map;
}
