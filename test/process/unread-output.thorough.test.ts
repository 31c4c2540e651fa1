import fs from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { callServer, registerOwner } from '#test/process/people.ts';
import {
  databasePid,
  launchInTerminal,
  launchProduct,
  listChildren,
  makeDataFolder,
} from '#test/process/product.ts';

/** One that has ended has no arguments until somebody asks how it did. */
function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/cmdline`;
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8') !== '';
}

const within = { timeout: 30_000, interval: 50 };

it.runIf(fs.existsSync('/dev/full'))(
  'serves while nothing that it says can be written, as on a full disk, and ends when told to',
  async () => {
    const DATA_DIR = makeDataFolder();
    const full = fs.openSync('/dev/full', 'w');
    const product = await launchProduct({ DATA_DIR }, { stdio: ['ignore', full, full] });
    fs.closeSync(full);
    const readyz = () => callServer(product.url, 'GET', '/readyz');
    await vi.waitFor(async () => expect((await readyz()).status).toBe(200), within);
    // Answered in a sentence.
    product.kill('SIGHUP');
    const { cardId } = await registerOwner(product.url);
    for (let time = 0; time < 5; time += 1)
      expect((await callServer(product.url, 'GET', `/card/${cardId}`)).status).toBe(200);
    product.kill('SIGTERM');
    expect(await product.ended).toEqual({ code: 0, signal: null });
    expect(databasePid(DATA_DIR)).toBe(null);
  },
);

it.runIf(fs.existsSync('/usr/bin/script'))('ends when the terminal it runs in is closed', async () => {
  const DATA_DIR = makeDataFolder();
  const terminal = await launchInTerminal({ DATA_DIR });
  await terminal.says('Goldleaf is ready');
  const [pid = 0] = listChildren(terminal.pid);
  onTestFinished(() => void (isRunning(pid) && process.kill(pid, 'SIGKILL')));
  terminal.kill('SIGKILL');
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), within);
  expect(databasePid(DATA_DIR)).toBe(null);
});
