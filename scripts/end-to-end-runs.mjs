/** Runs its program with a display of its own. */
const WITH_DISPLAY = ['xvfb-run', '--auto-servernum'];

/**
 * The runs of Playwright that make up the end-to-end tests here, each with its projects; those of a run that `isSkipped` are
 * counted only. The real Electron needs a display and no other browser; without it its tests run in a stand-in, which
 * is a browser too, or skip themselves.
 */
export function endToEndRuns({ hasBrowser, hasElectron, hasDisplay, hasXvfb }) {
  const canElectron = hasElectron ? hasDisplay || hasXvfb : hasBrowser;
  const needsXvfb = hasElectron && !hasDisplay && hasXvfb;
  return [
    run([hasBrowser && 'web', canElectron && !needsXvfb && 'electron']),
    run([needsXvfb && 'electron'], { wrapper: WITH_DISPLAY }),
    run([!hasBrowser && 'web', !canElectron && 'electron'], { isSkipped: true }),
  ].filter(({ projects }) => projects.length > 0);
}

function run(projects, { wrapper = [], isSkipped = false } = {}) {
  return { projects: projects.filter(Boolean), wrapper, isSkipped };
}
