import { CARD_LABEL, SCAN_LABEL } from '#server/sharing/wallet/apple-pass.ts';

/**
 * The labels of a pass in the languages that it speaks: `pass.strings` of Apple's format, whose keys are the English
 * words. Phones in any other language show those. Names of networks are the same everywhere.
 */

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt'] as const;
type Language = (typeof LANGUAGES)[number];
type Other = Exclude<Language, 'en'>;

const of = (de: string, fr: string, es: string, it: string, pt: string): Record<Other, string> => ({
  de,
  fr,
  es,
  it,
  pt,
});

export const PASS_LABELS: Record<string, Record<Other, string>> = {
  Pronouns: of('Pronomen', 'Pronoms', 'Pronombres', 'Pronomi', 'Pronomes'),
  'Job Title': of('Position', 'Poste', 'Cargo', 'Ruolo', 'Cargo'),
  Company: of('Firma', 'Entreprise', 'Empresa', 'Azienda', 'Empresa'),
  Department: of('Abteilung', 'Service', 'Departamento', 'Reparto', 'Departamento'),
  Tagline: of('Motto', 'Slogan', 'Lema', 'Motto', 'Lema'),
  Phone: of('Telefon', 'Téléphone', 'Teléfono', 'Telefono', 'Telefone'),
  'Second phone': of(
    'Weiteres Telefon',
    'Autre téléphone',
    'Otro teléfono',
    'Altro telefono',
    'Outro telefone',
  ),
  'Work phone': of(
    'Telefon (Arbeit)',
    'Téléphone (travail)',
    'Teléfono (trabajo)',
    'Telefono (lavoro)',
    'Telefone (trabalho)',
  ),
  Email: of('E-Mail', 'E-mail', 'Correo electrónico', 'E-mail', 'E-mail'),
  'Second email': of('Weitere E-Mail', 'Autre e-mail', 'Otro correo', 'Altra e-mail', 'Outro e-mail'),
  'Work email': of(
    'E-Mail (Arbeit)',
    'E-mail (travail)',
    'Correo (trabajo)',
    'E-mail (lavoro)',
    'E-mail (trabalho)',
  ),
  Website: of('Website', 'Site web', 'Sitio web', 'Sito web', 'Site'),
  Portfolio: of('Portfolio', 'Portfolio', 'Portafolio', 'Portfolio', 'Portfólio'),
  'Book a meeting': of(
    'Termin buchen',
    'Prendre rendez-vous',
    'Reservar una cita',
    'Prenota un incontro',
    'Marcar uma reunião',
  ),
  'Video call': of('Videoanruf', 'Appel vidéo', 'Videollamada', 'Videochiamata', 'Videochamada'),
  Location: of('Ort', 'Lieu', 'Ubicación', 'Luogo', 'Local'),
  Address: of('Adresse', 'Adresse', 'Dirección', 'Indirizzo', 'Endereço'),
  About: of('Über mich', 'À propos', 'Sobre mí', 'Chi sono', 'Sobre mim'),
  [CARD_LABEL]: of('Karte', 'Carte', 'Tarjeta', 'Biglietto', 'Cartão'),
  [SCAN_LABEL]: of(
    'Scannen, um diese Karte zu öffnen',
    'Scannez pour ouvrir cette carte',
    'Escanea para abrir esta tarjeta',
    'Scansiona per aprire questo biglietto',
    'Leia o código para abrir este cartão',
  ),
};

const quoteText = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

const stringsOf = (language: Language): string =>
  Object.entries(PASS_LABELS)
    .map(([english, others]) => {
      const text = language === 'en' ? english : others[language];
      return `${quoteText(english)} = ${quoteText(text)};\n`;
    })
    .join('');

/** The files by name, such as `de.lproj/pass.strings`. */
export const labelFiles = (): Record<string, Buffer> =>
  Object.fromEntries(
    LANGUAGES.map((language) => [`${language}.lproj/pass.strings`, Buffer.from(stringsOf(language))]),
  );
