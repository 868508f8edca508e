import type { ApiRouter } from '#core/servers/procedures';
import type { PromptsPorts, RenderedForModel } from './library-ports.ts';
import type { OpenedPrompts } from './open-prompts.ts';
import type { RenderInputs } from './prompt-library.ts';
import { promptsRouter } from './router.ts';

export interface PromptsFeature extends AsyncDisposable {
  /** Named, as the inferred type is too long to be written down. */
  readonly router: ApiRouter['prompts'];
  /** Lists work that would end with the app, and is worth a question. */
  readonly running: () => string[];
  /** Lists what is served without a window, in words. */
  readonly background: () => string[];
  /** @throws AppError NOT_FOUND, INVALID_INPUT, TIMEOUT, LIMIT_EXCEEDED, UNAVAILABLE */
  readonly renderForModel: (what: RenderInputs) => Promise<RenderedForModel>;
}

/** Creates the prompts feature, which is light: the engine with all it stands on is loaded by the first that asks for something of it. */
export function createPrompts(ports: PromptsPorts): PromptsFeature {
  let opening: Promise<OpenedPrompts> | undefined;
  let opened: OpenedPrompts | undefined;
  const open = (): Promise<OpenedPrompts> => {
    opening ??= import('./open-prompts.ts').then(({ openPrompts }) => openPrompts(ports));
    const mine = opening;
    mine.then(
      (one) => {
        opened = one;
      },
      () => {
        // The next that asks tries again.
        if (opening === mine) opening = undefined;
      },
    );
    return mine;
  };
  return {
    router: promptsRouter(open),
    running: () => opened?.running() ?? [],
    background: () => opened?.running() ?? [],
    renderForModel: async (what) => {
      const { library, operations } = await open();
      return await operations.renderForModel(library, what);
    },
    [Symbol.asyncDispose]: async () => {
      const last = await opening?.catch(() => undefined);
      await last?.[Symbol.asyncDispose]();
    },
  };
}
