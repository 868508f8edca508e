import { type EnumDeclaration, Node, type Type, type TypeNode } from 'ts-morph';

type Literal = string | number;

/** The literal values of a type, in the order in which its source names them; undefined if it has others as well. */
export function literalValues(type: Type, source: TypeNode | undefined): readonly Literal[] | undefined {
  const values = new Set<Literal>();
  for (const part of type.isUnion() ? type.getUnionTypes() : [type]) {
    const value = part.getLiteralValue();
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    values.add(value);
  }
  // The compiler orders a union by when it first saw each part, anywhere; only the source knows how it was written.
  const written = [...new Set(writtenValues(source, type))].filter((value) => values.has(value));
  return written.length === values.size ? written : [...values];
}

function writtenValues(source: TypeNode | undefined, type: Type): Literal[] {
  if (source) return literalsIn(source, new Set());
  return (
    (type.getAliasSymbol() ?? type.getSymbol())?.getDeclarations().flatMap((one) => declaredLiterals(one, new Set())) ??
    []
  );
}

function literalsIn(node: TypeNode, seen: Set<Node>): Literal[] {
  if (Node.isUnionTypeNode(node)) return node.getTypeNodes().flatMap((part) => literalsIn(part, seen));
  if (Node.isParenthesizedTypeNode(node)) return literalsIn(node.getTypeNode(), seen);
  if (Node.isLiteralTypeNode(node)) {
    const value = node.getType().getLiteralValue();
    return typeof value === 'string' || typeof value === 'number' ? [value] : [];
  }
  if (!Node.isTypeReference(node)) return [];
  const symbol = node.getTypeName().getSymbol();
  const target = symbol?.getAliasedSymbol() ?? symbol;
  return target?.getDeclarations().flatMap((one) => declaredLiterals(one, seen)) ?? [];
}

function declaredLiterals(declaration: Node, seen: Set<Node>): Literal[] {
  if (seen.has(declaration)) return [];
  seen.add(declaration);
  if (Node.isEnumDeclaration(declaration)) return enumValues(declaration);
  if (Node.isEnumMember(declaration)) return [declaration.getValue() ?? []].flat();
  const body = Node.isTypeAliasDeclaration(declaration) ? declaration.getTypeNode() : undefined;
  return body ? literalsIn(body, seen) : [];
}

function enumValues(declaration: EnumDeclaration): Literal[] {
  return declaration.getMembers().flatMap((member) => member.getValue() ?? []);
}
