import type { Response } from 'maxmind';

/** Locates addresses with a local MaxMind DB file of cities or countries, so that nobody else learns who visits. */

export interface Place {
  /** In English; empty when the file knows only the country. */
  city: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
}

export interface Places {
  /** Where an address is; null if that is unknown, as for private ones. */
  find(address: string): Place | null;
}

/**
 * Reads the file into memory without blocking; without a file nothing is found. Throws an error with a message for the
 * operator if it cannot be read or holds no places. Source: the MaxMind DB file format specification, version 2.0.
 */
export async function openPlaces(file: string | undefined): Promise<Places> {
  if (!file) return { find: () => null };
  const { open } = await import('maxmind');
  const reader = await open(file).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? `it cannot be read (${error.code})` : NO_FILE;
    throw createPlacesError(file, code);
  });
  const { databaseType } = reader.metadata;
  if (!/City|Country|Enterprise/i.test(databaseType)) {
    throw createPlacesError(
      file,
      `it is of the kind ${databaseType}; a file of cities or countries is needed`,
    );
  }
  return { find: (address) => toPlace(reader.get(address)) };
}

const NO_FILE = 'it is no MaxMind DB file (.mmdb, not compressed)';

const createPlacesError = (file: string, why: string) =>
  new Error(`Goldleaf cannot start. GEOIP_FILE names ${file}, but ${why}.`);

function toPlace(found: Response | null): Place | null {
  if (!found || !('country' in found)) return null;
  const city = 'city' in found ? (found.city?.names.en ?? '') : '';
  const countryCode = found.country?.iso_code ?? '';
  return city || countryCode ? { city, countryCode } : null;
}
