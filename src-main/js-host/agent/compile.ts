import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ModuleKind, ModuleResolutionKind, Project, ScriptTarget, type SourceFile, ts } from 'ts-morph';
import type { CompileRequest, CompileResult, SyntaxProblem } from '#core/threads/agent-messages';
import { describeTool } from '../functions.ts';

const TYPESCRIPT = /(?<!\.d)\.[cm]?ts$/;

/** Compiles TypeScript files and what they import, finds where a text is no program, and reads the types of tools. Runs nothing. */
export function compileFiles({ workspace, files }: CompileRequest): Omit<CompileResult, 'type'> {
  const project = projectOf();
  for (const file of files) project.addSourceFileAtPathIfExists(join(workspace, file));
  project.resolveSourceFileDependencies();
  const own = project.getSourceFiles().flatMap((file) => ownFile(file, workspace));
  const read = own.map((one) => ({ ...one, ...transpile(one) }));
  const typescript = read.filter(({ name }) => TYPESCRIPT.test(name));
  // Reading types takes most of the time, as the compiler's own declarations are read for it.
  const schemas = typescript.flatMap((one) => {
    const schema = isTool(one, files) && !one.problem ? describeTool(one.file) : undefined;
    return schema ? [[one.hash, schema] as const] : [];
  });
  return {
    files: typescript.map(({ hash, code, problem }) => (problem ? { hash } : { hash, code })),
    problems: read.flatMap(({ problem }) => problem ?? []),
    schemas: Object.fromEntries(schemas),
  };
}

/** A tool whose types are asked: it does not export its schema. */
const isTool = ({ name, bytes }: OwnSource, files: readonly string[]): boolean =>
  name.startsWith('tools/') && files.includes(name) && !/\bexport\b[^;=]*\bparameters\b/.test(bytes.toString('utf8'));

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

function ownFile(file: SourceFile, workspace: string): OwnSource[] {
  const name = relative(workspace, file.getFilePath()).split(sep).join('/');
  if (name.startsWith('../') || file.isDeclarationFile() || name.includes('node_modules/')) return [];
  const bytes = readFileSync(file.getFilePath());
  return [{ file, name, bytes, hash: createHash('sha256').update(bytes).digest('hex') }];
}

interface OwnSource {
  readonly file: SourceFile;
  readonly name: string;
  readonly bytes: Buffer;
  /** Hash of the bytes: a byte order mark is not part of the text passed to the compiler. */
  readonly hash: string;
}

/** The file as JavaScript, and the first place at which it is no program. */
function transpile({ file, name, bytes }: OwnSource): {
  readonly code: string;
  readonly problem?: SyntaxProblem | undefined;
} {
  const path = file.getFilePath();
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const { outputText, diagnostics = [] } = ts.transpileModule(text, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: {
      target: ScriptTarget.ES2022,
      module: path.endsWith('.cts') ? ModuleKind.CommonJS : ModuleKind.ESNext,
      allowJs: true,
      esModuleInterop: true,
      isolatedModules: true,
      inlineSourceMap: true,
    },
  });
  const [first] = diagnostics;
  if (!first) return { code: outputText };
  const line = text.slice(0, first.start ?? 0).split('\n').length;
  return { code: '', problem: { file: name, line, message: ts.flattenDiagnosticMessageText(first.messageText, ' ') } };
}
