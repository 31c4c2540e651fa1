import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseRange, sendUnsatisfiable } from '#server/cards/media/media.routes.ts';
import { appFolder } from '#server/pages/site/app-shell.ts';
import { AppError } from '#shared/contract/errors.ts';
import { EXAMPLE_FILM } from '#site/landing/sample.ts';

/** The example card's video, with byte ranges, without which some phones play nothing. */
export async function sendExampleFilm(request: FastifyRequest, reply: FastifyReply) {
  const film = await fs.readFile(path.join(appFolder, EXAMPLE_FILM)).catch(() => {
    throw new AppError('unavailable', 'The app isn’t built yet. Run npm run build, then try again.');
  });
  const range = parseRange(request.headers.range, film.length);
  reply.headers({
    'content-type': 'video/mp4',
    'cache-control': 'public, max-age=86400',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  });
  if (range === 'unsatisfiable') return sendUnsatisfiable(reply, film.length);
  if (!range) return reply.send(film);
  reply.header('content-range', `bytes ${range.start}-${range.end}/${film.length}`);
  return reply.status(206).send(film.subarray(range.start, range.end + 1));
}
