import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { asciiOnly } from './scripts/ascii-only.ts';
import { exportsFirst, lateChunks, loadedLate } from './scripts/late-chunks.ts';

// Everything that is plain JavaScript is bundled: a few files load several times faster than a tree of packages, and a
// packed app needs only the native modules beside them. What ws offers to use where it is installed stays outside too.
// Electron's Node packs zstd by itself, so that @mongodb-js/zstd is loaded under Node 20 alone, and not packed beside the app.
const OUTSIDE = ['node-pty', '@napi-rs/keyring', '@mongodb-js/zstd/bindings.js', 'bufferutil', 'utf-8-validate'];

/**
 * What runs from V8's code cache (`src-main/core/code-cache.ts`) cannot `import()`: V8 does not keep who would answer. The packages
 * beside the bundles are CommonJS, so that `require` does the same.
 */
const requiredLater = {
  name: 'required-later',
  renderChunk: (code: string) =>
    code.replace(
      /\bimport\(["'](node-pty|@napi-rs\/keyring|@mongodb-js\/zstd\/bindings\.js)["']\)/g,
      (_, name: string) => `Promise.resolve().then(() => require(${JSON.stringify(name)}))`,
    ),
};

/** A host's start; the desktop's and the console's load the same. */
const START = join(import.meta.dirname, 'src-main', 'web', 'start.ts');

const lateLoaded = { name: 'late-loaded', renderChunk: (code: string) => exportsFirst(loadedLate(code)) };

/** When all else is done, since a text that is printed anew has its characters back. */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle: (_, files) => {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = asciiOnly(file.code);
  },
};

/**
 * Gives Monaco's languages a place to register in workers, where the editor cannot be: it wants a document. They use nothing else of it.
 */
const languagesAlone: Plugin = {
  name: 'languages-alone',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/editor/editor.api.js') && importer?.includes('/monaco-editor/esm/vs/languages/definitions/')
      ? join(import.meta.dirname, 'src-renderer', 'editor', 'colours', 'registered-languages.ts')
      : undefined,
};

export default defineConfig({
  main: {
    plugins: [requiredLater, lateLoaded, inAscii],
    build: {
      // The same bundles run under Electron's Node and under the Node that serves the browser target.
      target: 'node20.19',
      externalizeDeps: false,
      rolldownOptions: {
        external: OUTSIDE,
        output: {
          codeSplitting: lateChunks(START),
          chunkFileNames: ({ name }) => `chunks/${name.split('~')[0]}-[hash].js`,
        },
        // Names of globals that what was left out had read would stay, and Node loads its web streams when one is read.
        treeshake: { unknownGlobalSideEffects: false },
        input: {
          electron: 'src-main/electron/main.ts',
          web: 'src-main/web/main.ts',
          cli: 'src-main/cli/main.ts',
          'js-host': 'src-main/js-host/main.ts',
          'js-host-hooks': 'src-main/js-host/agent/hook-thread.ts',
          'compare-lines-worker': 'src-main/files/diff/compare-lines-worker.ts',
          'analyse-worker': 'src-main/shell-analysis/analyse-worker.ts',
          'branch-worker': 'src-main/branches/copy/branch-worker.ts',
          'tree-worker': 'src-main/app/threads/tree-worker.ts',
          'image-worker': 'src-main/app/threads/image-worker.ts',
          'render-worker': 'src-main/prompts/render/render-worker.ts',
        },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload can require nothing but electron, so it must be one file.
      externalizeDeps: false,
      rolldownOptions: { input: { index: 'src-preload/index.ts' } },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [react()],
    worker: { plugins: () => [languagesAlone] },
    build: {
      minify: true,
      target: 'esnext',
      chunkSizeWarningLimit: 8000,
      // A font or image inside a style sheet would need data: in more places than the policy allows.
      assetsInlineLimit: 0,
      rolldownOptions: { input: 'src-renderer/index.html' },
    },
  },
});
