import { isAllowedAddress } from '#server/config/oidc-settings.ts';
import { blankIsUnset, secret } from '#server/config/setting-kinds.ts';
import { z } from '#shared/contract/zod.ts';

/** The settings of a language model: whose it is, and how to reach it. */

const PROVIDERS = ['openai', 'anthropic'] as const;

export const aiEnvironment = {
  AI_PROVIDER: blankIsUnset(z.enum(PROVIDERS, 'must be openai or anthropic').optional()).describe(
    'Whose language model writes follow-up suggestions and reads photos of paper cards. openai: any server that speaks the Chat Completions API of OpenAI. anthropic: the Messages API. Empty: suggestions are composed here and cards read on the device, without a model.',
  ),
  AI_API_KEY: secret().describe('Key of the language model. A model on this machine may need none.'),
  AI_BASE_URL: secret().describe(
    "Address of the language model's API, like http://localhost:11434/v1. Empty: OpenAI's or Anthropic's own.",
  ),
  AI_MODEL: secret().describe('Name of the language model. Empty: gpt-4.1-mini or claude-haiku-4-5.'),
};

export interface AiSettings {
  provider: (typeof PROVIDERS)[number];
  /** If undefined, requests carry none. */
  apiKey: string | undefined;
  /** Without a slash at its end. */
  baseUrl: string;
  model: string;
}

type Values = { [Name in keyof typeof aiEnvironment]?: string | undefined };

/** Small ones, which write a few sentences well. */
const MODELS = { openai: 'gpt-4.1-mini', anthropic: 'claude-haiku-4-5' };
const BASE_URLS = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com/v1' };
/** Goes into the body of requests and onto screens. */
const MODEL_NAME = /^[\p{L}\p{N}._:/@+-]{1,100}$/u;
/** Goes into a header. */
const KEY = /^[\x21-\x7e]{1,500}$/;

/** Undefined without any setting; throws an Error whose message is a sentence that does not quote the key. */
export function readAiSettings(values: Values): AiSettings | undefined {
  const { AI_PROVIDER: provider, AI_API_KEY: apiKey, AI_BASE_URL: given, AI_MODEL: named } = values;
  if (!provider && !apiKey && !given && !named) return undefined;
  if (provider !== 'openai' && provider !== 'anthropic') {
    throw new Error(
      'AI_PROVIDER is not set: must be openai or anthropic, since other settings of AI_ are set.',
    );
  }
  const model = named ?? MODELS[provider];
  if (!MODEL_NAME.test(model))
    throw new Error('AI_MODEL is wrong: must be the name of a model, like gpt-4.1-mini.');
  if (!apiKey && (provider === 'anthropic' || !given)) {
    throw new Error('AI_API_KEY is not set: the provider gives none of its models without a key.');
  }
  if (apiKey && !KEY.test(apiKey)) throw new Error('AI_API_KEY is wrong: must be a key without spaces.');
  return { provider, apiKey, baseUrl: given ? readAddress(given, provider) : BASE_URLS[provider], model };
}

function readAddress(given: string, provider: AiSettings['provider']): string {
  const url = isAllowedAddress(given) && !/[?#]/.test(given) ? new URL(given) : null;
  if (!url || url.username || url.password) {
    throw new Error(
      'AI_BASE_URL is wrong: must be an address such as https://api.openai.com/v1, and http:// only on this machine.',
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  // Anthropic's own tools name the origin alone.
  return url.origin + (provider === 'anthropic' && !path ? '/v1' : path);
}
