import { describe, expect, it } from 'vitest';
import { startReading, valuesOf } from '#test/import-files.ts';

const { readText } = startReading();

async function read(lines: string, version = '3.0') {
  const text = `BEGIN:VCARD\r\nVERSION:${version}\r\n${lines}\r\nEND:VCARD\r\n`;
  const { rows } = await readText(text, 'contacts.vcf');
  return valuesOf(rows[0]);
}

describe('A contact file', () => {
  it.each([
    ['N:山田;太郎', '山田 太郎'],
    ['N:李;雷', '李雷'],
    ['N:김;영희', '김영희'],
    ['N:スミス;ジョン', 'ジョン スミス'],
    ['N:King;Ada', 'Ada King'],
  ])('without a full name has one in the order of its script: %s', async (line, wanted) => {
    expect((await read(`${line};;;`))?.fullName).toBe(wanted);
  });

  it('keeps the lines of a street', async () => {
    const person = await read('FN:Ada\r\nADR:;;1 Dame Street\\nFloor 2;Dublin;;;Ireland');
    expect(person?.addresses).toMatchObject([{ street: '1 Dame Street\nFloor 2', city: 'Dublin' }]);
  });

  it("keeps Android's relations, the service of an instant message, and how a name is sorted", async () => {
    const person = await read(
      [
        'N;SORT-AS="Natarajan,Priya":Natarajan\\, PhD;Priya;;;',
        'X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Ji-woo;14;;;;;;;;;;;;;',
        'IMPP;X-SERVICE-TYPE=WhatsApp;TYPE=HOME:x-apple:+353870000000',
      ].join('\r\n'),
      '4.0',
    );
    expect(person?.otherProperties).toEqual([
      { name: 'SORT-STRING', parameters: {}, value: 'Natarajan,Priya' },
      { name: 'X-ABRELATEDNAMES', parameters: { LABEL: ['spouse'] }, value: 'Ji-woo' },
      { name: 'IMPP', parameters: { LABEL: ['WhatsApp home'] }, value: 'x-apple:+353870000000' },
    ]);
    expect(person?.fullName).toBe('Priya Natarajan, PhD');
    // Anybody would guess these parts from the name.
    expect([person?.familyName, person?.nameSuffix]).toEqual([null, null]);
  });

  it('keeps what an envelope says beyond the parts of the address', async () => {
    const person = await read(
      [
        'FN:Ada',
        'ADR;TYPE=work;LABEL="c/o Babbage^n1 Dorset St^nLondon":;;1 Dorset St;London;;;',
        'ADR;TYPE=home;LABEL="2 Dorset St, London":;;2 Dorset St;London;;;',
      ].join('\r\n'),
      '4.0',
    );
    expect(person?.otherProperties).toEqual([
      { name: 'LABEL', parameters: { LABEL: ['work'] }, value: 'c/o Babbage\n1 Dorset St\nLondon' },
    ]);
  });
});
