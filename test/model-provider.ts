import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A language model's provider on this machine, which answers as it is told: in the Chat Completions protocol of OpenAI
 * at `/v1/chat/completions`, and in the Messages protocol of Anthropic at `/v1/messages`.
 */

/** A request to the model; `body` is its JSON. */
export interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever was sent and asserts on it
  body: any;
}

/** How to answer: as a text of the model, or by writing the response oneself. */
export type Reply = string | ((response: ServerResponse, asked: Asked) => void);

export interface ModelProvider {
  url: string;
  /** Settings with which a server asks it in OpenAI's protocol. */
  settings: Record<string, string>;
  asked: Asked[];
  /** Replies in turn; the last one is repeated. */
  replies: Reply[];
  /** How many requests the client broke off. */
  brokenOff(): number;
  /** Resolves once a request has been broken off. */
  untilBrokenOff(): Promise<void>;
  close(): Promise<void>;
}

export const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

/** A whole response with this text, in the protocol of the path. */
export function inProtocol({ path, body }: Asked, text: string): unknown {
  if (!path.endsWith('/messages')) {
    return {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: body.model,
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 400, completion_tokens: 200, total_tokens: 600 },
    };
  }
  const tool = body.tool_choice?.name;
  const content = tool
    ? [{ type: 'tool_use', id: 'toolu_1', name: tool, input: JSON.parse(text) }]
    : [{ type: 'text', text }];
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: body.model,
    content,
    stop_reason: tool ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 400, output_tokens: 200 },
  };
}

export async function startModelProvider(): Promise<ModelProvider> {
  const waiting: (() => void)[] = [];
  let broken = 0;
  const provider = { asked: [] as Asked[], replies: [] as Reply[] };
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked: Asked = {
      path: request.url ?? '',
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString() || '{}'),
    };
    provider.asked.push(asked);
    response.on('close', () => {
      if (response.writableFinished) return;
      broken += 1;
      for (const tell of waiting.splice(0)) tell();
    });
    const reply = provider.replies.length > 1 ? provider.replies.shift() : provider.replies[0];
    if (typeof reply === 'function') reply(response, asked);
    else sendJson(response, 200, inProtocol(asked, reply ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(provider, {
    url,
    settings: {
      AI_PROVIDER: 'openai',
      AI_API_KEY: 'sk-secret',
      AI_BASE_URL: `${url}/v1`,
      AI_MODEL: 'tester-1',
    },
    brokenOff: () => broken,
    untilBrokenOff: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
