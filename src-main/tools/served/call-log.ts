import type { ProviderCall } from '#contract';
import { textStart } from '#contract/text-ends';
import { LiveValue } from '#core/async/streams';

const KEPT = 50;
/** Most text of arguments and of content, in UTF-16 units. */
const MAX_TEXT = 10_000;

/** The last calls of one provider, newest first. */
export class CallLog {
  readonly live = new LiveValue<readonly ProviderCall[]>([]);

  add(call: ProviderCall): void {
    const kept = { ...call, arguments: cutLogText(call.arguments), content: cutLogText(call.content) };
    this.live.update((calls) => [kept, ...calls].slice(0, KEPT));
  }
}

function cutLogText(text: string): string {
  return text.length <= MAX_TEXT ? text : `${textStart(text, MAX_TEXT)}… (${text.length} characters)`;
}
