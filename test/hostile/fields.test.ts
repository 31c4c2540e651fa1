import { describe, it } from 'vitest';
import { computeBodyLimit } from '#shared/contract/api.ts';
import {
  fieldsWithParts,
  listFields,
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
      return sendHostileFields(server, endpoint, { texts: fields, types: fields, parts }, { isQuick: true });
    },
  );

  // All others refuse a body of this size before it arrives (`admission.test.ts`).
  const withMuch = withBody.filter(([, endpoint]) => computeBodyLimit(endpoint) > 1024 * 1024);
  it.each(withMuch)('%s: a megabyte of text in a field', (_name, endpoint) =>
    sendHugeFields(server, endpoint, listFields(endpoint).slice(0, 1), []),
  );

  it.each(withBody)('%s: any JSON', { tags: ['thorough'] }, (_name, endpoint) =>
    sendAnyJson(server, endpoint, 3),
  );
});
