#!/usr/bin/env node
// psi-workspace-mount: another name of `sigma workspace mount`.
process.argv.splice(2, 0, 'workspace', 'mount');
await import('./sigma.mjs');
