import { SECURITY_HEADERS } from '#app/start/security-headers';
import type { StaticFile } from '#app/start/static-files';

/** Answers `app://sigma/…` from the table of the page's files; everything else is not found. */
export function createPageProtocol(files: ReadonlyMap<string, StaticFile>) {
  return async (request: Pick<Request, 'url' | 'method'>): Promise<Response> => {
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // Encoded or not, a path that leads elsewhere has no entry.
    const file = url?.protocol === 'app:' && url.host === 'sigma' && isRead ? files.get(url.pathname) : undefined;
    if (!file) return new Response('There is nothing here\n', { status: 404, headers: { ...SECURITY_HEADERS } });
    const body = await file.body();
    return new Response(new Uint8Array(body), {
      headers: { ...SECURITY_HEADERS, 'Content-Type': file.type, 'Cache-Control': 'no-store' },
    });
  };
}
