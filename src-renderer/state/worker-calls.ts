export interface WorkerQuestion<Question> {
  readonly id: number;
  readonly question: Question;
}

export interface WorkerAnswer<Answer> {
  readonly id: number;
  readonly answer: Answer;
}

interface WaitingCall<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** Calls of a worker that starts with the first of them; one that could not start or has failed is started anew for the next. */
export class WorkerCalls<Question, Answer> {
  readonly #create: () => Promise<Worker>;
  readonly #failure: string;
  readonly #waiting = new Map<number, WaitingCall<Answer>>();
  #worker: Promise<Worker> | undefined;
  #asked = 0;

  /** @param failure what is said of each question that a failed worker leaves unanswered */
  constructor(create: () => Promise<Worker>, failure: string) {
    this.#create = create;
    this.#failure = failure;
  }

  /** @throws Error if the worker cannot start, or fails. */
  async ask(question: Question): Promise<Answer> {
    this.#worker ??= this.#start().catch((error: unknown) => {
      this.#worker = undefined;
      throw error;
    });
    const worker = await this.#worker;
    const id = this.#asked++;
    return await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, question } satisfies WorkerQuestion<Question>);
    });
  }

  async #start(): Promise<Worker> {
    const worker = await this.#create();
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer<Answer>>) => {
      this.#waiting.get(data.id)?.resolve(data.answer);
      this.#waiting.delete(data.id);
    };
    worker.onerror = () => {
      worker.terminate();
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(new Error(this.#failure));
      this.#waiting.clear();
    };
    return worker;
  }
}

/** Answers the questions of `WorkerCalls`, in a worker. */
export function answerCalls<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  self.onmessage = async ({ data }: MessageEvent<WorkerQuestion<Question>>) => {
    const found = await answer(data.question);
    self.postMessage({ id: data.id, answer: found } satisfies WorkerAnswer<Answer>);
  };
}
