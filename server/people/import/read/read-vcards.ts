import fs from 'node:fs';
import { IMAGE_BYTES_MAX } from '#shared/contract/constants.ts';
import type { ReadInput, ReadOutput } from '../import-tasks.ts';
import { createWriter, eachPiece, NO_CONTACT, NOTHING, Refusal } from './import-files.ts';
import { isSomebody } from './person.ts';
import { sourceOfCards } from './sources.ts';
import { createVcardSplitter, type RawCard } from './split-vcards.ts';
import { isGroup, personOfCard } from './vcard-person.ts';
import { type CardProperty, readVcard } from './vcard-properties.ts';

/** Reads a file of vCards to its end. */

export function readVcards({ file, rowsFile, photosFile, fileName }: ReadInput): ReadOutput {
  const writer = createWriter(rowsFile);
  const photos = fs.openSync(photosFile, 'w');
  let photoBytes = 0;
  let photoCount = 0;
  let contacts = 0;
  const seen: CardProperty[] = [];
  const takeCard = (card: RawCard) => {
    if (card.isTooLong) {
      writer.write({ l: card.line, e: 'This contact is larger than 12 MB.' });
      return;
    }
    const found = readVcard(card.lines);
    if (writer.count() < 20) seen.push(...found.properties);
    if (isGroup(found)) {
      writer.write({ l: card.line, e: 'This is a group, not a person.' });
      return;
    }
    const person = personOfCard(found);
    if (!isSomebody(person)) {
      writer.write({ l: card.line, e: NO_CONTACT });
      return;
    }
    const bytes = found.photo ? Buffer.from(found.photo.base64, 'base64') : null;
    if (bytes && bytes.length > IMAGE_BYTES_MAX) person.remarks.push('Skipped a photo larger than 5 MB');
    else if (bytes && bytes.length > 0) {
      fs.writeSync(photos, bytes);
      person.photo = { from: photoBytes, bytes: bytes.length };
      photoBytes += bytes.length;
      photoCount += 1;
    }
    contacts += 1;
    writer.write({ l: card.line, p: person });
  };
  try {
    const splitter = createVcardSplitter(takeCard);
    eachPiece(file, (piece) => splitter.push(piece.toString('latin1')));
    splitter.end();
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  } finally {
    writer.end();
    fs.closeSync(photos);
  }
  if (contacts === 0 && writer.count() === 0) return { refusal: NOTHING };
  return {
    format: 'vcard',
    source: sourceOfCards(seen, fileName),
    rows: writer.count(),
    photos: photoCount,
    columns: [],
  };
}
