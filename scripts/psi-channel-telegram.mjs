#!/usr/bin/env node
// psi-channel-telegram: another name of `sigma channel telegram`.
process.argv.splice(2, 0, 'channel', 'telegram');
await import('./sigma.mjs');
