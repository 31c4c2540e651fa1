import { describe, it } from 'vitest';
import {
  fieldsWithParts,
  schemasOnce,
  sendAnyJson,
  sendHostileFields,
  sendHugeFields,
  withBody,
} from '#test/hostile/attack.ts';
import { startTestServer } from '#test/server.ts';

/** Every field of every call is in `fields.thorough.test.ts`. */

const server = startTestServer();

describe('No input fails', () => {
  it.each(schemasOnce(withBody))(
    '%s: hostile texts and other types in the fields %j',
    (_name, fields, endpoint) => {
      const withParts = fieldsWithParts(endpoint);
      const parts = fields.filter((field) => withParts.includes(field));
      return sendHostileFields(server, endpoint, { texts: fields, types: fields, parts });
    },
  );

  it.each(schemasOnce(withBody))('%s: a megabyte of text in a field', (_name, fields, endpoint) =>
    sendHugeFields(server, endpoint, fields.slice(0, 1), fields),
  );

  it.each(withBody)('%s: any JSON', (_name, endpoint) => sendAnyJson(server, endpoint, 5));
});
