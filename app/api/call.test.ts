import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError, call, messageOf, NetworkError } from './call.ts';

function answer(response: Response) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => response);
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('call', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('sends credentials, and JSON only when there is a body', async () => {
    const fetched = answer(Response.json([]));
    await call('GET /api/cards');
    expect(fetched).toHaveBeenCalledWith('/api/cards', { method: 'GET', credentials: 'include' });
  });

  it('fills the path and sends the body as JSON', async () => {
    const fetched = answer(Response.json({}));
    await call('PUT /api/cards/{id}', { params: { id: 'a b' }, body: { name: 'Work' } });
    expect(fetched).toHaveBeenCalledWith('/api/cards/a%20b', {
      method: 'PUT',
      credentials: 'include',
      body: '{"name":"Work"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('raises "status: body" and carries the message and the fields', async () => {
    const body = '{"message":"That username is taken.","code":"conflict","fields":{"username":"Taken"}}';
    answer(new Response(body, { status: 409 }));
    const error = await failure(call('GET /api/auth/me'));
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ message: `409: ${body}`, code: 'conflict', fields: { username: 'Taken' } });
    expect(messageOf(error, 'no')).toBe('That username is taken.');
  });

  it('raises "status: status text" for an empty body', async () => {
    answer(new Response('', { status: 502, statusText: 'Bad Gateway' }));
    const error = await failure(call('GET /api/auth/me'));
    expect(error).toMatchObject({ message: '502: Bad Gateway' });
    expect(messageOf(error, 'Please try again.')).toBe('Please try again.');
  });

  it('says so when the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failure(call('GET /api/auth/me'))).toBeInstanceOf(NetworkError);
  });
});
