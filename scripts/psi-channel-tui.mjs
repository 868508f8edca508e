#!/usr/bin/env node
// psi-channel-tui: another name of `sigma channel tui`.
process.argv.splice(2, 0, 'channel', 'tui');
await import('./sigma.mjs');
