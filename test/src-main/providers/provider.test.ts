import { describe, expect, test } from 'vitest';
import { AppError } from '#core/app-error';
import { Deferred } from '#core/async/deferred';
import { Emitter } from '#core/async/emitter';
import { type LinkEnd, type OpenLink, type RunContext, type ToolDeclaration, ToolError, type ToolLink } from '#tools';
import { DEFAULT_LIMITS } from '../../../src-main/providers/ports.ts';
import { Provider } from '../../../src-main/providers/provider.ts';
import { silentLogger } from '../../support/silent-logger.ts';

const tool = (name: string, description = ''): ToolDeclaration => ({
  name,
  description,
  parameters: { type: 'object', properties: {} },
});

/** A link whose declarations, end and going a test decides. */
function linkOf(...declared: readonly ToolDeclaration[]) {
  const changed = new Emitter<void>();
  const ended = new Deferred<LinkEnd>();
  const gone = new Deferred<void>();
  let declarations = declared;
  const calls: string[] = [];
  let isAsked = false;
  const end = async () => {
    isAsked = true;
    await gone.promise;
  };
  const link: ToolLink = {
    pid: 7,
    declarations: () => declarations,
    onChanged: changed.subscribe,
    onStderr: () => () => {},
    ended: ended.promise,
    end,
    [Symbol.asyncDispose]: end,
    call: async ({ tool: called }) => {
      calls.push(called);
      return 'OK';
    },
  };
  return {
    link,
    ended,
    gone,
    calls,
    change: (...now: readonly ToolDeclaration[]) => {
      declarations = now;
      changed.emit();
    },
    get isAskedToEnd() {
      return isAsked;
    },
  };
}

/** A provider that gets one link after another, and what it recorded. */
function providerOf(links: readonly ToolLink[], more: Partial<ConstructorParameters<typeof Provider>[0]> = {}) {
  const left = [...links];
  const recorded: string[] = [];
  const secrets: string[] = [];
  const open: OpenLink = async () => left.shift() ?? Promise.reject(new AppError('UNAVAILABLE', 'It does not start'));
  const provider = new Provider(
    {
      spec: { kind: 'program', argv: ['a'] },
      cwd: '/w',
      workspace: '/w',
      environment: {},
      isRemembered: false,
      ...more,
    },
    {
      open,
      limits: () => ({ ...DEFAULT_LIMITS, maxTools: 3 }),
      log: silentLogger,
      confirm: async () => true,
      askForm: async () => undefined,
      onProgress: () => {},
      onSecret: (secret) => void secrets.push(secret),
      claim: (_, names) => {
        if (names.includes('taken')) throw new AppError('CONFLICT', 'Another has the name taken');
      },
      onChanged: () => {},
      record: async (type, data) => {
        recorded.push(
          'state' in data ? `${type} ${data.state}` : 'isApproved' in data ? `${type} ${data.isApproved}` : type,
        );
        return undefined;
      },
    },
  );
  return { provider, recorded, secrets };
}

