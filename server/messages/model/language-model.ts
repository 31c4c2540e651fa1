import type { LanguageModel as SdkModel } from 'ai';
import type { AiSettings } from '#server/config/ai-settings.ts';
import { fetchWithin } from '#server/infra/fetch-within.ts';
import { explainFailure } from '#server/messages/model/explain-failure.ts';

/** A language model at a provider, asked once per call. Its answer is text that nobody has checked. */

export interface ModelRequest {
  /** Instructions; nothing that a stranger wrote belongs here. */
  system: string;
  prompt: string;
  image?: { bytes: Uint8Array; type: string };
  /** The form of the answer, as JSON Schema. The model may ignore it. */
  jsonSchema: Record<string, unknown>;
  maxOutputTokens: number;
  signal: AbortSignal;
}

export interface ModelAnswer {
  text: string;
  /** Tokens of prompt and answer as the provider counts them; undefined if it does not say. */
  tokens: number | undefined;
}

export interface LanguageModel {
  /** As in the settings. */
  name: string;
  /** Where requests go, like "api.openai.com". */
  host: string;
  /** Throws `ModelAway` or `ModelRefusal`, or the signal's reason. */
  complete(request: ModelRequest): Promise<ModelAnswer>;
}

/** Longer than any answer we ask for; an endless one ends here. */
const BYTES_MAX = 256 * 1024;
/** The signal of a request is shorter: this only guards against one without. */
const LONGEST_MS = 60_000;

/** `fetch` for the SDK: bounded in time and size, and never anywhere else than to the address in the settings. */
const boundedFetch = (url: string | URL | Request, init: RequestInit = {}) =>
  fetchWithin(String(url), { ...init, redirect: 'manual' }, { ms: LONGEST_MS, bytes: BYTES_MAX });

/** How an endpoint is asked: not every compatible one knows schemas, JSON mode, or the former name of the limit. */
interface Manner {
  format: 'schema' | 'json' | 'text';
  limit: 'max_tokens' | 'max_completion_tokens';
  /** The path after the address in the settings, which may be the bare host of a server that answers under its version. */
  path: '' | '/v1';
}

const LESS_STRICT = { schema: 'json', json: 'text', text: null } as const;
/** Statuses with which endpoints refuse what they do not know. */
const UNKNOWN_TO = [400, 415, 422, 501];

const NAMES_VERSION = /\/v\d\w*$/;

/** The manner to try after this refusal; null if another would not help. */
function otherManner(
  { baseUrl }: AiSettings,
  manner: Manner,
  status: number | undefined,
  words: string,
): Manner | null {
  if (status === 404 && !manner.path && !NAMES_VERSION.test(baseUrl)) return { ...manner, path: '/v1' };
  if (!UNKNOWN_TO.includes(status ?? 0)) return null;
  if (manner.limit === 'max_tokens' && /max_(?:completion_)?tokens/.test(words)) {
    return { ...manner, limit: 'max_completion_tokens' };
  }
  const format = LESS_STRICT[manner.format];
  return format && { ...manner, format };
}

/** Loads the SDK, which takes some 25 MB: at the start, and only where a model is configured. */
export async function openLanguageModel(settings: AiSettings): Promise<LanguageModel> {
  const sdk = await import('ai');
  // Otherwise the SDK writes to the console.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const modelFor = await loadProvider(settings);
  const { host, hostname } = new URL(settings.baseUrl);
  const isOpenAi = hostname === 'api.openai.com';
  let manner: Manner = {
    format: 'schema',
    limit: isOpenAi ? 'max_completion_tokens' : 'max_tokens',
    path: '',
  };

  return {
    name: settings.model,
    host,
    async complete(request) {
      for (let how: Manner = manner; ; ) {
        try {
          const answer = await askModel(sdk, modelFor(how), how.format, request);
          // Only what helped is remembered.
          manner = how;
          return answer;
        } catch (error) {
          request.signal.throwIfAborted();
          const response = sdk.APICallError.isInstance(error) ? error : undefined;
          const words = `${response?.message} ${response?.responseBody}`;
          const other = otherManner(settings, how, response?.statusCode, words);
          if (!other) throw explainFailure(error, response);
          how = other;
        }
      }
    },
  };
}

async function askModel(
  sdk: typeof import('ai'),
  model: SdkModel,
  format: Manner['format'],
  { system, prompt, image, jsonSchema, maxOutputTokens, signal }: ModelRequest,
): Promise<ModelAnswer> {
  const responseFormat =
    format === 'text'
      ? { type: 'text' as const }
      : { type: 'json' as const, ...(format === 'schema' && { schema: jsonSchema, name: 'answer' }) };
  const { text, usage, response } = await sdk.generateText({
    model,
    system,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: prompt },
          ...(image ? [{ type: 'image' as const, image: image.bytes, mediaType: image.type }] : []),
        ],
      },
    ],
    // Only says what is wanted: we parse the answer ourselves.
    output: { ...sdk.Output.text(), responseFormat: Promise.resolve(responseFormat) },
    maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
  });
  return { text: text || textIn(response.body), tokens: usage.totalTokens };
}

async function loadProvider(settings: AiSettings): Promise<(manner: Manner) => SdkModel> {
  const { provider, apiKey, baseUrl, model } = settings;
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return ({ path }) =>
      createAnthropic({ apiKey: apiKey ?? '', baseURL: baseUrl + path, fetch: boundedFetch })(model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return ({ format, limit, path }) =>
    createOpenAICompatible({
      name: 'openai',
      ...(apiKey === undefined ? {} : { apiKey }),
      baseURL: baseUrl + path,
      fetch: boundedFetch,
      supportsStructuredOutputs: format === 'schema',
      transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, [limit]: max_tokens }),
    })(model);
}

/** The text of a message in which the SDK expected a call of a tool, and dropped the text. */
function textIn(body: unknown): string {
  const { content } = (body ?? {}) as { content?: unknown };
  if (!Array.isArray(content)) return '';
  return content.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('');
}
