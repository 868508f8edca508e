import { spawn } from 'node:child_process';

const GRACE_MS = 2000;
const PIPES_HELD_MS = 1000;

/**
 * Runs a program in a process group of its own, so that all it starts can be ended with it. `output: 'show'` lets it write
 * to the terminal, `'keep'` collects what it says. Never rejects: a program that cannot be started has exit code 127.
 */
export function runProgram(file, args, { cwd, env = process.env, output = 'show', timeoutMs } = {}) {
  const child = spawn(file, args, {
    cwd,
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', ...(output === 'show' ? ['inherit', 'inherit'] : ['pipe', 'pipe'])],
  });
  let text = '';
  for (const pipe of [child.stdout, child.stderr]) {
    pipe?.setEncoding('utf8').on('data', (chunk) => {
      text = (text + chunk).slice(-200_000);
    });
  }
  const stop = (atOnce) => endGroup(child, atOnce);
  running.add(stop);
  // What has left the group may hold the other ends of the pipes for ever: what it says is no longer the program's.
  child.once('exit', () => {
    setTimeout(() => {
      for (const pipe of [child.stdout, child.stderr]) pipe?.destroy();
    }, PIPES_HELD_MS).unref();
  });
  let hasTimedOut = false;
  const timer = setTimeout(
    () => {
      hasTimedOut = true;
      stop();
    },
    timeoutMs ?? 2 ** 31 - 1,
  );
  return new Promise((resolve) => {
    const done = (exitCode, reason = '') => {
      clearTimeout(timer);
      running.delete(stop);
      // Whoever waits would take the end for a failure of its own.
      if (!isEnding) resolve({ exitCode, hasTimedOut, output: text + reason });
    };
    child.once('error', (error) => done(127, error.message));
    child.once('close', (code, signal) => done(code ?? (signal ? 128 : 1)));
  });
}

const running = new Set();
let isEnding = false;

/**
 * Calls back when the process that started this one is gone: npm passes a signal to the shell it runs a script with, which
 * dies of it without passing it on. Windows does not tell.
 */
export function whenOrphaned(callback) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 200);
  timer.unref();
  return () => clearInterval(timer);
}

/** Ctrl+C reaches this process from the terminal and by way of npm: that is one. */
const SAME_SIGNAL_MS = 500;
const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Ends what runs when this process is told to end, and then this process; returns the remover. */
export function endWithSignals() {
  let signalledAt;
  const end = async (signal) => {
    isEnding = true;
    signalledAt ??= Date.now();
    const isSecond = Date.now() - signalledAt > SAME_SIGNAL_MS;
    for (const stop of running) stop(isSecond);
    const giveUpAt = Date.now() + 4000;
    while (running.size > 0 && Date.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 50));
    process.exit(CODES[signal]);
  };
  for (const signal of Object.keys(CODES)) process.on(signal, end);
  const stopWatching = whenOrphaned(() => end('SIGTERM'));
  return () => {
    stopWatching();
    for (const signal of Object.keys(CODES)) process.off(signal, end);
  };
}

function endGroup(child, atOnce = false) {
  signalGroup(child, atOnce ? 'SIGKILL' : 'SIGTERM');
  setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS).unref();
}

function signalGroup(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Gone already.
  }
}