const namesOf = (provider: Provider) => provider.tools().map(({ name }) => name);
const hasSettled = async (promise: Promise<unknown>) => {
  let isSettled = false;
  void promise.then(() => {
    isSettled = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return isSettled;
};

describe('tools of a provider', () => {
  test('are offered while it runs as approved; what changed waits for the one that was seen', async () => {
    const one = linkOf(tool('a'));
    const { provider, recorded } = providerOf([one.link]);
    await provider.open();
    expect(namesOf(provider)).toEqual(['a']);

    one.change(tool('a', 'other'));
    const first = provider.definitions?.hash;
    expect([provider.state, namesOf(provider)]).toEqual(['changed', []]);
    expect(() => provider.failUnlessRunning('a')).toThrow('a person has not approved that yet');

    one.change(tool('a', 'a third'));
    expect(() => provider.approve(first)).toThrow('have changed since you looked');
    provider.approve(provider.definitions?.hash);
    expect([provider.state, namesOf(provider)]).toEqual(['running', ['a']]);
    expect(() => provider.approve(undefined)).toThrow('wait for your approval');
    expect(recorded).toEqual([
      'provider.attached',
      'provider.tools false',
      'provider.tools false',
      'provider.tools true',
    ]);
  });

  test('go on when they are again what was approved', async () => {
    const one = linkOf(tool('a'));
    const { provider } = providerOf([one.link]);
    await provider.open();
    one.change(tool('b'));
    expect(provider.difference).toContain('"b"');
    one.change(tool('a'));
    expect([provider.state, provider.difference, namesOf(provider)]).toEqual(['running', undefined, ['a']]);
  });
});

test('secrets in its command line are known before it is on the record', async () => {
  const argv = ['npx', 'remote', '--token=hush-hush-1', '--api-key', 'hush-hush-2', 'https://me:hush-hush-3@x.example'];
  const server = { kind: 'mcp', name: 's', transport: { type: 'stdio', argv, environment: {} } } as const;
  for (const spec of [{ kind: 'program', argv } as const, server]) {
    const { provider, recorded, secrets } = providerOf([], { spec });
    const opening = provider.open();
    expect([secrets, recorded]).toEqual([['hush-hush-1', 'hush-hush-2', 'hush-hush-3'], []]);
    await expect(opening).rejects.toThrow('It does not start');
  }
});

describe('a call that was judged', () => {
  const signal = new AbortController().signal;
  const planned = async (provider: Provider) => {
    const context = { session: 's', callId: 'c', workspace: '/w', cwd: '/w', signal };
    const plan = await provider.tools()[0]?.plan({}, context);
    const running: RunContext = { ...context, record: async () => 'e', onOutput() {} };
    return async () => await plan?.run({}, running);
  };

  test('is not sent when its tool is described otherwise by then, although that was approved', async () => {
    const one = linkOf(tool('a'));
    const { provider } = providerOf([one.link]);
    await provider.open();
    const run = await planned(provider);
    one.change(tool('a', 'deletes everything'));
    provider.approve(provider.definitions?.hash);
    await expect(run()).rejects.toThrow('a was not called: its provider describes it otherwise since it was judged.');
    expect(one.calls).toEqual([]);
    await (await planned(provider))();
    expect(one.calls).toEqual(['a']);
  });

  test('tells the model no more of an error than of a result', async () => {
    const one = linkOf(tool('a'));
    const call = () => Promise.reject(new ToolError(`It failed: ${'x'.repeat(5_000_000)}`));
    const { provider } = providerOf([{ ...one.link, call }]);
    await provider.open();
    const error = await (await planned(provider))().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ToolError);
    expect(String(error)).toMatch(/It failed: x{1000}/);
    expect(String(error).length).toBeLessThan(201_000);
  });

  test('is sent when its tool is the same, whatever became of others', async () => {
    const one = linkOf(tool('a'));
    const { provider } = providerOf([one.link]);
    await provider.open();
    const run = await planned(provider);
    one.change(tool('a'), tool('b'));
    provider.approve(provider.definitions?.hash);
    await run();
    expect(one.calls).toEqual(['a']);
  });
});

describe('its end', () => {
  test('is what came first, and is recorded once', async () => {
    const one = linkOf(tool('a'));
    const { provider, recorded } = providerOf([one.link]);
    await provider.open();
    const ending = provider.end();
    expect([provider.state, provider.reason]).toEqual(['completed', 'by user']);
    one.ended.resolve({ state: 'failed', reason: 'signal' });
    one.gone.resolve();
    await ending;
    expect([provider.state, provider.reason]).toEqual(['completed', 'by user']);
    expect(recorded).toEqual(['provider.attached', 'provider.ended completed']);
  });

  test.each([
    ['a name that another has', [tool('taken')]],
    ['too many tools', ['a', 'b', 'c', 'd'].map((name) => tool(name))],
  ])('by %s is awaited by who ends it, too', async (_, declared) => {
    const one = linkOf(tool('a'));
    const { provider, recorded } = providerOf([one.link]);
    await provider.open();
    one.change(...declared);
    expect([provider.state, one.isAskedToEnd]).toEqual(['failed', true]);

    const ending = provider.end();
    expect(await hasSettled(ending)).toBe(false);
    one.gone.resolve();
    await ending;
    expect(provider.state).toBe('failed');
    expect(recorded).toEqual(['provider.attached', 'provider.ended failed']);
  });

  test('by its own doing is awaited until nothing is left of it', async () => {
    const one = linkOf(tool('a'));
    const { provider } = providerOf([one.link]);
    await provider.open();
    one.ended.resolve({ state: 'failed', reason: 'It wrote too much' });
    await expect.poll(() => provider.state).toBe('failed');

    const ending = provider.end();
    expect(await hasSettled(ending)).toBe(false);
    one.gone.resolve();
    await ending;
    expect(provider.reason).toBe('It wrote too much');
  });

  test('before it has started is awaited, too, and leaves nothing running', async () => {
    const one = linkOf(tool('a'));
    const { provider, recorded } = providerOf([one.link]);
    const opening = expect(provider.open()).rejects.toThrow('ended while it was starting');
    const ending = provider.end();
    expect(await hasSettled(ending)).toBe(false);
    expect(one.isAskedToEnd).toBe(true);
    one.gone.resolve();
    await Promise.all([opening, ending]);
    expect([provider.state, recorded]).toEqual(['completed', ['provider.ended completed']]);
  });

  test('and a start that are asked for twice start one program', async () => {
    const links = [linkOf(tool('a')), linkOf(tool('a')), linkOf(tool('a'))];
    const { provider, recorded } = providerOf(links.map(({ link }) => link));
    for (const { gone } of links) gone.resolve();
    await provider.open();
    const restart = async () => {
      await provider.end();
      await provider.open();
    };
    await Promise.all([restart(), restart()]);
    await provider.open();
    expect(recorded).toEqual(['provider.attached', 'provider.ended completed', 'provider.attached']);
    await provider.end();
    expect(links.map(({ isAskedToEnd }) => isAskedToEnd)).toEqual([true, true, false]);
  });
});
