import type { FieldWords, SocialKind } from '#shared/contract/field-kinds.ts';
import type { VcardPlace } from '#shared/formats/vcard.ts';

/** The facts that the record table states about each field of a contact, and its kinds beyond those of forms. */

/** A day as `1985-04-12`, or as `--04-12` if the year is unknown (RFC 6350, section 4.3.1). */
export type DayKind = { kind: 'day' };
/** A moment; without one, that at which the contact was made. */
export type MomentKind = { kind: 'moment' };
/** The owner's name for the value of another field, like "Work". */
export type LabelKind = { kind: 'label'; of: 'email' | 'phone' | 'website' };
/** More values of another field, each with a label. */
export type FurtherKind = { kind: 'further'; of: 'email' | 'phone' | 'website'; max: number };
export type AddressesKind = { kind: 'addresses'; max: number };
/** Names of the owner's tags. */
export type TagsKind = { kind: 'tags'; max: number };
/** Properties of imported files that no field stands for. */
export type PropertiesKind = { kind: 'properties'; max: number };

export type DetailKind =
  | { kind: 'line'; max?: number }
  | SocialKind
  | DayKind
  | MomentKind
  | LabelKind
  | FurtherKind
  | AddressesKind
  | TagsKind
  | PropertiesKind;

/** The groups in which an import offers the fields. */
export const IMPORT_GROUPS = ['Name', 'Reach', 'Work', 'Address', 'More'] as const;

/** The places of a field beside forms and columns. */
export interface RecordPlaces {
  /** Its property in contact files. */
  vcard?: VcardPlace;
  /** Other properties that programs write it as, and that an import reads. */
  vcardAlso?: readonly string[];
  /** Its heading in our CSV files; its label if left out. */
  csvHeading?: string;
  /**
   * Its headings in the CSV files of other programs, folded and separated by bars, in English, German, French, Spanish,
   * Italian and Portuguese. The build leaves them out of the app.
   */
  headings?: string;
  /** The group in which an import offers it for a column; if left out, no column can be it. */
  importGroup?: (typeof IMPORT_GROUPS)[number];
  /** Its name there, if not its label. */
  importLabel?: string;
  /** The field with which a merge takes it, since only both together make sense. */
  mergesWith?: string;
  /** Part of a contact in a list, and of a lead. */
  isListed?: true;
  /** Shown among the details of a contact, and not in its head. */
  isShown?: true;
}

export type DetailField = DetailKind & FieldWords & RecordPlaces;

/** A way to reach somebody, with what the owner calls it. */
export interface Labeled {
  value: string;
  label: string;
}
/** With its E.164 form, if it could be parsed. */
export type LabeledPhone = Labeled & { e164: string | null };

/** A property of a contact file that no field stands for, its value unescaped. */
export interface OtherProperty {
  name: string;
  parameters: Record<string, string[]>;
  value: string;
}

/**
 * The parts of a postal address, in the order in which they are typed; `component` is the place in vCard's ADR (RFC
 * 6350, section 6.3.1). Each may be empty.
 */
export const ADDRESS_PARTS = {
  street: {
    component: 2,
    label: 'Street',
    /** It may have several lines. */
    isLong: true,
    headings:
      'street|street address|address street|address line|address line one|street line|strasse|strasse und hausnummer|str|anschrift|rue|calle|via|rua|logradouro|numero et rue|direccion calle|indirizzo via',
  },
  extra: {
    component: 1,
    label: 'Apartment, floor',
    headings:
      'extended address|address extended address|street two|apartment|suite|unit|address line two|adresszusatz|complement|complemento',
  },
  poBox: {
    component: 0,
    label: 'PO box',
    headings:
      'po box|address po box|p o box|postfach|boite postale|apartado|apartado postal|casella postale|caixa postal',
  },
  postalCode: {
    component: 5,
    label: 'Postal code',
    headings:
      'postal code|zip|zip code|postcode|zip postal code|address postal code|address zip|plz|postleitzahl|code postal|codigo postal|cap|codice postale|codice di avviamento postale|cep|cp',
  },
  city: {
    component: 3,
    label: 'City',
    headings:
      'city|town|address city|locality|ort|stadt|wohnort|ville|commune|ciudad|poblacion|localidad|citta|comune|localita|cidade',
  },
  region: {
    component: 4,
    label: 'State or region',
    headings:
      'state|region|province|county|address region|state region|state province|address state|bundesland|kanton|bundesland kanton|etat|departement region|provincia|estado|comunidad autonoma|regione|distrito',
  },
  country: {
    component: 6,
    label: 'Country',
    headings:
      'country|country region|address country|land|land region|pays|pais|paese|nazione|stato|country code',
  },
} as const satisfies Record<string, { component: number; label: string; isLong?: true; headings: string }>;
export type AddressComponent = keyof typeof ADDRESS_PARTS;
export type PostalAddress = Record<AddressComponent, string> & { label: string };

/** In the order of vCard's ADR. */
export const ADDRESS_PART_NAMES = (Object.keys(ADDRESS_PARTS) as AddressComponent[]).sort(
  (one, other) => ADDRESS_PARTS[one].component - ADDRESS_PARTS[other].component,
);

/** The value of a field as endpoints return it. */
export type DetailValue<Field> = Field extends { kind: 'further'; of: 'phone' }
  ? LabeledPhone[]
  : Field extends { kind: 'further' }
    ? Labeled[]
    : Field extends { kind: 'addresses' }
      ? PostalAddress[]
      : Field extends { kind: 'properties' }
        ? OtherProperty[]
        : Field extends { kind: 'tags' }
          ? string[]
          : Field extends { kind: 'social' }
            ? Record<string, string>
            : string | null;
