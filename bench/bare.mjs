import fs from 'node:fs';
import { createServer } from 'node:http';

/** The yardstick for cached pages: plain Node HTTP that sends the bytes and headers of a file over and over. */

const { headers, body } = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const bytes = Buffer.from(body, 'base64');
createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(bytes);
}).listen(Number(process.env.PORT), process.env.HOST, () => process.stdout.write('The yardstick is ready\n'));
