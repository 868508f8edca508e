import { describe, expect, test } from 'vitest';
import { RefusedParameters } from '../../../src-main/protocols/refused-parameters.ts';

const BODY = { model: 'm', messages: [], top_p: 0.25, temperature: 1, max_tokens: 64_000, stop: ['x'], stream: true };

/** Learns from each sentence in turn; answers with what was learnt, and the request as it is then. */
function learnt(said: readonly string[], body: Readonly<Record<string, unknown>> = BODY) {
  const refused = new RefusedParameters();
  return { members: said.map((one) => refused.learnFrom(one, body)), body: refused.apply(body) };
}

describe('what a service refuses is given up', () => {
  test.each([
    ["Unsupported parameter: 'top_p' is not supported with this model.", 'top_p'],
    ['`temperature` may only be set to 1 when thinking is enabled', 'temperature'],
    ['`temperature` is deprecated for this model', 'temperature'],
    ["Unrecognized request argument supplied: 'stop'", 'stop'],
    ['TOP_P cannot be used here', 'top_p'],
  ])('%s', (said, member) => {
    const { members, body } = learnt([said]);
    expect(members).toEqual([member]);
    expect(body).toEqual(Object.fromEntries(Object.entries(BODY).filter(([name]) => name !== member)));
  });

  test('each once, and the first of several first', () => {
    const said = '`temperature` and `top_p` cannot both be specified for this model.';
    expect(learnt([said, said, said]).members).toEqual(['top_p', 'temperature', undefined]);
  });

  test('only what was sent', () => {
    expect(learnt(["Unsupported parameter: 'seed'"]).members).toEqual([undefined]);
  });

  test.each([
    'The server is overloaded',
    'top_p',
    // A word that only begins like it, and one without the quotes that make it a parameter.
    'Unsupported: temperature_scale',
    'You cannot stop now',
  ])('nothing is learnt from %j', (said) => {
    expect(learnt([said])).toEqual({ members: [undefined], body: BODY });
  });
});

describe('a refusal', () => {
  const said = "Unsupported parameter: 'top_p'";

  test('is forgotten when the request fails without what it refused, too', () => {
    const refused = new RefusedParameters();
    refused.learnFrom(said, BODY);
    refused.failed(refused.leftOut);
    expect(refused.apply(BODY)).toEqual(BODY);
    expect(refused.learnFrom(said, BODY)).toBe('top_p');
  });

  test('is believed once an answer came without it, whatever fails later', () => {
    const refused = new RefusedParameters();
    refused.learnFrom(said, BODY);
    refused.answered(refused.leftOut);
    refused.failed(refused.leftOut);
    expect(refused.apply(BODY)).not.toHaveProperty('top_p');
  });

  test('is not believed for an answer that came with it', () => {
    const refused = new RefusedParameters();
    const withAll = refused.leftOut;
    refused.learnFrom(said, BODY);
    refused.answered(withAll);
    refused.failed(refused.leftOut);
    expect(refused.apply(BODY)).toEqual(BODY);
  });
});

describe('the limit of a reply', () => {
  test('is lowered to what the service names, once', () => {
    const said = 'max_tokens: 64000 > 32000, which is the maximum allowed number of output tokens';
    const { members, body } = learnt([said, said]);
    expect(members).toEqual(['max_tokens', undefined]);
    expect(body).toEqual({ ...BODY, max_tokens: 32_000 });
  });

  test('is given under its other name', () => {
    const said =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    const { members, body } = learnt([said, said]);
    const { max_tokens, ...rest } = BODY;
    expect(members).toEqual(['max_tokens', undefined]);
    expect(body).toEqual({ ...rest, max_completion_tokens: max_tokens });
  });

  test('under its other name, what was given by that name counts', () => {
    const said = "'max_tokens' is not supported, use 'max_completion_tokens'";
    const { body } = learnt([said], { max_tokens: 1, max_completion_tokens: 2 });
    expect(body).toEqual({ max_completion_tokens: 2 });
    for (const given of [
      { max_tokens: 1, max_completion_tokens: null },
      { max_completion_tokens: null, max_tokens: 1 },
    ])
      expect(learnt([said], given).body).toEqual({ max_completion_tokens: 1 });
  });
});
