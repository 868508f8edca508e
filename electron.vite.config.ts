import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

// Everything that is plain JavaScript is bundled: one file loads several times faster than a tree of packages, and the packed app
// then needs only the native modules beside it.
const NATIVE = ['node-pty'];

export default defineConfig({
  main: {
    build: {
      // The same bundles run under Electron's Node and under the Node that serves the browser target.
      target: 'node20.19',
      externalizeDeps: { exclude: BUNDLED() },
      rolldownOptions: {
        external: NATIVE,
        input: {
          electron: 'src-main/electron/main.ts',
          web: 'src-main/web/main.ts',
          cli: 'src-main/cli/main.ts',
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
      rolldownOptions: { input: 'src-renderer/index.html' },
    },
  },
});

function BUNDLED(): string[] {
  return [];
}
