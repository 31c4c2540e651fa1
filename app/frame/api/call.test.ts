import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError, call, fixedMessageOf, fixedUnlessRefused, messageOf, NetworkError } from './call.ts';

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

  it('throws "status: body" with the message and the fields', async () => {
    const body = '{"message":"That username is taken.","code":"conflict","fields":{"username":"Taken"}}';
    answer(new Response(body, { status: 409 }));
    const error = await failure(call('GET /api/auth/me'));
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ message: `409: ${body}`, code: 'conflict', fields: { username: 'Taken' } });
    expect(messageOf(error, 'no')).toBe('That username is taken.');
  });

  it('leaves the name of a field to programs', () => {
    const refusal = { message: 'fullName: Name is required', fields: { fullName: 'Name is required' } };
    expect(messageOf(new CallError(422, JSON.stringify(refusal), ''), 'no')).toBe('Name is required');
  });

  it('throws "status: status text" for an empty body', async () => {
    answer(new Response('', { status: 502, statusText: 'Bad Gateway' }));
    const error = await failure(call('GET /api/auth/me'));
    expect(error).toMatchObject({ message: '502: Bad Gateway' });
  });

  it('says so when the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failure(call('GET /api/auth/me'))).toBeInstanceOf(NetworkError);
  });
});

describe('the message of a failure', () => {
  const refused = (status: number, body: object) => new CallError(status, JSON.stringify(body), '');
  const FIXED = 'Failed to update card. Please try again.';
  const all = [messageOf, fixedMessageOf, fixedUnlessRefused];

  it.each([
    ['no network', new NetworkError(), /^Can’t reach Goldleaf/],
    ['no server', new CallError(502, '<html>', 'Bad Gateway'), /^Goldleaf isn’t responding right now/],
    [
      'a missing part in Chromium',
      new TypeError('Failed to fetch dynamically imported module: /a.js'),
      /^We couldn’t load this. Check your/,
    ],
    [
      'a missing part in Firefox',
      new TypeError('error loading dynamically imported module: /a.js'),
      /^We couldn’t load this. Check your/,
    ],
    [
      'a missing part in WebKit',
      new TypeError('Importing a module script failed.'),
      /^We couldn’t load this. Check your/,
    ],
    ['missing styles', new Error('Unable to preload CSS for /a.css'), /^We couldn’t load this. Check your/],
  ])('says %s as such, whatever failed', (_name, error, sentence) => {
    for (const say of all) expect(say(error, FIXED)).toMatch(sentence);
  });

  it('tells signed-in users that their session has ended, and users who are signing in what the server says', () => {
    const wrong = refused(401, { message: 'Invalid email or password.', code: 'signed_out' });
    vi.stubGlobal('location', { pathname: '/auth/login' });
    expect(messageOf(wrong, 'no')).toBe('Invalid email or password.');
    // Also where another tab has removed the stored user.
    vi.stubGlobal('location', { pathname: '/create' });
    for (const say of all) expect(say(wrong, FIXED)).toBe('Your session has ended. Please sign in again.');
    vi.unstubAllGlobals();
  });

  it('is fixed where the specification fixes it, except for a reason that would be shown nowhere', () => {
    const gone = refused(422, { message: 'One of the uploaded files is gone.', code: 'invalid' });
    const wrong = refused(422, { message: 'email: Invalid', code: 'invalid', fields: { email: 'Invalid' } });
    const broken = refused(500, { message: 'Something went wrong.', code: 'internal' });
    expect(fixedMessageOf(gone, FIXED)).toBe(FIXED);
    expect(fixedUnlessRefused(gone, FIXED)).toBe('One of the uploaded files is gone.');
    expect(fixedUnlessRefused(wrong, FIXED)).toBe(FIXED);
    expect(fixedUnlessRefused(broken, FIXED)).toBe(FIXED);
  });
});
