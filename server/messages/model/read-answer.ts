import type { z } from '#shared/contract/zod.ts';

/** Reads the JSON in a model's answer, which may be fenced or have words around it. */

/** Longer texts are no answer. */
const LENGTH_MAX = 60_000;

/** The parsed answer, or why it cannot be used, in words for the model. */
export type Read<T> = { value: T } | { problem: string };

export function readAnswer<T>(text: string, schema: z.ZodType<T>): Read<T> {
  if (text.length > LENGTH_MAX) return { problem: 'The answer is too long.' };
  const json = jsonIn(text);
  if (json === undefined) return { problem: 'The answer is not one JSON object.' };
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  // Paths are our own names and numbers; a message could quote the answer.
  const places = [
    ...new Set(parsed.error.issues.map(({ path }) => path.map(String).join('.') || 'the answer')),
  ];
  return { problem: `Missing or wrong: ${places.slice(0, 8).join(', ').slice(0, 300)}.` };
}

function jsonIn(text: string): unknown {
  // Local servers may send what a reasoning model thought first.
  const trimmed = text.replace(/^\s*<think>[\s\S]*?<\/think>/i, '').trim();
  const [, fenced] = /```(?:json)?\s*\n?([\s\S]*?)```/i.exec(trimmed) ?? [];
  const from = trimmed.search(/[{[]/);
  const to = Math.max(trimmed.lastIndexOf('}'), trimmed.lastIndexOf(']'));
  const candidates = [trimmed, fenced, from >= 0 && to > from ? trimmed.slice(from, to + 1) : undefined];
  for (const candidate of candidates) {
    if (!candidate) continue;
    try {
      const value: unknown = JSON.parse(candidate);
      if (typeof value === 'object' && value !== null) return value;
    } catch {
      // The next candidate may be JSON.
    }
  }
  return undefined;
}

/** The question once more; `problem` holds only our own words. */
export const withProblem = (prompt: string, problem: string): string =>
  `${prompt}\n\nYour last answer could not be used. ${problem} Answer again, in the form asked for.`;
