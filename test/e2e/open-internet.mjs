import http from 'node:http';
import https from 'node:https';

/**
 * Tests have no access to the internet. Loaded into the built server before its own code, this acts as the website
 * `pictures.example` and serves one image.
 */

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const site = http.createServer((_request, response) => response.end(PICTURE));
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
site.unref();

const { get } = https;
https.get = (address, options, answered) => {
  if (new URL(address).hostname !== 'pictures.example') return get(address, options, answered);
  const { lookup: _ofTheInternet, ...rest } = options;
  return http.get(`http://127.0.0.1:${site.address().port}/`, rest, answered);
};
