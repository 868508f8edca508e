#!/usr/bin/env node
// psi-ai-anthropic-messages: another name of `sigma ai anthropic`.
process.argv.splice(2, 0, 'ai', 'anthropic');
await import('./sigma.mjs');
