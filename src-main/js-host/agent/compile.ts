import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ModuleKind, ModuleResolutionKind, Project, ScriptTarget, type SourceFile, ts } from 'ts-morph';
import type { Compiled, CompileRequest, SyntaxProblem } from '#core/agent-messages';
import { describeTool } from '../functions.ts';

const TYPESCRIPT = /(?<!\.d)\.[cm]?ts$/;

/** Compiles TypeScript files and what they import, finds where a text is no program, and reads the types of tools. Runs nothing. */
export function compileFiles({ workspace, files }: CompileRequest): Omit<Compiled, 'type'> {
  const project = projectOf();
  for (const file of files) project.addSourceFileAtPathIfExists(join(workspace, file));
  project.resolveSourceFileDependencies();
  const own = project.getSourceFiles().flatMap((file) => ownFile(file, workspace));
  const problems = own.flatMap((one) => syntaxProblem(one, project) ?? []);
  const isBroken = ({ name }: Own) => problems.some(({ file }) => file === name);
  const typescript = own.filter(({ name }) => TYPESCRIPT.test(name));
  const schemas = typescript.flatMap((one) => {
    const schema = isTool(one, files) && !isBroken(one) ? describeTool(one.file) : undefined;
    return schema ? [[one.hash, schema] as const] : [];
  });
  return {
    files: typescript.map((one) => (isBroken(one) ? { hash: one.hash } : compiledFile(one))),
    problems,
    schemas: Object.fromEntries(schemas),
  };
}

const isTool = ({ name }: Own, files: readonly string[]): boolean => name.startsWith('tools/') && files.includes(name);

/** The workspace's own tsconfig.json is for its editor: how the host compiles is the same everywhere. */
function projectOf(): Project {
  return new Project({
    skipAddingFilesFromTsConfig: true,
    compilerOptions: {
      strict: true,
      allowJs: true,
      skipLibCheck: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      target: ScriptTarget.ESNext,
      module: ModuleKind.ESNext,
      moduleResolution: ModuleResolutionKind.Bundler,
    },
  });
}

function ownFile(file: SourceFile, workspace: string): Own[] {
  const name = relative(workspace, file.getFilePath()).split(sep).join('/');
  if (name.startsWith('../') || file.isDeclarationFile() || name.includes('node_modules/')) return [];
  const bytes = readFileSync(file.getFilePath());
  return [{ file, name, bytes, hash: createHash('sha256').update(bytes).digest('hex') }];
}

interface Own {
  readonly file: SourceFile;
  readonly name: string;
  readonly bytes: Buffer;
  /** Of the bytes: a byte order mark is no part of the text that the compiler has. */
  readonly hash: string;
}

function compiledFile({ file, bytes, hash }: Own): Compiled['files'][number] {
  const path = file.getFilePath();
  const { outputText } = ts.transpileModule(bytes.toString('utf8').replace(/^\uFEFF/, ''), {
    fileName: path,
    compilerOptions: {
      target: ScriptTarget.ES2022,
      module: path.endsWith('.cts') ? ModuleKind.CommonJS : ModuleKind.ESNext,
      esModuleInterop: true,
      isolatedModules: true,
      inlineSourceMap: true,
    },
  });
  return { hash, code: outputText };
}

function syntaxProblem({ file, name }: Own, project: Project): SyntaxProblem | undefined {
  const [first] = project.getProgram().compilerObject.getSyntacticDiagnostics(file.compilerNode);
  if (!first) return undefined;
  const { line } = ts.getLineAndCharacterOfPosition(file.compilerNode, first.start);
  return { file: name, line: line + 1, message: ts.flattenDiagnosticMessageText(first.messageText, ' ') };
}
