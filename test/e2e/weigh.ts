import { get } from 'node:http';

/** The bytes of an answer, compressed with Brotli; not a number if it is not. */
export const weigh = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, async (response) => {
      let bytes = 0;
      for await (const chunk of response) bytes += chunk.length;
      resolve(response.headers['content-encoding'] === 'br' ? bytes : Number.NaN);
    }).on('error', reject);
  });
