#!/usr/bin/env node
// phishell: another name of `sigma console`.
process.argv.splice(2, 0, 'console');
await import('./sigma.mjs');
