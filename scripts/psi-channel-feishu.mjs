#!/usr/bin/env node
// psi-channel-feishu: another name of `sigma channel feishu`.
process.argv.splice(2, 0, 'channel', 'feishu');
await import('./sigma.mjs');
