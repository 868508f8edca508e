#!/usr/bin/env node
// psi-ai-openai-completions: another name of `sigma ai openai`.
process.argv.splice(2, 0, 'ai', 'openai');
await import('./sigma.mjs');
