#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const program = join(import.meta.dirname, '..', 'out', 'main', 'cli.js');
if (existsSync(program)) await import(pathToFileURL(program).href);
else {
  console.error('Sigma Shell is not built yet: run npm start, or npm run build, in its folder.');
  process.exitCode = 1;
}
