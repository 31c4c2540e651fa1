import { z } from 'zod';

/**
 * zod with the error messages that the specification quotes (section 5). Every schema of the contract imports `z` from
 * here, so that browser and server show the same messages whatever the library's version.
 */
z.config({
  // In a browser, the CSP blocks and reports the `new Function` that zod tries. The server keeps it: it validates lists
  // up to three times as fast.
  jitless: 'document' in globalThis,
  customError: (issue) => {
    if (issue.input === undefined) return 'Required';
    switch (issue.code) {
      case 'invalid_type':
        // JSON has no such value: it is text in an address that should have been a number.
        if (Number.isNaN(issue.input)) return 'Must be a number';
        return `Expected ${issue.expected}, received ${nameKind(issue.input)}`;
      case 'too_small':
        return tooSmall(issue.origin, issue.minimum);
      case 'too_big':
        return tooBig(issue.origin, issue.maximum);
      case 'invalid_format':
        return `Invalid ${issue.format}`;
      case 'invalid_value':
        return `Invalid value. Expected ${issue.values.map((value) => `'${String(value)}'`).join(' | ')}`;
      default:
        return undefined;
    }
  },
});

function nameKind(input: unknown): string {
  if (input === null) return 'null';
  return Array.isArray(input) ? 'array' : typeof input;
}

function tooSmall(origin: string, minimum: number | bigint): string {
  if (origin === 'string') return `String must contain at least ${minimum} character(s)`;
  if (origin === 'array') return `Array must contain at least ${minimum} element(s)`;
  return `Number must be greater than or equal to ${minimum}`;
}

function tooBig(origin: string, maximum: number | bigint): string {
  if (origin === 'string') return `String must contain at most ${maximum} character(s)`;
  if (origin === 'array') return `Array must contain at most ${maximum} element(s)`;
  return `Number must be less than or equal to ${maximum}`;
}

export { z };
