#!/usr/bin/env node
// psi-workspace-snapshot: another name of `sigma workspace snapshot`. As the original does, it replaces a file at
// --output-file.
process.argv.splice(2, 0, 'workspace', 'snapshot', '--force');
await import('./sigma.mjs');
