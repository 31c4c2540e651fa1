import fs from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendRange } from '#server/infra/http/send-range.ts';
import { appFolder, notBuilt } from '#server/pages/site/app-shell.ts';
import { EXAMPLE_FILM } from '#site/landing/sample.ts';

/** The example card's video, with byte ranges, without which some phones play nothing. */
export async function sendExampleFilm(request: FastifyRequest, reply: FastifyReply) {
  const file = path.join(appFolder, EXAMPLE_FILM);
  const { size } = await stat(file).catch(() => {
    throw notBuilt();
  });
  reply.headers({
    'content-type': 'video/mp4',
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
  });
  return sendRange(request, reply, { bytes: size, read: (range) => fs.createReadStream(file, range) });
}
