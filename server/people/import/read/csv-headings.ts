/**
 * What the headings of address books mean: of Google, Outlook, HubSpot and LinkedIn by their formats, of any other
 * program by the words for it in English, German, French, Spanish, Italian and Portuguese.
 */

import type { DateOrder, ImportTarget } from '#shared/people/import.ts';

export interface GuessedColumn {
  target: ImportTarget;
  /** What a mail address or number is called: "work", "home". */
  label: string;
  /** Columns of one group belong together: the parts of an address, a value and its label. */
  group: string;
}

/** A column with what the owner, or our guess, says about it. */
export interface MappedColumn extends GuessedColumn {
  heading: string;
  /** Of its dates, for those that can be read in two ways. */
  dateOrder: DateOrder | null;
}

/** What a mail address, a number or an address may be for. */
const QUALIFYING: Record<string, string> = {
  work: 'work business office geschaeftlich geschaftlich dienstlich firma buro buero arbeit professionnel professionnelle pro travail bureau trabajo oficina laboral lavoro ufficio trabalho comercial escritorio profissional',
  home: 'home personal private privat private prive personnel personnelle domicile particular casa personale pessoal residencial',
  mobile:
    'mobile cell cellular handy mobil mobiltelefon mobilnummer iphone portable movil celular cellulare telemovel smartphone',
  fax: 'fax telefax telecopie telecopieur',
  pager: 'pager',
  other:
    'other andere weitere weiterer weiteres sonstige autre otro otra altro altra outro outra secondary sekundar secondaire secundario',
  main: 'main primary haupt zentrale principal principale principali preferred',
};
const QUALIFIERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(QUALIFYING).flatMap(([label, words]) => words.split(' ').map((word) => [word, label])),
);

/** What words say a value is for: "work", "mobile". */
export const qualifiersOf = (words: readonly string[]): string[] =>
  words.flatMap((word) => (Object.hasOwn(QUALIFIERS, word) ? (QUALIFIERS[word] ?? []) : []));

