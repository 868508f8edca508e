#!/usr/bin/env node
// psi-session: another name of `sigma session`.
process.argv.splice(2, 0, 'session');
await import('./sigma.mjs');
