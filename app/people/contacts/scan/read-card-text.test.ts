import { describe, expect, it } from 'vitest';
import { readCardText, type ScannedCard } from './read-card-text.ts';

/** Cards as recognition gives them, and what is offered. Only what is named is compared. */
interface Case extends Partial<Omit<ScannedCard, 'otherPhones'>> {
  text: string;
  otherPhones?: string[];
}

const cases: Record<string, Case> = {
  'a German baker': {
    text: 'Jürgen Weiß\n\nGeschäftsführer\nBäckerei Müller GmbH\n\nTel. +49 89 1234567\nMobil +49 171 2345678\nj.weiss@baeckerei-mueller.de\nwww.baeckerei-mueller.de\nSendlinger Str. 12, 80331 München',
    fullName: 'Jürgen Weiß',
    jobTitle: 'Geschäftsführer',
    company: 'Bäckerei Müller GmbH',
    email: 'j.weiss@baeckerei-mueller.de',
    phone: '+49 171 2345678',
    otherPhones: ['work +49 89 1234567'],
    website: 'www.baeckerei-mueller.de',
    address: 'Sendlinger Str. 12, 80331 München',
    otherLines: [],
  },
  'a German lawyer with a fax, a tax number and the company first': {
    text: '| KANZLEI BRANDT & PARTNER mbB\nDr. iur. Katharina von Hohenfels\nRechtsanwältin, Fachanwältin für Arbeitsrecht\nNeuer Wall 50\nD-20354 Hamburg\nTelefon: 040 / 36 80 99-0\nTelefax: 040 / 36 80 99-10\nE-Mail: hohenfels @ brandt-partner.de\nwwvv.brandt-partner,de\nUSt-IdNr. DE123456789',
    fullName: 'Dr. iur. Katharina von Hohenfels',
    company: 'KANZLEI BRANDT & PARTNER mbB',
    jobTitle: 'Rechtsanwältin, Fachanwältin für Arbeitsrecht',
    email: 'hohenfels@brandt-partner.de',
    phone: '040/36 80 99-0',
    otherPhones: ['fax 040/36 80 99-10'],
    website: 'www.brandt-partner.de',
    address: 'Neuer Wall 50, D-20354 Hamburg',
    otherLines: ['USt-IdNr. DE123456789'],
  },
  'an American executive in capitals': {
    text: "NORTHWIND TRADERS, INC.\nSARAH O'CONNOR\nVice President, Business Development\n1200 Harbor Blvd, Suite 400\nSan Francisco, CA 94105-1234\nO: (415) 555-0142  C: (415) 555-0199\nsarah.oconnor@northwindtraders. com\nnorthwindtraders.com",
    fullName: "Sarah O'Connor",
    company: 'NORTHWIND TRADERS, INC.',
    jobTitle: 'Vice President, Business Development',
    email: 'sarah.oconnor@northwindtraders.com',
    phone: '(415) 555-0199',
    otherPhones: ['work (415) 555-0142'],
    website: 'northwindtraders.com',
    address: '1200 Harbor Blvd, Suite 400, San Francisco, CA 94105-1234',
  },
  'a British card with a name and a job on one line': {
    text: 'Harriet Pemberton-Lyle, Head of Marketing\nAlder & Finch Ltd\n14 Clerkenwell Green\nLondon EC1R 0DP\nT +44 (0)20 7946 0018\nM +44 7700 900123\nharriet@alderfinch.co.uk\nhttps://www.alderfinch.co.uk/',
    fullName: 'Harriet Pemberton-Lyle',
    jobTitle: 'Head of Marketing',
    company: 'Alder & Finch Ltd',
    email: 'harriet@alderfinch.co.uk',
    phone: '+44 7700 900123',
    website: 'https://www.alderfinch.co.uk',
    address: '14 Clerkenwell Green, London EC1R 0DP',
  },
  'a French architect': {
    text: 'Atelier Lefèvre SARL\nÉlodie Lefèvre\nArchitecte DPLG\n12, rue des Martyrs\n75009 PARIS\nTél. : 01 42 68 53 00\nPort. : 06 12 34 56 78\nCourriel : elodie @ atelier-lefevre . fr\nwww,atelier-lefevre.fr\nSIRET 123 456 789 00012',
    fullName: 'Élodie Lefèvre',
    company: 'Atelier Lefèvre SARL',
    jobTitle: 'Architecte DPLG',
    email: 'elodie@atelier-lefevre.fr',
    phone: '06 12 34 56 78',
    otherPhones: ['work 01 42 68 53 00'],
    website: 'www.atelier-lefevre.fr',
    address: '12, rue des Martyrs, 75009 PARIS',
  },
  'a Spanish engineer': {
    text: 'María José Hernández Gil\nIngeniera de Proyectos\nConstrucciones Ibéricas, S.A.\nC/ Alcalá, 145, 3º B\n28009 Madrid, España\nMóvil: +34 612 345 678\nTel.: +34 91 234 56 78\nmjhernandez@construccionesibericas.es',
    fullName: 'María José Hernández Gil',
    jobTitle: 'Ingeniera de Proyectos',
    company: 'Construcciones Ibéricas, S.A.',
    phone: '+34 612 345 678',
    email: 'mjhernandez@construccionesibericas.es',
    address: 'C/ Alcalá, 145, 3º B, 28009 Madrid, España',
  },
  'an Italian accountant': {
    text: 'Studio Bianchi & Associati\nDott. Marco Bianchi\nCommercialista\nVia Garibaldi 27\n20121 Milano (MI)\nTel. 02 8646 1234 - Fax 02 8646 1235\nCell. 333 1234567\nm.bianchi(at)studiobianchi.it\nP.IVA 01234567890',
    fullName: 'Dott. Marco Bianchi',
    jobTitle: 'Commercialista',
    company: 'Studio Bianchi & Associati',
    phone: '333 1234567',
    otherPhones: ['work 02 8646 1234', 'fax 02 8646 1235'],
    email: 'm.bianchi@studiobianchi.it',
    address: 'Via Garibaldi 27, 20121 Milano (MI)',
  },
  'a Portuguese director': {
    text: 'JOÃO PEDRO FERREIRA\nDiretor Comercial\nLusitânia Têxteis, Lda.\nRua Augusta, 100 2.º\n1100-053 Lisboa\nTelemóvel: 912 345 678\nTel: 213 456 789\njoao.ferreira@lusitaniatexteis.pt\nwww.lusitaniatexteis.pt',
    fullName: 'João Pedro Ferreira',
    jobTitle: 'Diretor Comercial',
    company: 'Lusitânia Têxteis, Lda.',
    phone: '912 345 678',
    otherPhones: ['work 213 456 789'],
    email: 'joao.ferreira@lusitaniatexteis.pt',
    address: 'Rua Augusta, 100 2.º, 1100-053 Lisboa',
  },
  'a Brazilian lawyer': {
    text: 'Ana Beatriz Souza\nAdvogada\nSouza Advogados Associados\nAv. Paulista, 1000 - cj. 42\n01310-100 São Paulo - SP\nCel.: (11) 98765-4321\nanabeatriz@souzaadv.com.br',
    fullName: 'Ana Beatriz Souza',
    jobTitle: 'Advogada',
    company: 'Souza Advogados Associados',
    phone: '(11) 98765-4321',
    email: 'anabeatriz@souzaadv.com.br',
  },
  'a Swiss card without labels': {
    text: 'Rütli Consulting AG\nReto Zgraggen\nPartner\nBahnhofstrasse 10, 8001 Zürich\n+41 44 123 45 67\nreto.zgraggen@ruetli.ch',
    fullName: 'Reto Zgraggen',
    company: 'Rütli Consulting AG',
    jobTitle: 'Partner',
    phone: '+41 44 123 45 67',
    address: 'Bahnhofstrasse 10, 8001 Zürich',
  },
  'a card whose name only the mail address gives away': {
    text: '~~ ..\nGolden Leaf Studios\nemma.larsson@goldenleaf.se\n+46 70 123 45 67',
    fullName: 'Emma Larsson',
    company: 'Golden Leaf Studios',
    email: 'emma.larsson@goldenleaf.se',
  },
  'a person whose company is called like a person': {
    text: 'Max Mustermann\nClaudia Berger\nAssistentin der Geschäftsleitung\nc.berger@max-mustermann.de',
    fullName: 'Claudia Berger',
    company: 'Max Mustermann',
    email: 'c.berger@max-mustermann.de',
  },
  'labels in a column of their own': {
    text: 'Li Wei\nSoftware Engineer\nMobile\n+1 206 555 0188\nEmail\nli.wei@contoso.com',
    fullName: 'Li Wei',
    jobTitle: 'Software Engineer',
    phone: '+1 206 555 0188',
    email: 'li.wei@contoso.com',
    otherLines: [],
  },
  'a company in capitals, and an extension': {
    text: 'ACME\nJohn Miller\nRegional Vice President\n+1 415 555 0100 ext. 23\njohnm@gmail.com',
    fullName: 'John Miller',
    company: 'ACME',
    jobTitle: 'Regional Vice President',
    phone: '+1 415 555 0100 ext. 23',
  },
  'a company whose initials are its domain': {
    text: "Pierre Dubois\nDirecteur commercial\nSociété Générale d'Électricité\n45 bis avenue Foch\n69006 Lyon\nTel (+33) 4 78 12 34 56\npdubois@sge.fr",
    fullName: 'Pierre Dubois',
    company: "Société Générale d'Électricité",
    phone: '(+33) 4 78 12 34 56',
    address: '45 bis avenue Foch, 69006 Lyon',
  },
  'an Austrian engineer with a degree in brackets': {
    text: 'Dipl.-Ing. (FH) Thomas Krüger\nProjektleiter\nKrüger Bau GmbH & Co. KG\nIndustriestraße 7a\nA-5020 Salzburg\nt.krueger@krueger-bau.at',
    fullName: 'Dipl.-Ing. (FH) Thomas Krüger',
    company: 'Krüger Bau GmbH & Co. KG',
    jobTitle: 'Projektleiter',
    address: 'Industriestraße 7a, A-5020 Salzburg',
  },
  'a doctor in capitals': {
    text: 'PROF. DR. MED. ANNA-LENA MEYER-SCHULZ\nChefärztin Kardiologie\nKlinikum am Park\nTelefon 089 4140-0\nanna-lena.meyer-schulz@klinikum.example',
    fullName: 'Prof. Dr. med. Anna-Lena Meyer-Schulz',
    company: 'Klinikum am Park',
    jobTitle: 'Chefärztin Kardiologie',
  },
  'three numbers on a line, and an address on another': {
    text: 'Robert Smith, PhD, CPA\nSmith Tax\nT: 030/1234567 F: 030/1234568 M: 0171/1234567\nHauptstr. 5 · 10115 Berlin · rs@smith-tax.de',
    fullName: 'Robert Smith, PhD, CPA',
    company: 'Smith Tax',
    phone: '0171/1234567',
    otherPhones: ['work 030/1234567', 'fax 030/1234568'],
    address: 'Hauptstr. 5, 10115 Berlin',
  },
  'a Brazilian address, and a handle below the mail address': {
    text: 'Carlos Eduardo Lima\nGerente de Vendas\nTecnoBrasil Ltda\nR. das Flores, 123\n80010-000 Curitiba - PR\ncarlos.lima@tecnobrasil.com.br\n@tecnobrasil',
    email: 'carlos.lima@tecnobrasil.com.br',
    address: 'R. das Flores, 123, 80010-000 Curitiba - PR',
  },
  'a street and a town on one line': {
    text: 'Giulia Rossi\nVinitaly S.r.l.\nVia Roma, 1 - 37121 Verona\ngiulia.rossi@vinitaly.it',
    fullName: 'Giulia Rossi',
    company: 'Vinitaly S.r.l.',
    address: 'Via Roma, 1, 37121 Verona',
  },
  'no card at all': { text: '\n~~\n|\n', fullName: '', email: '', phone: '', company: '', otherLines: [] },
};

