import type { CommandNode, OperandNode, PipeNode, StatementNode, TemplateTreeNode } from './nodes.ts';
import { quote } from './values/quote.ts';

/** A node as Go prints it, which is how its errors quote it. */
export function nodeSource(node: TemplateTreeNode): string {
  switch (node.kind) {
    case 'field':
      return `.${node.names.join('.')}`;
    case 'variable':
      return node.names.join('.');
    case 'identifier':
      return node.name;
    case 'chain':
      return `${inParentheses(node.node)}.${node.names.join('.')}`;
    case 'pipe':
      return sourceOfPipe(node);
    case 'command':
      return sourceOfCommand(node);
    case 'string':
      return node.quoted;
    case 'number':
      return node.text;
    case 'bool':
      return String(node.value);
    case 'dot':
      return '.';
    case 'nil':
      return 'nil';
    case 'list':
      return node.nodes.map(nodeSource).join('');
    default:
      return sourceOfStatement(node);
  }
}

function inParentheses(node: OperandNode): string {
  return node.kind === 'pipe' ? `(${sourceOfPipe(node)})` : nodeSource(node);
}

/** Assignments are printed as declarations, as Go does. */
function sourceOfPipe({ declarations, commands }: PipeNode): string {
  const declared = declarations.length === 0 ? '' : `${declarations.map(nodeSource).join(', ')} := `;
  return declared + commands.map(sourceOfCommand).join(' | ');
}

function sourceOfCommand({ args }: CommandNode): string {
  return args.map(inParentheses).join(' ');
}

function sourceOfStatement(node: StatementNode): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'action':
      return `{{${sourceOfPipe(node.pipe)}}}`;
    case 'break':
    case 'continue':
      return `{{${node.kind}}}`;
    case 'template':
      return `{{template ${quote(node.name)}${node.pipe === undefined ? '' : ` ${sourceOfPipe(node.pipe)}`}}}`;
    default: {
      const otherwise = node.elseList === undefined ? '' : `{{else}}${nodeSource(node.elseList)}`;
      return `{{${node.kind} ${sourceOfPipe(node.pipe)}}}${nodeSource(node.list)}${otherwise}{{end}}`;
    }
  }
}
