import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

// Everything that is plain JavaScript is bundled: a few files load several times faster than a tree of packages, and a
// packed app needs only the native modules beside them. What ws offers to use where it is installed stays outside too.
const OUTSIDE = ['node-pty', '@napi-rs/keyring', 'bufferutil', 'utf-8-validate'];

export default defineConfig({
  main: {
    build: {
      // The same bundles run under Electron's Node and under the Node that serves the browser target.
      target: 'node20.19',
      externalizeDeps: false,
      rolldownOptions: {
        external: OUTSIDE,
        // What runs from the code cache cannot import(); all of OUTSIDE can be required.
        output: { dynamicImportInCjs: false },
        input: {
          electron: 'src-main/electron/main.ts',
          web: 'src-main/web/main.ts',
          cli: 'src-main/cli/main.ts',
          'js-host': 'src-main/js-host/main.ts',
          'compare-lines-worker': 'src-main/files/compare-lines-worker.ts',
          'analyse-worker': 'src-main/commands/analyse-worker.ts',
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
