import type { LEAD_FIELDS } from '#shared/contract/constants.ts';
import { type FieldKind, type FieldTable, type FieldWords, namesOf } from '#shared/contract/field-kinds.ts';
import { NAME_PART_FIELDS } from '#shared/names/name-fields.ts';
import type { RecordPlaces } from './record-field.ts';

/**
 * The fields that a contact and a lead share, because visitors send them or a name is made of them. With the details
 * that only owners keep they form the record of a contact (`contact-record.ts`). Schemas, columns and statements, the
 * visitors' forms, lists and files are derived from it. No schema library here: visitors' pages import the labels.
 */

/** A field in a visitor's form. */
interface FormPlace {
  label: string;
  /** Shares its line with the next such field if there is room. */
  isHalf?: true;
  /** Required in the form, though not in the list; this is the error message. */
  needed?: string;
}

export type ContactField = FieldKind &
  FieldWords &
  RecordPlaces & {
    /** Part of the exchange form, in the order of the table; if left out, visitors are not asked for it. */
    form?: FormPlace;
    optionLabels?: Readonly<Record<string, string>>;
  };

const NAME_NEEDED = 'Name is required';
const EMAIL_NEEDED = 'Valid email is required';

export const CONTACT_FIELDS = {
  fullName: {
    kind: 'line',
    required: NAME_NEEDED,
    missing: NAME_NEEDED,
    label: 'Full name',
    autoComplete: 'name',
    form: { label: 'Full Name', needed: NAME_NEEDED },
    vcard: { 3: 'FN', 4: 'FN' },
    csvHeading: 'Name',
    headings:
      'name|full name|display name|contact name|contact|person|people|file as|vollstandiger name|kontakt|kontaktname|anzeigename|ansprechpartner|nom complet|nom et prenom|nombre completo|nombre y apellidos|nome completo|nome e cognome|contatto|contacto|nominativo',
    importGroup: 'Name',
  },
  email: {
    kind: 'mail',
    label: 'Email',
    autoComplete: 'email',
    form: { label: 'Email Address', needed: EMAIL_NEEDED },
    vcard: { 3: 'EMAIL', 4: 'EMAIL' },
    headings:
      'email|e mail|email address|e mail address|mail|email addresses|emails|e mail value|email value|e mailadresse|e mail adresse|mailadresse|emailadresse|adresse mail|adresse email|adresse e mail|adresse electronique|courriel|correo|correo electronico|direccion de correo|direccion de correo electronico|direccion de email|posta elettronica|indirizzo email|indirizzo e mail|indirizzo di posta elettronica|endereco de email|endereco de e mail|correio eletronico',
    importGroup: 'Reach',
  },
  phone: {
    kind: 'phone',
    label: 'Phone',
    autoComplete: 'tel',
    form: { label: 'Phone Number', isHalf: true },
    vcard: { 3: 'TEL', 4: 'TEL' },
    headings:
      'phone|phone number|telephone|telephone number|tel|phone numbers|phones|number|phone value|contact number|company phone|telefon|telefonnummer|rufnummer|nummer|tel nr|telefono|numero de telephone|numero|numero de telefono|numero di telefono|telefone|numero de telefone|haupttelefon',
    importGroup: 'Reach',
  },
  company: {
    kind: 'line',
    label: 'Company',
    autoComplete: 'organization',
    form: { label: 'Company', isHalf: true },
    vcard: { 3: 'ORG', 4: 'ORG', component: 0 },
    headings:
      'company|company name|organization|organisation|organization name|organisation name|employer|business name|account name|associated company|associated company primary|org|firma|firmenname|unternehmen|organisationsname|arbeitgeber|societe|entreprise|nom de la societe|nom de l entreprise|empresa|compania|nombre de la empresa|organizacion|azienda|societa|ditta|nome azienda|ragione sociale|organizzazione|nome da empresa|companhia|organizacao',
    importGroup: 'Work',
  },
  jobTitle: {
    kind: 'line',
    label: 'Job title',
    autoComplete: 'organization-title',
    form: { label: 'Job Title', isHalf: true },
    vcard: { 3: 'TITLE', 4: 'TITLE' },
    csvHeading: 'Job Title',
    headings:
      'job title|jobtitle|position|occupation|organization title|role|job|job position|title role|designation|berufsbezeichnung|stelle|funktion|jobbezeichnung|beruf|rolle|poste|fonction|intitule du poste|intitule de poste|titre du poste|metier|cargo|puesto|puesto de trabajo|posicion|profesion|posizione|qualifica|ruolo|mansione|titolo professionale|funcao|profissao|titulo do cargo',
    importGroup: 'Work',
  },
  website: {
    kind: 'link',
    label: 'Website',
    autoComplete: 'url',
    form: { label: 'Website', isHalf: true },
    vcard: { 3: 'URL', 4: 'URL' },
    headings:
      'company url|company website|website|web site|web page|url|homepage|web|website url|website value|web address|webseite|internetseite|internetadresse|site web|site internet|page web|sitio web|pagina web|sito|sito web|pagina de internet|site|link|profile link|card link|card url',
    importGroup: 'Reach',
  },
  notes: {
    kind: 'text',
    max: 2_000,
    label: 'Notes',
    form: { label: 'Message (optional)' },
    vcard: { 3: 'NOTE', 4: 'NOTE' },
    headings:
      'notes|note|comments|comment|message|description|remarks|notizen|notiz|anmerkungen|anmerkung|bemerkung|bemerkungen|kommentar|nachricht|remarques|remarque|commentaire|commentaires|notas|nota|comentarios|comentario|observaciones|mensaje|annotazioni|commenti|commento|messaggio|osservazioni|observacoes|mensagem|anotacoes',
    importGroup: 'More',
  },
  givenName: {
    ...NAME_PART_FIELDS.givenName,
    headings:
      'first name|given name|firstname|givenname|forename|fname|first|vorname|rufname|prenom|nombre de pila|primer nombre|nome proprio|primeiro nome',
    importGroup: 'Name',
    mergesWith: 'fullName',
  },
  familyName: {
    ...NAME_PART_FIELDS.familyName,
    headings:
      'last name|family name|surname|lastname|familyname|lname|last|nachname|familienname|zuname|nom de famille|apellidos|apellido|primer apellido|cognome|sobrenome|apelido|ultimo nome',
    importGroup: 'Name',
    mergesWith: 'fullName',
  },
  additionalName: {
    ...NAME_PART_FIELDS.additionalName,
    headings:
      'middle name|additional name|middlename|second name|zweiter vorname|weitere vornamen|deuxieme prenom|segundo nombre|secondo nome|segundo nome|nome do meio',
    importGroup: 'Name',
    mergesWith: 'fullName',
  },
  namePrefix: {
    ...NAME_PART_FIELDS.namePrefix,
    headings:
      'name prefix|prefix|salutation|honorific|honorific prefix|anrede|titel|akademischer titel|civilite|titre de civilite|tratamiento|titolo|tratamento|courtesy title',
    importGroup: 'Name',
    mergesWith: 'fullName',
  },
  nameSuffix: {
    ...NAME_PART_FIELDS.nameSuffix,
    headings: 'name suffix|suffix|namenszusatz|suffixe|sufijo|suffisso|sufixo|generational suffix',
    importGroup: 'Name',
    mergesWith: 'fullName',
  },
  phoneticGivenName: {
    ...NAME_PART_FIELDS.phoneticGivenName,
    headings: 'phonetic first name|phonetic given name|given name yomi|first name yomi',
    importGroup: 'Name',
    mergesWith: 'fullName',
  },
  phoneticFamilyName: {
    ...NAME_PART_FIELDS.phoneticFamilyName,
    headings: 'phonetic last name|phonetic family name|family name yomi|last name yomi|surname yomi',
    importGroup: 'Name',
    mergesWith: 'fullName',
  },
  nameOrder: {
    ...NAME_PART_FIELDS.nameOrder,
    mergesWith: 'fullName',
    vcard: { 3: 'X-GOLDLEAF-NAME-ORDER', 4: 'X-GOLDLEAF-NAME-ORDER' },
  },
} as const satisfies Readonly<Record<string, ContactField>>;
type ContactFields = typeof CONTACT_FIELDS;
export type ContactFieldName = keyof ContactFields;