describe('reads a card:', () => {
  it.each(Object.entries(cases))('%s', (_, { text, otherPhones, ...wanted }) => {
    const read = readCardText(text);
    const compared = Object.fromEntries(
      Object.keys(wanted).map((name) => [name, read[name as keyof ScannedCard]]),
    );
    expect(compared).toEqual(wanted);
    if (otherPhones)
      expect(read.otherPhones.map(({ kind, value }) => `${kind} ${value}`)).toEqual(otherPhones);
  });
});

it('reads at most a page, however its characters repeat', { tags: ['thorough'] }, () => {
  for (const one of ['a.', '+4-', 'a-b_', 'www.', 'e mail ', 'A b ', '0/', '@']) {
    const { otherLines } = readCardText(`${one.repeat(400)}\n`.repeat(400));
    expect(otherLines.length).toBeLessThanOrEqual(120);
  }
});

it.each([
  ['anna.berg @ example.com', 'anna.berg@example.com'],
  ['anna.berg@ example .com', 'anna.berg@example.com'],
  ['anna . berg@example,com', 'anna.berg@example.com'],
  ['anna.berg(at)example.com', 'anna.berg@example.com'],
  ['anna.berg©example.com', 'anna.berg@example.com'],
  ['E-Mail: ANNA.BERG@EXAMPLE.COM', 'anna.berg@example.com'],
  ['E anna.berg@example.com', 'anna.berg@example.com'],
  ['anna.berg@example com', 'anna.berg@example.com'],
  ['anna.berg@example.corn', 'anna.berg@example.com'],
  ['anna.berg@example.c0m', 'anna.berg@example.com'],
  ['anna.berg@\nexample.com', 'anna.berg@example.com'],
  ['anna.berg\n@example.com', 'anna.berg@example.com'],
  ['anna.berg@example.\ncom', 'anna.berg@example.com'],
  ['anna.berg@example\n.com', 'anna.berg@example.com'],
  ['anna_berg-2@mail.example.co.uk', 'anna_berg-2@mail.example.co.uk'],
  ['Mobil 0171 2345678 | anna.berg@example.com', 'anna.berg@example.com'],
  ['ännä@exämple.de', 'anna@example.de'],
])('reads the mail address in %j', (text, email) => expect(readCardText(text).email).toBe(email));

