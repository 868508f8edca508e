import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { exportsFirst, lateChunks, loadedLate } from '../../scripts/late-chunks.ts';
import { LATE_FILES, LATE_FOLDERS, lateCodeOf } from '../../scripts/late-folders.ts';

const SOURCES = join(import.meta.dirname, '..', '..', 'src-main');

/** Runs a bundle. @returns the order in which it required others and did its own */
function run(code: string): readonly string[] {
  const done: string[] = [];
  const required: Record<string, unknown> = { './late.files-1.js': { Plan: class Plan {}, apply: () => 'applied' } };
  const require = (name: string) => {
    done.push(name);
    return required[name] ?? {};
  };
  runInNewContext(code, { require, exports: {}, say: (text: string) => done.push(text) });
  return done;
}

test('a late bundle is required when one of its names is first used, and once', () => {
  const code = `const require_now = require("./now-1.js");
const require_late_files = require("./late.files-1.js");
say("start");
const plan = new require_late_files.Plan();
say((0, require_late_files.apply)(plan));
say(Object.keys({ ...require_late_files }).join());
`;
  expect(run(loadedLate(code))).toEqual(['./now-1.js', 'start', './late.files-1.js', 'applied', 'Plan,apply']);
});

test('a bundle says what it exports before it requires another', () => {
  const exported =
    'Object.defineProperty(exports, "a", {\n\tenumerable: true,\n\tget: function() {\n\t\treturn a;\n\t}\n});';
  const code = `say(Object.keys(exports).join());\nvar a = 1;\n${exported}\nsay("end");\n`;
  expect(run(code)).toEqual(['', 'end']);
  expect(run(exportsFirst(code))).toEqual(['a', 'end']);
});

test('what a start imports is late where its folder is, but for the files that a start calls and what comes by import()', () => {
  const imported: Record<string, readonly string[]> = {
    '/x/src-main/start.ts': ['/x/src-main/llm/stream/stall-watch.ts'],
    '/x/src-main/llm/stream/stall-watch.ts': [
      '/x/src-main/llm/clients/create-clients.ts',
      '/x/node_modules/diff/a/b.js',
    ],
  };
  const [group] = lateChunks('/x/src-main/start.ts').groups;
  const nameOf = (id: string) => group?.name(id, { getModuleInfo: (id) => ({ importedIds: imported[id] ?? [] }) });
  expect(nameOf('/x/src-main/start.ts')).toBeNull();
  expect(nameOf('/x/src-main/llm/stream/stall-watch.ts')).toBe('late.llm');
  expect(nameOf('/x/src-main/llm/clients/create-clients.ts')).toBeNull();
  expect(nameOf('/x/node_modules/diff/a/b.js')).toBe('late.diff');
  expect(nameOf('/x/src-main/llm/by-import.ts')).toBeNull();
});

test('packages are known by their names', () => {
  expect(lateCodeOf('/x/node_modules/@orpc/standard-server-peer/dist/index.mjs')).toBe('orpc-standard-server-peer');
  expect(lateCodeOf('/x/node_modules/zod/index.js')).toBeUndefined();
  expect(lateCodeOf('/x/node_modules/zod/node_modules/ws/index.js')).toBe('ws');
});

test.each(Object.entries(LATE_FOLDERS))('%s is there, with the files that a start calls', (folder, called) => {
  expect(existsSync(join(SOURCES, folder))).toBe(true);
  expect(called.filter((name) => !existsSync(join(SOURCES, folder, `${name}.ts`)))).toEqual([]);
});

test('the late files of other folders are there', () => {
  expect(LATE_FILES.filter((name) => !existsSync(join(SOURCES, `${name}.ts`)))).toEqual([]);
  expect(lateCodeOf(join(SOURCES, 'contract', 'text', 'look-alikes.ts'))).toBe('contract');
  expect(lateCodeOf(join(SOURCES, 'contract', 'index.ts'))).toBeUndefined();
});
