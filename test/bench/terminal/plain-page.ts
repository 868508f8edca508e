import type { Browser, CDPSession } from '@playwright/test';

export type PlainKey = 'x' | 'Control+U';

const KEYS: Readonly<Record<PlainKey, object>> = {
  x: { key: 'x', code: 'KeyX', windowsVirtualKeyCode: 88, text: 'x' },
  'Control+U': { key: 'u', code: 'KeyU', windowsVirtualKeyCode: 85, modifiers: 2 },
};

interface EvaluateAnswer {
  readonly result?: { readonly result?: { readonly value?: unknown }; readonly exceptionDetails?: object };
  readonly error?: { readonly message: string };
}

/**
 * A page in a browser context that Playwright does not know. To pages of its own it listens as a debugger does: each
 * message on a WebSocket is told to three processes, which in a flood takes the page a third of its time.
 */
export class PlainPage {
  readonly #browser: CDPSession;
  readonly #session: string;
  readonly #answers = new Map<number, (answer: EvaluateAnswer) => void>();
  #sent = 0;

  static async open(browser: Browser, url: string, size: { width: number; height: number }): Promise<PlainPage> {
    const session = await browser.newBrowserCDPSession();
    const { browserContextId } = await session.send('Target.createBrowserContext');
    const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId, ...size });
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const page = new PlainPage(session, sessionId);
    await page.#send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
    await page.#send('Emulation.setFocusEmulationEnabled', { enabled: true });
    await page.#send('Page.navigate', { url });
    while (!(await page.#evaluate('document.readyState === "complete" && "bench" in window'))) await page.wait(20);
    return page;
  }

  private constructor(browser: CDPSession, session: string) {
    this.#browser = browser;
    this.#session = session;
    browser.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
      const { id, ...answer } = JSON.parse(message) as EvaluateAnswer & { readonly id?: number };
      if (sessionId !== session || id === undefined) return;
      this.#answers.get(id)?.(answer);
      this.#answers.delete(id);
    });
  }

  /** Calls a function of `window.bench` with arguments that are JSON, and awaits its result. */
  async call<Result = void>(name: string, ...args: readonly unknown[]): Promise<Result> {
    return (await this.#evaluate(`bench.${name}(...${JSON.stringify(args)})`)) as Result;
  }

  async press(key: PlainKey): Promise<void> {
    const isText = 'text' in KEYS[key];
    await this.#send('Input.dispatchKeyEvent', { type: isText ? 'keyDown' : 'rawKeyDown', ...KEYS[key] });
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', ...KEYS[key] });
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }

  async #evaluate(expression: string): Promise<unknown> {
    const answer = await this.#send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (answer.result?.exceptionDetails) throw new Error(JSON.stringify(answer.result.exceptionDetails));
    return answer.result?.result?.value;
  }

  async #send(method: string, params: object): Promise<EvaluateAnswer> {
    const id = ++this.#sent;
    const answered = new Promise<EvaluateAnswer>((resolve) => this.#answers.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await this.#browser.send('Target.sendMessageToTarget', { sessionId: this.#session, message });
    const answer = await answered;
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer;
  }
}
