import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { isatty } from 'node:tty';

/** Child processes of our commands, and the signals meant for both. */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
/** @type {(signal: NodeJS.Signals) => void} */
let stop = () => {};
let hasStopped = false;

/**
 * Resolves once this command is asked to stop.
 *
 * @type {Promise<void>}
 */
export const stopped = new Promise((resolve) => {
  stop = (signal) => {
    hasStopped = true;
    for (const child of running) child.kill(signal);
    resolve();
  };
});

export const isStopping = () => hasStopped;

/**
 * One field of a process's /proc status; undefined if the process has ended, or on other systems.
 *
 * @param {number | string} pid
 * @param {string} name
 */
function readStatus(pid, name) {
  const file = `/proc/${pid}/status`;
  try {
    return new RegExp(`^${name}:\\s*(.*)`, 'm').exec(fs.readFileSync(file, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/** The processes that started us, as text: our parent, and npm if only a shell is between it and us. */
function startingProcesses() {
  const isShell = /^(sh|dash|bash|ash|busybox)$/.test(readStatus(process.ppid, 'Name') ?? '');
  return `${process.ppid} ${isShell ? readStatus(process.ppid, 'PPid') : ''}`;
}

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let isReloadDue = false;
function reload() {
  isReloadDue = !server;
  server?.kill('SIGHUP');
}

/**
 * From here on SIGHUP, which asks the server for new workers (`server/lead-workers.ts`), is forwarded to this one, and so is
 * one that came before.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
export function forwardReloads(child) {
  server = child;
  child.once('close', () => {
    server = undefined;
  });
  if (isReloadDue) reload();
}

/**
 * From here on SIGTERM and SIGINT are forwarded to the child processes, and this command ends after them. npm forwards
 * both signals; if npm itself is killed, that counts as SIGTERM. SIGHUP ends us only in a terminal, which was closed.
 */
export function forwardSignals() {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.on(signal, () => stop(signal));
  if (!isatty(1)) process.on('SIGHUP', reload);
  if (!process.env.npm_lifecycle_event) return;
  const startedBy = startingProcesses();
  setInterval(() => {
    if (startingProcesses() !== startedBy && !hasStopped) stop('SIGTERM');
  }, 1_000).unref();
}

/**
 * Starts a program; `ended` resolves to its code and signal.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startProgram(command, args, options) {
  if (hasStopped) process.exit(0);
  const child = spawn(command, args, options);
  running.add(child);
  /** @type {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });
  return { child, ended };
}

/**
 * Runs a program to its end and resolves to its exit code; if asked to stop meanwhile, ends this command.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export async function runProgram(command, args, options) {
  const { code } = await startProgram(command, args, options).ended;
  if (hasStopped) process.exit(0);
  return code ?? 1;
}
