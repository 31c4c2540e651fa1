/** Calls the API as a browser would; without the server, which journeys need not load. */

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent and asserts on it
  body: any;
  text: string;
  bytes: Buffer;
  headers: Headers;
}

export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export function createClient(origin: string): Client {
  const cookies = new Map<string, string>();
  return async (method, pathname, body, headers = {}) => {
    const isForm = body instanceof FormData;
    const hasJson = body !== undefined && !isForm && typeof body !== 'string';
    const response = await fetch(origin + pathname, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookies.size ? { cookie: [...cookies.values()].join('; ') } : {}),
        ...(hasJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      body: hasJson ? JSON.stringify(body) : (body as FormData | string | undefined),
    });
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair);
    }
    const bytes = pathname.endsWith('/stream')
      ? await readBeginning(response)
      : Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      text,
      bytes,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : null,
    };
  };
}

/** The first piece of a response that does not end. */
async function readBeginning({ body }: Response): Promise<Buffer> {
  const reader = body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return Buffer.from(first?.value ?? []);
}
