import { type ComingSuites, runSuite, type Suites } from './run-suite.ts';

/** Suites by name; each loads what it tests when it is run. */
const SUITES: Suites = {
  'anthropic-request': async () => (await import('./anthropic-request.ts')).anthropicRequest,
  'anthropic-stream': async () => (await import('./anthropic-stream.ts')).anthropicStream,
  'command-policy': async () => (await import('./command-policy.ts')).commandPolicy,
  'go-template': async () => (await import('./go-template.ts')).goTemplate,
  'guard-alias': async () => (await import('./guard-alias.ts')).guardAlias,
  'guard-pipeline': async () => (await import('./guard-pipeline.ts')).guardPipeline,
  'image-check': async () => (await import('./image-check.ts')).imageCheck,
  'image-merge': async () => (await import('./image-merge.ts')).imageMerge,
  'psi-manifest': async () => (await import('./psi-manifest.ts')).psiManifest,
  'psi-pairs': async () => (await import('./psi-pairs.ts')).psiPairs,
  'psi-skill': async () => (await import('./psi-skill.ts')).psiSkill,
  'psi-tool-schema': async () => (await import('./psi-tool-schema.ts')).psiToolSchema,
  'squashfs-read': async () => (await import('./squashfs-read.ts')).squashfsRead,
  'psi-taskmd': async () => (await import('./psi-taskmd.ts')).psiTaskmd,
  'schedule-times': async () => (await import('./schedule-times.ts')).scheduleTimes,
};

/** Suites whose subject is not built yet, and what brings them. */
const COMING: ComingSuites = {};

void runSuite(process.argv.slice(2), { suites: SUITES, coming: COMING }).then((exitCode) => {
  process.exitCode = exitCode;
});
