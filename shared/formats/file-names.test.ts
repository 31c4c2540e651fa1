import { describe, expect, it } from 'vitest';
import {
  analyticsFileName,
  contactsFileName,
  contentDisposition,
  passFileName,
  qrFileName,
  vcardFileName,
} from './file-names.ts';

describe('The name of a file', () => {
  it('is made of the person’s or the card’s name', () => {
    expect(vcardFileName('Ada King Lovelace')).toBe('Ada_King_Lovelace.vcf');
    expect(qrFileName('Ada King')).toBe('Ada King_QR_Code.png');
    expect(passFileName('My work card')).toBe('My-work-card-businesscard.pkpass');
    expect(contactsFileName(new Date('2026-05-13T23:59:59Z'))).toBe('Goldleaf_Contacts_2026-05-13.csv');
    expect(analyticsFileName(new Date('2026-05-13T00:00:00Z'))).toBe('Goldleaf_Analytics_2026-05-13.json');
  });

  it.each([
    ['../../etc/passwd', 'etcpasswd.vcf'],
    ['a\u0000b\r\nc', 'abc.vcf'],
    ['...', 'card.vcf'],
    ['<script>"|?*', 'script.vcf'],
    ['', 'card.vcf'],
  ])('never leads anywhere: %j is %s', (fullName, name) => {
    expect(vcardFileName(fullName)).toBe(name);
  });

  it.each([0, 1, 2, 119])('of a long name is cut between two letters, %i after its beginning', (at) => {
    const name = vcardFileName('x'.repeat(at) + '😀'.repeat(100));
    expect(name.length).toBeLessThanOrEqual(124);
    expect(contentDisposition(name)).toContain('filename*=UTF-8');
  });
});

describe('The header that carries it', () => {
  it.each([
    ['Łukasz_Nowak.vcf', 'attachment; filename="_ukasz_Nowak.vcf"; filename*=UTF-8\'\'%C5%81ukasz_Nowak.vcf'],
    ['Zoë.vcf', 'attachment; filename="Zoe.vcf"; filename*=UTF-8\'\'Zo%C3%AB.vcf'],
    ["O'Hara (1).vcf", "attachment; filename=\"O'Hara (1).vcf\"; filename*=UTF-8''O%27Hara%20%281%29.vcf"],
    ['a"b\\c%41.vcf', 'attachment; filename="a_b_c_41.vcf"; filename*=UTF-8\'\'a%22b%5Cc%2541.vcf'],
  ])('of %s has an ASCII fallback and the name itself', (name, header) => {
    expect(contentDisposition(name)).toBe(header);
  });
});
