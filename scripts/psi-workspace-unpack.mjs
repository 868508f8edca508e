#!/usr/bin/env node
// psi-workspace-unpack: another name of `sigma workspace unpack --raw`; with --layer it unpacks what is seen of that layer.
const isOfLayer = process.argv.some((word) => /^--(?:layer|raw)(?:=|$)/.test(word));
process.argv.splice(2, 0, 'workspace', 'unpack', ...(isOfLayer ? [] : ['--raw']));
await import('./sigma.mjs');