it.each([
  ['www.example.com', 'www.example.com'],
  ['wwvv.example.com', 'www.example.com'],
  ['vvww.example.com', 'www.example.com'],
  ['www,example,com', 'www.example.com'],
  ['www. example .com', 'www.example.com'],
  ['WWW.EXAMPLE.COM', 'www.example.com'],
  ['Web: example.de', 'example.de'],
  ['https://example.com/team', 'https://example.com/team'],
  ['http:/ /www.example.com', 'http://www.example.com'],
  ['www.example.c0m', 'www.example.com'],
  ['linkedin.com/in/anna\nexample.io', 'example.io'],
])('reads the website in %j', (text, website) => expect(readCardText(text).website).toBe(website));

it.each([
  ['Mob. 0171-234 56 78', 'mobile 0171-234 56 78'],
  ['Handy: 0171 2345678', 'mobile 0171 2345678'],
  ['M +49 (0) 171 2345678', 'mobile +49 (0) 171 2345678'],
  ['Tel. +49 (0) 89 / 12 34-567', 'work +49 (0) 89/12 34-567'],
  ['Tél. fixe 01.42.68.53.00', 'work 01.42.68.53.00'],
  ['Cellulare +39 333 1234567', 'mobile +39 333 1234567'],
  ['Fax +1 (415) 555-0100', 'fax +1 (415) 555-0100'],
  ['Privat 030 1234567', 'home 030 1234567'],
  ['WhatsApp +55 11 98765-4321', 'mobile +55 11 98765-4321'],
  ['Tel. O89 l234567', 'work 089 1234567'],
  ['2019 - 2024', ''],
  ['HRB 1234567', ''],
  ['IBAN DE89 3704 0044 0532 0130 00', ''],
])('reads the number in %j', (text, wanted) => {
  const { phone, otherPhones } = readCardText(text);
  const all = [...otherPhones.map(({ kind, value }) => `${kind} ${value}`)];
  const first = phone ? `${wanted.split(' ')[0]} ${phone}` : (all[0] ?? '');
  expect(first).toBe(wanted);
});
