import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { type Api, type Question, Settings, type SettingsState } from '#contract';
import { ApiProvider } from '../../src-renderer/api/api-context.tsx';
import { SessionsProvider } from '../../src-renderer/state/sessions.tsx';
import { SettingsProvider } from '../../src-renderer/state/settings.tsx';

type Procedures = { readonly [part: string]: { readonly [name: string]: unknown } };

/** The host as a plain object: what a test does not name fails when it is called. */
export function apiOf(parts: Procedures): Api {
  const part = (name: string) =>
    new Proxy(parts[name] ?? {}, {
      get: (known, procedure) =>
        Reflect.get(known, procedure) ??
        (() => Promise.reject(new Error(`The test's host has no ${name}.${String(procedure)}`))),
    });
  return new Proxy({} as Api, { get: (_, name) => part(String(name)) });
}

/** A stream that the test feeds: whoever opens it gets the newest value, then all that follow. */
export class Feed<T> {
  #latest: { readonly value: T } | undefined;
  readonly #readers = new Set<(value: T) => void>();

  constructor(...initial: [] | [T]) {
    if (initial.length === 1) this.#latest = { value: initial[0] };
  }

  push(value: T): void {
    this.#latest = { value };
    for (const reader of this.#readers) reader(value);
  }

  readonly open = async (_input: unknown, options?: { readonly signal?: AbortSignal }) => this.#values(options?.signal);

  async *#values(signal: AbortSignal | undefined): AsyncGenerator<T> {
    const waiting: T[] = this.#latest === undefined ? [] : [this.#latest.value];
    let wake = () => {};
    const reader = (value: T) => {
      waiting.push(value);
      wake();
    };
    this.#readers.add(reader);
    signal?.addEventListener('abort', () => wake());
    while (signal?.aborted !== true) {
      const next = waiting.shift();
      if (next !== undefined) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    this.#readers.delete(reader);
  }
}

/** An expected failure as the client sees it. */
export function failure(code: string, message: string, advice?: string): Error {
  return Object.assign(new Error(message), { code, data: advice === undefined ? undefined : { advice } });
}

const settings: SettingsState = {
  settings: Settings.parse({}),
  file: '/settings.yaml',
  yaml: '',
  problems: [],
};

export function renderPane(api: Api, pane: ReactNode): RenderResult {
  const wrap = (inner: ReactNode) => (
    <ApiProvider api={api}>
      <SettingsProvider state={settings}>
        <SessionsProvider>{inner}</SessionsProvider>
      </SettingsProvider>
    </ApiProvider>
  );
  const view = render(wrap(pane));
  onTestFinished(() => view.unmount());
  return { ...view, rerender: (next) => view.rerender(wrap(next)) };
}

export function commandQuestion(overrides: Partial<Question> = {}): Question {
  return {
    id: 'q1',
    session: 's1',
    sessionTitle: 'Greeting',
    callId: 'c1',
    tool: 'execute_command',
    at: 0,
    subject: {
      kind: 'command',
      command: 'npm test',
      cwd: '/home/me',
      limits: { timeoutMs: 120_000, maxOutputBytes: 50_000_000 },
    },
    why: 'No rule allows it',
    workspace: '/home/me',
    isOutside: false,
    warnings: [],
    repairs: [],
    sent: '{"command_line":"npm test"}',
    ...overrides,
  };
}
