import cluster from 'node:cluster';
import fs from 'node:fs';
import { createServer } from 'node:http';

/**
 * The yardstick for cached pages: plain Node HTTP that sends the bytes and headers of a file over and over, in WORKERS processes if
 * that is set.
 */

const { headers, body } = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const bytes = Buffer.from(body, 'base64');
const serve = () =>
  createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  }).listen(Number(process.env.PORT), process.env.HOST, () =>
    process.stdout.write('The yardstick is ready\n'),
  );

const workers = Number(process.env.WORKERS ?? 1);
if (workers > 1 && cluster.isPrimary) {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  for (let n = 0; n < workers; n += 1) cluster.fork();
} else serve();
