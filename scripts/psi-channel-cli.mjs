#!/usr/bin/env node
// psi-channel-cli: another name of `sigma channel cli`.
process.argv.splice(2, 0, 'channel', 'cli');
await import('./sigma.mjs');
