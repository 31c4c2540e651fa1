import { describe, expect, it } from 'vitest';
import { ai } from '#server/config/ai-settings.ts';

describe('The settings of the language model', () => {
  const base = { AI_PROVIDER: 'openai', AI_API_KEY: 'sk-secret', AI_MODEL: 'gpt-4.1-mini' };

  it('are read, with the addresses of the providers themselves', () => {
    expect(ai.read({})).toBeUndefined();
    expect(ai.read(base)).toEqual({
      provider: 'openai',
      apiKey: 'sk-secret',
      baseUrl: 'https://api.openai.com/v1',
      model: 'gpt-4.1-mini',
    });
    expect(ai.read({ ...base, AI_MODEL: undefined })?.model).toBe('gpt-4.1-mini');
    const local = {
      AI_PROVIDER: 'openai',
      AI_BASE_URL: 'http://localhost:11434/v1/',
      AI_MODEL: 'llama3.2:3b',
    };
    expect(ai.read(local)).toMatchObject({ apiKey: undefined, baseUrl: 'http://localhost:11434/v1' });
    const bare = { ...base, AI_PROVIDER: 'anthropic', AI_BASE_URL: 'https://api.anthropic.com' };
    expect(ai.read(bare)?.baseUrl).toBe('https://api.anthropic.com/v1');
  });

  it.each([
    [{ AI_API_KEY: 'sk-secret' }, 'AI_PROVIDER is not set'],
    [{ ...base, AI_MODEL: 'a\nb' }, 'AI_MODEL is wrong'],
    [{ ...base, AI_API_KEY: undefined }, 'AI_API_KEY is not set'],
    [{ ...base, AI_API_KEY: 'sk secret' }, 'AI_API_KEY is wrong'],
    [{ ...base, AI_BASE_URL: 'http://example.com/v1' }, 'AI_BASE_URL is wrong'],
    [{ ...base, AI_BASE_URL: 'https://me:secret@example.com/v1' }, 'AI_BASE_URL is wrong'],
    [{ ...base, AI_BASE_URL: 'api.openai.com' }, 'AI_BASE_URL is wrong'],
  ])('are refused in a sentence that does not quote the key: %j', (env, sentence) => {
    expect(() => ai.read(env)).toThrow(new RegExp(`^${sentence}.*\\.$`));
    expect(() => ai.read(env)).not.toThrow(/secret/);
  });
});
