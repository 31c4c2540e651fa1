import { describe, it, vi } from 'vitest';
import {
  fieldPerSchema,
  listFields,
  sendAnyJson,
  sendHostileFields,
  sendHugeFields,
  withBody,
} from '#test/hostile/attack.ts';
import { startTestServer } from '#test/server.ts';

// Thousands of calls per test: slow machines may take their time.
vi.setConfig({ testTimeout: 120_000 });
const server = startTestServer();

describe('No input fails', () => {
  it.each(withBody)('%s: hostile texts and other types in every field', (_name, endpoint) => {
    const types = fieldPerSchema(endpoint);
    return sendHostileFields(server, endpoint, { texts: listFields(endpoint), types, parts: types });
  });

  it.each(withBody)('%s: a megabyte of text in every field', (_name, endpoint) =>
    sendHugeFields(server, endpoint, listFields(endpoint), fieldPerSchema(endpoint)),
  );

  it.each(withBody)('%s: much of any JSON', (_name, endpoint) => sendAnyJson(server, endpoint, 25));
});