const PHRASES: Partial<Record<ImportTarget, string>> = {
  fullName:
    'name|full name|display name|contact name|contact|person|people|file as|vollstandiger name|kontakt|kontaktname|anzeigename|ansprechpartner|nom complet|nom et prenom|nombre completo|nombre y apellidos|nome completo|nome e cognome|contatto|contacto|nominativo',
  namePrefix:
    'name prefix|prefix|salutation|honorific|honorific prefix|anrede|titel|akademischer titel|civilite|titre de civilite|tratamiento|titolo|tratamento|courtesy title',
  givenName:
    'first name|given name|firstname|givenname|forename|fname|first|vorname|rufname|prenom|nombre de pila|primer nombre|nome proprio|primeiro nome',
  additionalName:
    'middle name|additional name|middlename|second name|zweiter vorname|weitere vornamen|deuxieme prenom|segundo nombre|secondo nome|segundo nome|nome do meio',
  familyName:
    'last name|family name|surname|lastname|familyname|lname|last|nachname|familienname|zuname|nom de famille|apellidos|apellido|primer apellido|cognome|sobrenome|apelido|ultimo nome',
  nameSuffix: 'name suffix|suffix|namenszusatz|suffixe|sufijo|suffisso|sufixo|generational suffix',
  phoneticGivenName: 'phonetic first name|phonetic given name|given name yomi|first name yomi',
  phoneticFamilyName: 'phonetic last name|phonetic family name|family name yomi|last name yomi|surname yomi',
  nickname: 'nickname|nick|nick name|spitzname|surnom|pseudo|apodo|alias|soprannome|apelido informal|alcunha',
  company:
    'company|company name|organization|organisation|organization name|organisation name|employer|business name|account name|associated company|associated company primary|org|firma|firmenname|unternehmen|organisationsname|arbeitgeber|societe|entreprise|nom de la societe|nom de l entreprise|empresa|compania|nombre de la empresa|organizacion|azienda|societa|ditta|nome azienda|ragione sociale|organizzazione|nome da empresa|companhia|organizacao',
  department:
    'department|organization department|dept|division|abteilung|bereich|departement|service|departamento|reparto|dipartimento|setor',
  jobTitle:
    'job title|jobtitle|position|occupation|organization title|role|job|job position|title role|designation|berufsbezeichnung|stelle|funktion|jobbezeichnung|beruf|rolle|poste|fonction|intitule du poste|intitule de poste|titre du poste|metier|cargo|puesto|puesto de trabajo|posicion|profesion|posizione|qualifica|ruolo|mansione|titolo professionale|funcao|profissao|titulo do cargo',
  email:
    'email|e mail|email address|e mail address|mail|email addresses|emails|e mail value|email value|e mailadresse|e mail adresse|mailadresse|emailadresse|adresse mail|adresse email|adresse e mail|adresse electronique|courriel|correo|correo electronico|direccion de correo|direccion de correo electronico|direccion de email|posta elettronica|indirizzo email|indirizzo e mail|indirizzo di posta elettronica|endereco de email|endereco de e mail|correio eletronico',
  phone:
    'phone|phone number|telephone|telephone number|tel|phone numbers|phones|number|phone value|contact number|company phone|telefon|telefonnummer|rufnummer|nummer|tel nr|telefono|numero de telephone|numero|numero de telefono|numero di telefono|telefone|numero de telefone|haupttelefon',
  website:
    'company url|company website|website|web site|web page|url|homepage|web|website url|website value|web address|webseite|internetseite|internetadresse|site web|site internet|page web|sitio web|pagina web|sito|sito web|pagina de internet|site|link|profile link|card link|card url',
  linkedin:
    'linked in url|linked in profile|linked in profile url|linkedin|linkedin url|linkedin profile|linkedin profile url|linked in|linkedin bio|linkedin profil',
  twitter: 'twitter|twitter username|twitter handle|twitter url|x twitter|x handle',
  instagram: 'instagram|instagram url|instagram handle',
  facebook: 'facebook|facebook url|facebook profile',
  street:
    'street|street address|address street|address line|address line one|street line|strasse|strasse und hausnummer|str|anschrift|rue|calle|via|rua|logradouro|numero et rue|direccion calle|indirizzo via',
  extra:
    'extended address|address extended address|street two|apartment|suite|unit|address line two|adresszusatz|complement|complemento',
  poBox:
    'po box|address po box|p o box|postfach|boite postale|apartado|apartado postal|casella postale|caixa postal',
  city: 'city|town|address city|locality|ort|stadt|wohnort|ville|commune|ciudad|poblacion|localidad|citta|comune|localita|cidade',
  region:
    'state|region|province|county|address region|state region|state province|address state|bundesland|kanton|bundesland kanton|etat|departement region|provincia|estado|comunidad autonoma|regione|distrito',
  postalCode:
    'postal code|zip|zip code|postcode|zip postal code|address postal code|address zip|plz|postleitzahl|code postal|codigo postal|cap|codice postale|codice di avviamento postale|cep|cp',
  country:
    'country|country region|address country|land|land region|pays|pais|paese|nazione|stato|country code',
  address:
    'address|full address|address formatted|location|mailing address|postal address|address value|adresse|standort|adresse complete|direccion|ubicacion|direccion completa|indirizzo|indirizzo completo|endereco|endereco completo|morada',
  birthday:
    'birthday|birth date|date of birth|dob|birthdate|geburtstag|geburtsdatum|anniversaire|date de naissance|cumpleanos|fecha de nacimiento|compleanno|data di nascita|aniversario natalicio|data de nascimento|data de aniversario',
  anniversary: 'anniversary|wedding anniversary|jahrestag|hochzeitstag|aniversario|anniversario',
  notes:
    'notes|note|comments|comment|message|description|remarks|notizen|notiz|anmerkungen|anmerkung|bemerkung|bemerkungen|kommentar|nachricht|remarques|remarque|commentaire|commentaires|notas|nota|comentarios|comentario|observaciones|mensaje|annotazioni|commenti|commento|messaggio|osservazioni|observacoes|mensagem|anotacoes',
  tags: 'tags|tag|labels|categories|category|group|groups|group membership|lists|keywords|kategorien|kategorie|gruppe|gruppen|schlagworte|schlagworter|etiquettes|categories de contact|groupe|groupes|etiquetas|etiqueta|categorias|categoria|grupo|grupos|etichette|etichetta|categorie|gruppo|gruppi|marcadores',
  metAt:
    'connected on|date met|met on|connected|connection date|date connected|date added|added on|create time|created time|creation time|create date|created at|created|creation date|date created|captured at|scanned at|scan date|date scanned|exchange date|date|verbunden am|getroffen am|erstellt am|hinzugefugt am|date d ajout|cree le|fecha de conexion|fecha de creacion|data di creazione|data de criacao|submitted at|submission date|timestamp',
  metPlace:
    'met at|where met|met place|where we met|place|meeting place|capture location|scan location|getroffen in|treffpunkt|lieu de rencontre|lugar de encuentro|luogo d incontro|local do encontro',
  metEvent: 'event|event name|met event|campaign|veranstaltung|messe|evenement|salon|evento|fiera|feira',
};

