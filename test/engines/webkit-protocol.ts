import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '#test/built-product.ts';
import { pollUntil, TIMEOUT_MS } from './driver.ts';
import { findProgram, keeper } from './programs.ts';

/** A WebKitWebDriver process, controlled with W3C WebDriver (https://www.w3.org/TR/webdriver2/). */

export interface WebDriver {
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
  /** Passes on what the browser writes; to one listener at a time, because there is one session at a time. */
  hear(listener: (line: string) => void): void;
  /** Its own folder, deleted with it. */
  folder: string;
  stop(): void;
}

export async function startWebDriver(): Promise<WebDriver> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'goldleaf-webkit-'));
  const port = await freePort();
  const child: ChildProcess = spawn(
    keeper,
    ['-a', 'dbus-run-session', '--', findProgram('webkit'), `--port=${port}`],
    {
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...process.env,
        KEPT_PROGRAM: 'xvfb-run',
        KEPT_FOLDER: folder,
        TMPDIR: folder,
        LIBGL_ALWAYS_SOFTWARE: '1',
        NO_AT_BRIDGE: '1',
      },
    },
  );
  let listener: (line: string) => void = () => {};
  // One carries what the window prints, the other the console of the engine.
  for (const output of [child.stdout, child.stderr]) {
    if (output) createInterface(output).on('line', (line) => listener(line));
  }
  const call: WebDriver['call'] = async (method, address, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(2 * TIMEOUT_MS),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`WebKit, ${method} ${address}: ${JSON.stringify(value)}`);
    return value;
  };
  const stop = () => void child.stdin?.end();
  try {
    await pollUntil('WebKitWebDriver starts', () => call('GET', '/status'));
  } catch (error) {
    stop();
    throw error;
  }
  return {
    call,
    folder,
    hear(next) {
      listener = next;
    },
    stop,
  };
}
