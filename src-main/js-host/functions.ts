import { type Node, type Signature, type SourceFile, type Symbol as TsSymbol, ts } from 'ts-morph';
import { TOOL_NAME } from '#core/text/tool-name';
import type { JsFunction } from '#core/threads/js-messages';
import { documentationOf, parameterTagOf } from './documentation.ts';
import { parameterSchema, UndescribableTypeError } from './schema-of.ts';

export interface ModuleDescription {
  readonly functions: readonly JsFunction[];
  /** One for each function that cannot be described: its name and why. */
  readonly problems: readonly string[];
}

/** Every function that a module exports, re-exports and constants included, as a tool. */
export function describeFunctions(module: SourceFile): ModuleDescription {
  const functions: JsFunction[] = [];
  const problems: string[] = [];
  for (const exported of module.getExportSymbols().flatMap(exportedFunction)) {
    try {
      functions.push(describeFunction(exported));
    } catch (error) {
      if (!(error instanceof UndescribableTypeError)) throw error;
      problems.push(`${exported.name}: ${error.message}`);
    }
  }
  return { functions, problems };
}

/** Names by which a module exports the function that is a workspace's tool, the first that it has. */
const TOOL_EXPORTS = ['tool', 'default'];

/** The schema that the types of a workspace's tool give; undefined if it has none, or none that a schema can say. */
export function describeTool(module: SourceFile): JsFunction['parameters'] | undefined {
  const all = module.getExportSymbols();
  const found = TOOL_EXPORTS.flatMap((name) => all.filter((one) => one.getName() === name)).flatMap(
    exportedFunction,
  )[0];
  const [signature] = found?.signatures ?? [];
  const [parameter] = signature?.getParameters() ?? [];
  if (!found || !signature) return undefined;
  try {
    // The second parameter is what the host gives along.
    return parameter ? describeParameter(parameter, found.symbol, found.at) : { type: 'object', properties: {} };
  } catch (error) {
    if (error instanceof UndescribableTypeError) return undefined;
    throw error;
  }
}

interface ExportedFunction {
  readonly name: string;
  readonly symbol: TsSymbol;
  readonly at: Node;
  readonly signatures: readonly Signature[];
}

/** Resolves a name behind re-exports and aliases; empty if it cannot be called. */
function exportedFunction(exported: TsSymbol): ExportedFunction[] {
  const symbol = exported.getAliasedSymbol() ?? exported;
  const at = symbol.getValueDeclaration();
  const signatures = at ? symbol.getTypeAtLocation(at).getCallSignatures() : [];
  return at && signatures.length > 0 ? [{ name: exported.getName(), symbol, at, signatures }] : [];
}

function describeFunction({ name, symbol, at, signatures }: ExportedFunction): JsFunction {
  if (!TOOL_NAME.test(name))
    throw new UndescribableTypeError('its name has other characters than A-Z a-z 0-9 _ -, or over 64');
  const signature = longest(signatures);
  const [parameter, second] = signature.getParameters();
  if (second)
    throw new UndescribableTypeError('it has more than one parameter; take one object with properties instead');
  const own = ts.displayPartsToString(
    signature.compilerSignature.getDocumentationComment(at.getProject().getTypeChecker().compilerObject),
  );
  const description = own.trim() || documentationOf(symbol, at);
  if (!parameter) return { name, description, parameters: { type: 'object', properties: {} } };
  return { name, description, parameters: describeParameter(parameter, symbol, at) };
}

/** Picks the overload with the most parameters. */
function longest(signatures: readonly Signature[]): Signature {
  const most = Math.max(...signatures.map((one) => one.getParameters().length));
  const [first, another] = signatures.filter((one) => one.getParameters().length === most);
  if (!first || another) throw new UndescribableTypeError(`it has several overloads with ${most} parameters`);
  return first;
}

function describeParameter(parameter: TsSymbol, symbol: TsSymbol, at: Node): Record<string, unknown> {
  const declaration = parameter.getValueDeclaration()?.asKind(ts.SyntaxKind.Parameter);
  if (declaration?.isRestParameter()) throw new UndescribableTypeError('it has a rest parameter');
  const schema = parameterSchema(parameter.getTypeAtLocation(at), at, declaration?.getTypeNode());
  const description = documentationOf(parameter, at) || parameterTagOf(symbol, parameter.getName());
  return { ...schema, ...(description && { description }) };
}
