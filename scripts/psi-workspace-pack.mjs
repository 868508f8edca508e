#!/usr/bin/env node
// psi-workspace-pack: another name of `sigma workspace pack`. As the original does, it replaces an image that is there.
process.argv.splice(2, 0, 'workspace', 'pack', '--force');
await import('./sigma.mjs');
