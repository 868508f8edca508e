import { spawn } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import type { Figure, Report } from './run.ts';

interface Bundled {
  /** A file of this folder that exports `measure(report, args)`. */
  readonly program: string;
  readonly args?: readonly string[];
  /** Further programs beside it, by name: files of the app, from its root. */
  readonly workers?: Readonly<Record<string, string>>;
  /** Words of a command that runs the program in a place of its own. */
  readonly under?: readonly string[];
  /** Packages that are not bundled, as electron.vite.config.ts names them. */
  readonly outside?: readonly string[];
}

const ROOT = join(import.meta.dirname, '..', '..');

/** Measures in a process of its own, whose figures are those of the app: bundled as it is, where tsx's code is slower. */
export async function runBundled(bundled: Bundled, report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sigma-bench-'));
  try {
    await bundle(bundled, folder);
    const args = [process.execPath, join(folder, 'bench.js'), ...(bundled.args ?? [])];
    const [file = '', ...words] = [...(bundled.under ?? []), ...args];
    const program = spawn(file, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: program.stdout })) report(JSON.parse(line) as Figure);
    const code = program.exitCode ?? (await new Promise<number | null>((resolve) => program.once('exit', resolve)));
    if (code !== 0) throw new Error(`The bench ended with exit code ${code}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bundles the program as electron.vite.config.ts configures it. */
async function bundle({ program, workers = {}, outside = [] }: Bundled, folder: string): Promise<void> {
  const entry = join(folder, 'entry.ts');
  const imported = JSON.stringify(join(import.meta.dirname, program));
  const said = '(figure) => console.log(JSON.stringify(figure))';
  await writeFile(entry, `import { measure } from ${imported};\nawait measure(${said}, process.argv.slice(2));\n`);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  if (outside.length > 0) await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const files = Object.entries(workers).map(([name, file]) => [name, join(ROOT, file)]);
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: [...outside] },
    build: {
      ssr: true,
      target: 'node20.19',
      minify: true,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        external: [...outside],
        input: { bench: entry, ...Object.fromEntries(files) },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  });
}
