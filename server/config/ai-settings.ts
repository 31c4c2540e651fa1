import { defineSettings, type Output, Problem, setting } from '#server/config/define-settings.ts';
import { baseUrl, matching } from '#server/config/setting-kinds.ts';
import { z } from '#shared/contract/zod.ts';

/** The settings of a language model: whose it is, and how to reach it. */

/** Models are small ones, which write a few sentences well. */
const OWN = {
  openai: { model: 'gpt-4.1-mini', baseUrl: 'https://api.openai.com/v1' },
  anthropic: { model: 'claude-haiku-4-5', baseUrl: 'https://api.anthropic.com/v1' },
};

export type AiSettings = NonNullable<Output<typeof ai>>;

/** If undefined, follow-up suggestions are composed without a language model. */
export const ai = defineSettings({
  section: 'Language model',
  fields: {
    provider: setting('AI_PROVIDER', z.enum(['openai', 'anthropic'], 'must be openai or anthropic'), {
      meaning:
        'Whose language model writes follow-up suggestions and reads photos of paper cards. openai: any server that speaks the Chat Completions API of OpenAI. anthropic: the Messages API. Empty: suggestions are composed here and cards read on the device, without a model.',
    }),
    /** Goes into a header. If undefined, requests carry none. */
    apiKey: setting('AI_API_KEY', matching(/^[\x21-\x7e]{1,500}$/, 'must be a key without spaces'), {
      meaning: 'Key of the language model. A model on this machine may need none.',
    }),
    baseUrl: setting('AI_BASE_URL', baseUrl(OWN.openai.baseUrl), {
      meaning:
        "Address of the language model's API, like http://localhost:11434/v1. Empty: OpenAI's or Anthropic's own.",
    }),
    /** Goes into the body of requests and onto screens. */
    model: setting(
      'AI_MODEL',
      matching(/^[\p{L}\p{N}._:/@+-]{1,100}$/u, 'must be the name of a model, like gpt-4.1-mini'),
      { meaning: 'Name of the language model. Empty: gpt-4.1-mini or claude-haiku-4-5.' },
    ),
  },
  needs: {
    fields: ['provider'],
    or: ['apiKey', 'baseUrl', 'model'],
    explain: () =>
      'AI_PROVIDER is not set: must be openai or anthropic, since other settings of AI_ are set.',
  },
  read({ provider, apiKey, baseUrl: given, model }) {
    if (!apiKey && (provider === 'anthropic' || !given)) {
      throw new Problem('AI_API_KEY is not set: the provider gives none of its models without a key.');
    }
    const own = OWN[provider];
    return {
      provider,
      apiKey,
      model: model ?? own.model,
      baseUrl: given ? apiAt(given, provider) : own.baseUrl,
    };
  },
  ability: (settings) => (settings ? { host: new URL(settings.baseUrl).host, name: settings.model } : null),
});

/** Anthropic's own tools name the origin alone. */
const apiAt = (url: string, provider: keyof typeof OWN) =>
  provider === 'anthropic' && new URL(url).pathname === '/' ? `${url}/v1` : url;