export const CONTACT_FIELD_NAMES = Object.keys(CONTACT_FIELDS) as ContactFieldName[];
export const contactField = (name: ContactFieldName): ContactField => CONTACT_FIELDS[name];
/** How to reach a contact, shown in its row of a list. */
export const REACH_FIELD_NAMES = namesOf(CONTACT_FIELDS, 'mail', 'phone', 'link');

/** The fields that visitors send: an address to reply to is required. */
export const SENT_FIELDS = {
  ...CONTACT_FIELDS,
  email: { ...CONTACT_FIELDS.email, required: EMAIL_NEEDED },
} as const satisfies FieldTable;

export type LeadField = (typeof LEAD_FIELDS)[number];

/** The names of a lead's fields in its form, and the matching names in a contact. */
export const LEAD_FORM_FIELDS = {
  name: { ...SENT_FIELDS.fullName, label: 'Name', contact: 'fullName', column: 'leadName' },
  email: { ...SENT_FIELDS.email, label: 'Email', contact: 'email', column: 'leadEmail' },
  phone: { ...SENT_FIELDS.phone, label: 'Phone', contact: 'phone', column: 'leadPhone' },
  company: { ...SENT_FIELDS.company, label: 'Company', contact: 'company', column: 'leadCompany' },
  message: { ...SENT_FIELDS.notes, label: 'Message', contact: 'notes', column: 'leadMessage' },
} as const satisfies Record<LeadField, ContactField & { contact: ContactFieldName; column: `lead${string}` }>;
type LeadFormFields = typeof LEAD_FORM_FIELDS;

/** The fields of a lead as they are stored and returned: `leadName`, `leadEmail`, … */
export const LEAD_COLUMNS = Object.fromEntries(
  Object.values(LEAD_FORM_FIELDS).map((field) => [field.column, field]),
) as { [Name in LeadField as LeadFormFields[Name]['column']]: LeadFormFields[Name] };

/** The fields of a lead under their names in a contact. */
export type LeadAsContact = {
  [Name in LeadField as LeadFormFields[Name]['contact']]: Name extends 'name' | 'email'
    ? string
    : string | null;
};

export function leadAsContact(lead: { [Column in keyof typeof LEAD_COLUMNS]: string | null }): LeadAsContact {
  const entries = Object.values(LEAD_FORM_FIELDS).map((field) => [field.contact, lead[field.column]]);
  return Object.fromEntries(entries) as LeadAsContact;
}

type SentLead = { [Name in LeadField]?: string | null | undefined };

/** Likewise for what was entered in a lead form; `undefined` was not sent. */
export function leadFormAsContact<Sent extends SentLead>(sent: Sent) {
  const entries = Object.entries(LEAD_FORM_FIELDS).map(([name, field]) => [
    field.contact,
    sent[name as LeadField],
  ]);
  return Object.fromEntries(entries) as {
    [Name in LeadField as LeadFormFields[Name]['contact']]: Sent[Name];
  };
}
