#!/usr/bin/env node
import { spawn } from 'node:child_process';
import fs from 'node:fs';

/**
 * Runs the program KEPT_PROGRAM with these arguments, and ends it and everything it started as soon as our parent is
 * gone, even if killed outright: standard input closes then. Must lead a process group of its own (`detached`).
 * KEPT_FOLDER is deleted with it.
 */
const { KEPT_PROGRAM: program, KEPT_FOLDER: folder, ...env } = process.env;

function end() {
  if (folder) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.kill(-process.pid, 'SIGKILL');
}

const child = spawn(program ?? '', process.argv.slice(2), { stdio: ['ignore', 'inherit', 'inherit'], env });
child.once('exit', end);
child.once('error', end);
process.stdin.once('close', end).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
