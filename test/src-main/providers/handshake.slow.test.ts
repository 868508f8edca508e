import { expect, test } from 'vitest';
import { processesWithMark } from '../../support/processes.ts';
import { fixture, providersWorkbench, SESSION } from './providers-workbench.ts';

test('a good provider runs: its PID is in status, its tool is offered, kill takes both away', async () => {
  await using bench = await providersWorkbench();

  const view = await bench.attach('weather.py');

  expect(view).toMatchObject({ state: 'running', pid: expect.any(Number), restarts: 0 });
  expect(bench.providers.status(bench.scope)).toBe(`[${view.pid}] ${view.title} (Running)`);
  expect(view.title).toContain('weather.py');
  expect(bench.runner.freeze(bench.scope).tools.map(({ name }) => name)).toEqual(['get_weather', 'execute_command']);

  await bench.providers.kill(view.pid ?? 0, bench.scope);

  expect(bench.providers.status(bench.scope)).toBe('No provider is attached');
  expect(bench.runner.freeze(bench.scope).tools.map(({ name }) => name)).toEqual(['execute_command']);
  expect(bench.view(view.id)).toMatchObject({ state: 'completed', reason: 'by user' });
  expect(await processesWithMark(bench.mark)).toEqual([]);
  await expect(bench.providers.kill(view.pid ?? 0, bench.scope)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining(String(view.pid)),
  });
});

test.each([
  [
    'a banner of twenty lines',
    'banner.sh',
    ['20'],
    { code: 'LIMIT_EXCEEDED', message: /20 lines in a row.*not JSON: Welcome to Look 1\.0/ },
  ],
  [
    'a declaration of something else',
    'wrong-type.sh',
    [],
    { code: 'INVALID_INPUT', message: /"type" must be "function".*"tool"/ },
  ],
  [
    'a tool without parameters',
    'no-parameters.sh',
    [],
    { code: 'INVALID_INPUT', message: /"function.parameters" is missing.*look/ },
  ],
  ['one name twice', 'twice.sh', [], { code: 'INVALID_INPUT', message: /"look" is declared twice/ }],
  [
    'a name with an invisible character',
    'named.sh',
    ['exec_command\u200b'],
    { code: 'INVALID_INPUT', message: /name of a tool must be/ },
  ],
  [
    'an empty name',
    'named.sh',
    [''],
    { code: 'INVALID_INPUT', message: /"function.name" must be a text that is not empty/ },
  ],
  [
    'a name that is too long',
    'named.sh',
    ['x'.repeat(65)],
    { code: 'INVALID_INPUT', message: /name of a tool must be/ },
  ],
  ['a schema that refers to itself', 'recursive.sh', [], { code: 'INVALID_INPUT', message: /leads back to itself/ }],
  [
    'an end before the empty line',
    'incomplete.sh',
    [],
    { code: 'UNAVAILABLE', message: /header is incomplete.*exit code 3/ },
  ],
  [
    'the name of a built-in',
    'named.sh',
    ['execute_command'],
    { code: 'CONFLICT', message: /"execute_command" has the name of a built-in/ },
  ],
  [
    'another name of a built-in',
    'named.sh',
    ['bash'],
    { code: 'CONFLICT', message: /"bash" has the name of a built-in/ },
  ],
  ['π’s own name for the command tool', 'named.sh', ['exec_command'], { code: 'CONFLICT', message: /built-in/ }],
  ['ten thousand tools', 'many.py', ['10000'], { code: 'LIMIT_EXCEEDED', message: /10000 tools; at most 512/ }],
])('%s fails the attach, says why, and leaves nothing running', async (_, name, args, { code, message }) => {
  await using bench = await providersWorkbench();

  await expect(bench.attach(name, ...args)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });

  expect(await processesWithMark(bench.mark)).toEqual([]);
  expect(bench.providers.list.value).toMatchObject([{ state: 'failed', reason: expect.stringMatching(message) }]);
  expect(bench.runner.freeze(bench.scope).tools.map((tool) => tool.name)).toEqual(['execute_command']);
});

test('a program that is not ready in time fails the attach and is ended', async () => {
  await using bench = await providersWorkbench({ limits: { readyMs: 200 } });
  await expect(bench.attach('silent.sh')).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: expect.stringContaining('not ready within 0.2 s'),
  });
  expect(await processesWithMark(bench.mark)).toEqual([]);
});

test('what a program wrote before it failed is in the advice and stays to be read', async () => {
  await using bench = await providersWorkbench();
  await expect(bench.attach('incomplete.sh')).rejects.toMatchObject({
    detail: { advice: 'Its last diagnostics: Traceback: no module named look' },
  });
  expect(bench.providers.status(bench.scope)).toMatch(/Failed; The header is incomplete/);
});

test('a program that is not there is named', async () => {
  await using bench = await providersWorkbench();
  const spec = { kind: 'program', argv: ['no-such-program-7'] } as const;
  const { path: cwd } = bench.folder;
  const { workspace } = bench.scope;
  await expect(
    bench.providers.attach({ ...spec, argv: [...spec.argv] }, { workspace, cwd, environment: {} }),
  ).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('no-such-program-7'),
  });
});

