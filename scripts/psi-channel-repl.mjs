#!/usr/bin/env node
// psi-channel-repl: another name of `sigma channel repl`.
process.argv.splice(2, 0, 'channel', 'repl');
await import('./sigma.mjs');
