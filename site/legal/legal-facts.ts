/** The facts in the legal pages. */

export interface LegalFacts {
  /** Where this server is reached. */
  origin: string;
  seller: {
    name: string;
    /** Lines of the postal address. */
    address: string[];
    email: string;
    taxId?: string | undefined;
    country?: string | undefined;
  };
  /** The price of a card with its tax, like "$5 a month plus tax". */
  price: string;
  /** The stored data, with purpose and period. */
  kept: { what: string; why: string; until: string }[];
  /** Others who process personal data for the seller. */
  processors: { name: string; what: string; url?: string }[];
  links: { imprintUrl: string; termsUrl: string; privacyUrl: string };
  /** Settings that are still missing, so that only administrators see the page. */
  missing: string[];
}
