const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render|lavapipe/i;

/** Longest that reading one drawn point may take, in milliseconds: a real device needs far less. */
const MAX_PROBE_MS = 50;

let answer: boolean | undefined;

/**
 * Whether WebGL is drawn by a real device. On a processor it is slower than the DOM renderer. `?gl=0` in the address says no.
 */
export function isAccelerated(): boolean {
  answer ??= !/[?&]gl=0\b/.test(location.search) && probeWebGl();
  return answer;
}

function probeWebGl(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = 16;
  canvas.height = 16;
  const gl = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  try {
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
    return !SOFTWARE.test(name) && drawsQuickly(gl);
  } finally {
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

function drawsQuickly(gl: WebGL2RenderingContext): boolean {
  const started = performance.now();
  gl.clearColor(1, 0, 0, 1);
  gl.clear(gl.COLOR_BUFFER_BIT);
  const point = new Uint8Array(4);
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, point);
  return point[0] === 255 && performance.now() - started < MAX_PROBE_MS;
}
