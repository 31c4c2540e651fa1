import fs from 'node:fs';
import { JSON_FORMAT, JSON_VERSION } from '#server/people/contacts/export/exported-json.ts';
import { IMAGE_BYTES_MAX } from '#shared/contract/constants.ts';
import type { ReadInput, ReadOutput } from '../import-tasks.ts';
import { createWriter, NO_CONTACT, NOTHING, Refusal } from './import-files.ts';
import { personOfJson } from './own-exports.ts';
import { isSomebody } from './person.ts';

/** Reads contacts that this product exported as JSON. The process has room for 50 MB as a whole. */

export const isOwnJson = (head: Buffer): boolean =>
  new RegExp(`^\\s*\\{[\\s\\S]{0,200}"format"\\s*:\\s*"${JSON_FORMAT}"`).test(
    head.toString('utf8', 0, 500).replace(/^\uFEFF/, ''),
  );

export function readJsonPeople({ file, rowsFile, photosFile }: ReadInput): ReadOutput {
  let content: { version?: unknown; contacts?: unknown };
  try {
    content = JSON.parse(fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    return { refusal: 'This file is damaged: it isn’t valid JSON.' };
  }
  if (typeof content.version !== 'number' || content.version > JSON_VERSION) {
    return { refusal: 'This file comes from a newer version. Export it as vCard and import that.' };
  }
  const contacts = Array.isArray(content.contacts) ? content.contacts : [];
  const writer = createWriter(rowsFile);
  const photos = fs.openSync(photosFile, 'w');
  let photoBytes = 0;
  let photoCount = 0;
  try {
    for (const [nth, contact] of contacts.entries()) {
      const person = personOfJson(contact);
      // Contacts begin on the second line, one a line.
      const line = nth + 2;
      if (!person || !isSomebody(person)) {
        writer.write({ l: line, e: NO_CONTACT });
        continue;
      }
      const bytes = photoOf(contact);
      if (bytes) {
        fs.writeSync(photos, bytes);
        person.photo = { from: photoBytes, bytes: bytes.length };
        photoBytes += bytes.length;
        photoCount += 1;
      }
      writer.write({ l: line, p: person });
    }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  } finally {
    writer.end();
    fs.closeSync(photos);
  }
  if (writer.count() === 0) return { refusal: NOTHING };
  return { format: 'json', source: 'goldleaf', rows: writer.count(), photos: photoCount, columns: [] };
}

function photoOf({ photo }: { photo?: unknown }): Buffer | null {
  const found =
    typeof photo === 'string' ? /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/=]+)$/.exec(photo) : null;
  const bytes = Buffer.from(found?.[1] ?? '', 'base64');
  return bytes.length > 0 && bytes.length <= IMAGE_BYTES_MAX ? bytes : null;
}
