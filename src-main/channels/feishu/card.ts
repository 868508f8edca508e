import type { OutgoingText } from '../messenger/messenger.ts';

/**
 * A card with a text, which unlike a text message may be changed as often as it grows. The text is plain: in Feishu's Markdown
 * a model could call people by `<at>`.
 */
export function cardOf({ text, question }: OutgoingText): object {
  const words = { tag: 'div', text: { tag: 'plain_text', content: text } };
  const buttons =
    question === undefined
      ? []
      : [{ tag: 'action', actions: [button('Allow once', 'allow', question), button('Refuse', 'refuse', question)] }];
  return { config: { wide_screen_mode: true, update_multi: true }, elements: [words, ...buttons] };
}

function button(content: string, verdict: string, question: string) {
  const type = verdict === 'allow' ? 'primary' : 'default';
  return { tag: 'button', text: { tag: 'plain_text', content }, type, value: { verdict, question } };
}
