import type { Plugin } from 'vite';

const TABLES =
  /\/shared\/(?:people\/(?:contact-fields|contact-record|record-field)|names\/name-fields|cards\/card-fields\/[\w-]+)\.ts$/;
const OF_FILES = /^\s*(?:headings|csvHeading|vcard|vcardAlso):\s*(?:'[^']*'|\{[^}]*\}|\[[^\]]*\]),$/gm;

/**
 * Leaves out of the app what the tables of a contact's fields say of files, which only the server reads and writes: the
 * headings of other programs alone, in six languages, would add three kilobytes to each screen of a contact.
 */
export function withoutFileFacts(): Plugin {
  return {
    name: 'without-file-facts',
    enforce: 'pre',
    transform(code, id) {
      if (this.environment.name !== 'client' || !TABLES.test(id)) return null;
      return { code: code.replace(OF_FILES, ''), map: null };
    },
  };
}
