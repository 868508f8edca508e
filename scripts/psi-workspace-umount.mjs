#!/usr/bin/env node
// psi-workspace-umount: another name of `sigma workspace umount`.
process.argv.splice(2, 0, 'workspace', 'umount');
await import('./sigma.mjs');