/** Numbers with a heading of their own, mostly Outlook's, and what they are called. */
const NUMBERS: Record<string, string> = {
  'company main phone': 'company',
  'assistant s phone': 'assistant',
  'telefon assistent': 'assistant',
  'car phone': 'car',
  autotelefon: 'car',
  'radio phone': 'radio',
  callback: 'callback',
  ruckmeldung: 'callback',
  isdn: 'isdn',
  telex: 'telex',
  'tty tdd phone': 'tty',
  'telefon fur horbehinderte': 'tty',
  'whatsapp number': 'whatsapp',
};

const TARGET_OF = new Map(
  Object.entries(PHRASES).flatMap(([target, phrases]) =>
    phrases.split('|').map((phrase): [string, ImportTarget] => [phrase, target as ImportTarget]),
  ),
);

/** Headings in words: no case, accents or signs; `firstName`, `first_name` and `Email1` are two words. */
export const foldHeading = (heading: string): string =>
  heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/(\p{L}{2})(\d{1,2})(?![\p{L}\d])/gu, '$1 $2')
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    // German Outlook: "Weitere/r/s Bundesland/Kanton", "Weiteres/e Land/Region".
    .replace(/\b(weitere[rs]?)(?: [a-z])+(?= )/, '$1')
    .trim();

export const LEFT_OUT: GuessedColumn = { target: 'other', label: '', group: '' };
/** What programs write about their own record. */
const IDLE =
  /^(?:record id|id|contact id|uid|uuid|photo|profile image|picture|image|avatar|e mail type|e mail display name|email display name|phonetic middle name|additional name yomi|name yomi|initials|type|source|privacy?|private|priority|sensitivity|gender|mileage|subject|directory server|internet free busy|billing information|lifecycle stage|lead status|contact owner|last modified date|last activity date)$/;

/** What one heading says by itself. */
export function guessHeading(heading: string): GuessedColumn {
  const folded = foldHeading(heading);
  const words = folded.split(' ');
  const digits = words.find((word) => /^\d{1,2}$/.test(word)) ?? '';
  const kept = words.filter((word) => !/^\d{1,2}$/.test(word));
  const whole = kept.join(' ');
  const numbered = /^(.*?) (?:type|label)$/.exec(whole);
  if (digits && numbered) return { target: 'label', label: '', group: `${numbered[1]} ${digits}` };
  if (digits && /^(?:custom field|relation|event|im|instant message) value$/.test(whole)) {
    return { ...LEFT_OUT, group: `${whole.replace(/ value$/, '')} ${digits}` };
  }
  const group = digits
    ? `${whole.replace(/ (?:value|formatted|street|city|po box|region|postal code|country|extended address|country code)$/, '')} ${digits}`
    : '';
  const known = TARGET_OF.get(whole);
  if (known) return { target: known, label: '', group: isPart(known) && !group ? '' : group };
  const number = Object.hasOwn(NUMBERS, whole) ? NUMBERS[whole] : undefined;
  if (number) return { target: 'phone', label: number, group };
  if (IDLE.test(whole)) return LEFT_OUT;
  const labels = qualifiersOf(kept);
  const rest = kept.filter((word) => !Object.hasOwn(QUALIFIERS, word)).join(' ');
  const label = [...new Set(labels.filter((one) => one !== 'main'))].join(' ');
  if (labels.length === 0) return LEFT_OUT;
  if (rest === '') return /mobile|fax|pager/.test(label) ? { target: 'phone', label, group } : LEFT_OUT;
  const target = TARGET_OF.get(rest);
  if (!target || !TAKES_LABEL.has(target)) return LEFT_OUT;
  return { target, label, group: isPart(target) ? `${label} ${digits}`.trim() : group };
}

const PARTS = new Set<ImportTarget>([
  'street',
  'extra',
  'poBox',
  'city',
  'region',
  'postalCode',
  'country',
  'address',
]);
export const isPart = (target: ImportTarget): boolean => PARTS.has(target);
const TAKES_LABEL = new Set<ImportTarget>(['email', 'phone', 'website', ...PARTS]);

/** True if a row looks like headings: two of its cells mean something, or one of few, and none is an address. */
export function countKnownHeadings(cells: readonly string[]): number {
  if (cells.some((cell) => cell.includes('@') || /^\+?\d[\d\s()./-]{5,}$/.test(cell.trim()))) return 0;
  return cells.filter((cell) => cell.trim() !== '' && guessHeading(cell).target !== 'other').length;
}
