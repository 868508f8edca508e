import { messageOf } from '#core/app-error';
import { abortableDelay } from '#core/async/abort';
import type { ModelClient, ModelEvent, ModelReply, ModelRequest } from '../model-client.ts';
import { type DemoScene, sceneOf } from './demo-scene.ts';
import { DEMO_MODEL, DEMO_SCRIPT, type DemoLine } from './demo-script.ts';

export interface DemoClientOptions {
  /** Time between two words, in milliseconds; 0 in tests. */
  readonly wordDelayMs?: number;
}

/** A built-in model that plays a script through the real tools: no network, no account, the same answer every time. */
export class DemoClient implements ModelClient {
  readonly name = 'demo';
  readonly model = DEMO_MODEL;
  readonly #wordDelayMs: number;

  constructor({ wordDelayMs = 18 }: DemoClientOptions = {}) {
    this.#wordDelayMs = wordDelayMs;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    try {
      const scene = sceneOf(request.messages);
      const line = withinTools(lineFor(scene), request);
      for (const text of line.text.match(/\S+\s*|\s+/g) ?? []) {
        signal.throwIfAborted();
        if (this.#wordDelayMs > 0) await abortableDelay(this.#wordDelayMs, signal);
        yield { type: 'text', text };
      }
      const reply = demoReply(line, scene);
      for (const call of reply.calls) {
        yield { type: 'call', tool: call.tool, argumentsLength: call.arguments.length };
      }
      signal.throwIfAborted();
      yield { type: 'done', reply };
    } catch (error) {
      const message = signal.aborted ? 'Stopped' : messageOf(error);
      yield { type: 'failed', failure: { code: signal.aborted ? 'cancelled' : 'server', message, retryable: true } };
    }
  }
}

function lineFor(scene: DemoScene): DemoLine {
  const step = DEMO_SCRIPT.find(({ when }) => when(scene));
  return step?.play(scene) ?? { text: 'My script does not know how to go on from here, so I stop.' };
}

function withinTools(line: DemoLine, { tools }: ModelRequest): DemoLine {
  const { call } = line;
  if (call === undefined || tools.some(({ name }) => name === call.tool)) return line;
  return { text: `${line.text}\n\nBut I was not given the tool \`${call.tool}\`, so I stop here.` };
}

/** Ids count through the conversation. The usage is zero because nothing was used. */
function demoReply({ text, call }: DemoLine, { calls }: DemoScene): ModelReply {
  const usage = { prompt: 0, completion: 0, total: 0 };
  if (call === undefined) return { model: DEMO_MODEL, text, calls: [], finish: 'stop', usage };
  const requested = { callId: `demo-${calls + 1}`, tool: call.tool, arguments: JSON.stringify(call.arguments) };
  return { model: DEMO_MODEL, text, calls: [requested], finish: 'tool-calls', usage };
}
