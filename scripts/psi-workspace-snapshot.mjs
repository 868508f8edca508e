#!/usr/bin/env node
// psi-workspace-snapshot: another name of `sigma workspace snapshot`.
process.argv.splice(2, 0, 'workspace', 'snapshot');
await import('./sigma.mjs');