test('an attach that is stopped ends the program', async () => {
  await using bench = await providersWorkbench();
  const stop = new AbortController();
  const { argv } = fixture('silent.sh');
  const { workspace } = bench.scope;
  const context = { workspace, cwd: workspace, environment: { TEST_MARK: bench.mark }, signal: stop.signal };
  const attaching = bench.providers.attach({ kind: 'program', argv }, context);
  await bench.until(bench.providers.list.value[0]?.id ?? '', ({ state }) => state === 'initializing');
  stop.abort(new Error('Stopped'));
  await expect(attaching).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(await processesWithMark(bench.mark)).toEqual([]);
});

test('no tools are accepted, with a note; a line of blanks and CRLF is the empty line', async () => {
  await using bench = await providersWorkbench();
  expect(await bench.attach('no-tools.sh')).toMatchObject({
    state: 'running',
    tools: [],
    note: 'It declares no tools',
  });
  expect(await bench.attach('blank-ready.sh')).toMatchObject({ state: 'running', tools: [{ name: 'look' }] });
});

test('many tools are accepted with a note', async () => {
  await using bench = await providersWorkbench();
  expect(await bench.attach('many.py', '512')).toMatchObject({ note: expect.stringContaining('512 tools') });
});

test('a name that another provider has is refused, naming the tool and the PID; after its kill it is free', async () => {
  await using bench = await providersWorkbench();
  const first = await bench.attach('named.sh', 'look');
  await expect(bench.attach('named.sh', 'look')).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(`"look" is already served by .*PID ${first.pid}`),
  });
  await bench.providers.kill(first.pid ?? 0, bench.scope);
  expect(await bench.attach('named.sh', 'look')).toMatchObject({ state: 'running' });
});

test('names are unique in what one session sees: two sessions may each have theirs', async () => {
  await using bench = await providersWorkbench();
  await bench.attachFor('one', 'named.sh', 'look');
  const other = await bench.attachFor('two', 'named.sh', 'look');
  await expect(bench.attach('named.sh', 'look')).rejects.toMatchObject({ code: 'CONFLICT' });

  expect(bench.runner.freeze({ ...bench.scope, session: 'one' }).tools.map(({ name }) => name)).toEqual([
    'look',
    'execute_command',
  ]);
  expect(bench.runner.freeze({ ...bench.scope, session: 'three' }).tools.map(({ name }) => name)).toEqual([
    'execute_command',
  ]);
  expect(bench.providers.status({ ...bench.scope, session: 'one' })).not.toContain(`[${other.pid}]`);
  await expect(bench.providers.kill(other.pid ?? 0, { ...bench.scope, session: 'one' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('two attached at once: each is whole, and of two with one name the second is refused', async () => {
  await using bench = await providersWorkbench();
  const all = await Promise.allSettled(['a', 'b', 'c', 'a'].map((name) => bench.attach('named.sh', name)));
  expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(bench.runner.freeze(bench.scope).tools).toHaveLength(4);
});

test('arguments with blanks and quotes arrive as they are', async () => {
  await using bench = await providersWorkbench();
  const script = `printf '%s\\n' "$@" >&2; echo; cat >/dev/null`;
  const argv = ['/bin/sh', '-c', script, 'sh', 'a b', `it's "here"`, ''];
  const { workspace } = bench.scope;
  const view = await bench.providers.attach({ kind: 'program', argv }, { workspace, cwd: workspace, environment: {} });
  expect(view.title).toContain(`'a b' 'it'\\''s "here"' ''`);
  expect(view.state).toBe('running');
});

test('characters that do not show are named to the person and kept from the model', async () => {
  await using bench = await providersWorkbench();
  const view = await bench.attach('hidden.py');

  expect(view.tools[0]?.description).toContain('\u{e0069}');
  expect(view.tools[0]?.hidden).toEqual(
    expect.arrayContaining(['U+E0069 tag character', 'U+202E right-to-left override', 'U+200B zero-width space']),
  );
  const [tool] = bench.runner.freeze(bench.scope).tools;
  expect(tool?.description).toMatch(/^Served by the attached provider .*, in its own unchecked words: Looks around$/);
  expect(tool?.parameters).toMatchObject({ properties: { place: { description: 'Where to' } } });
});

test('what is attached, changed and ended is on the record of its session', async () => {
  await using bench = await providersWorkbench();
  const view = await bench.attachFor(SESSION, 'named.sh', 'look');
  await bench.providers.kill(view.pid ?? 0, bench.scope);
  await expect
    .poll(() => bench.events(SESSION))
    .toMatchObject([
      { type: 'provider.attached', data: { tools: ['look'], pid: view.pid, hash: view.hash } },
      { type: 'provider.ended', data: { state: 'completed', reason: 'by user' } },
    ]);
});
