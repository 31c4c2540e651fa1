import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

/**
 * Twilio on this machine, as far as texts need it: messages are created and listed, and it misbehaves as a test wants it
 * to. Source: "Message resource", www.twilio.com/docs/messaging/api/message-resource.
 */

interface Failure {
  /** `drop`: the connection breaks off; `silence`: no answer; `endless`: one that never ends; `garbage`: not JSON. */
  how?: 'drop' | 'silence' | 'endless' | 'garbage';
  status?: number;
  headers?: Record<string, string>;
  body?: object;
  /** The message exists all the same, as when an answer is lost. */
  isTaken?: boolean;
  /** Its words are kept from whoever looks at it ("Message redaction"). */
  isRedacted?: boolean;
}

export interface SentText {
  sid: string;
  status: string;
  to: string;
  from: string;
  body: string;
  statusUrl: string | null;
  date_created: string;
}

export interface TestTwilio {
  /** The settings of the app; complete once the tests run. */
  settings: Record<string, string>;
  messages: SentText[];
  /** Every request since the test began: `POST`, or `GET` for a look at the list. */
  requests: string[];
  /** How the next requests fail, in order: creating messages, and listing them. */
  failures: Failure[];
  listFailures: Failure[];
  /** The headers of a callback with this form to this address. */
  sign(address: string, form: Record<string, string>): Record<string, string>;
}

const ACCOUNT = 'AC00000000000000000000000000000000';
const TOKEN = 'the token of the account';

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

function fail(response: ServerResponse, { how, status = 201, headers = {}, body = {} }: Failure): void {
  if (how === 'drop') return void response.destroy();
  if (how === 'silence') return;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (how === 'garbage') return void response.end('<html>Welcome');
  if (how !== 'endless') return void response.end(JSON.stringify(body));
  const more = () => {
    if (response.destroyed) return;
    response.write('x'.repeat(64 * 1024), () => setImmediate(more));
  };
  more();
}

/** A Twilio on a port of its own, for one test file; each test begins with an empty one. */
export function startTestTwilio(now: () => Date): TestTwilio {
  const twilio: TestTwilio = {
    settings: {
      TWILIO_ACCOUNT_SID: ACCOUNT,
      TWILIO_AUTH_TOKEN: TOKEN,
      TWILIO_FROM: '+15005550006',
      PUBLIC_URL: 'https://cards.example',
    },
    messages: [],
    requests: [],
    failures: [],
    listFailures: [],
    sign(address, form) {
      const text = Object.keys(form)
        .sort()
        .map((name) => name + form[name])
        .join('');
      const signature = createHmac('sha1', TOKEN)
        .update(address + text)
        .digest('base64');
      return { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
    },
  };
  const authorization = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`;
  let created = 0;
  const create = (form: URLSearchParams): SentText => {
    created += 1;
    const message = {
      sid: `SM${String(created).padStart(32, '0')}`,
      status: 'queued',
      to: form.get('To') ?? '',
      from: form.get('From') ?? '',
      body: form.get('Body') ?? '',
      statusUrl: form.get('StatusCallback'),
      date_created: now().toUTCString(),
    };
    twilio.messages.push(message);
    return message;
  };
  const server = createServer(async (request, response) => {
    const { method = '' } = request;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://twilio');
    const text = await readBody(request);
    twilio.requests.push(method);
    if (request.headers.authorization !== authorization || !pathname.endsWith(`/${ACCOUNT}/Messages.json`)) {
      return fail(response, { status: 401, body: { code: 20003, message: 'Authenticate' } });
    }
    const failure = (method === 'POST' ? twilio.failures : twilio.listFailures).shift();
    if (method === 'POST' && (!failure || failure.isTaken)) {
      const message = create(new URLSearchParams(text));
      if (failure?.isRedacted) message.body = '__REDACTED__';
      return fail(response, failure ?? { status: 201, body: message });
    }
    if (failure) return fail(response, failure);
    const messages = twilio.messages.filter(({ to }) => to === searchParams.get('To')).reverse();
    fail(response, { status: 200, body: { messages } });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    twilio.settings.TWILIO_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    for (const list of [twilio.messages, twilio.requests, twilio.failures, twilio.listFailures])
      list.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return twilio;
}
