import { createHmac } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import { isSameSecret } from '#server/infra/secret.ts';

/**
 * True if a request is signed by Twilio: HMAC-SHA1 with the auth token over its address and its parameters, sorted by
 * name ("Validating requests", www.twilio.com/docs/usage/security). As Twilio's own libraries do, the address is tried
 * with and without the port. `address` is the one that Twilio was given, query included.
 */
export function isSignedByTwilio(
  authToken: string,
  signature: string,
  address: string,
  params: URLSearchParams,
): boolean {
  const names = [...new Set(params.keys())].sort();
  const text = names
    .flatMap((name) => [...new Set(params.getAll(name))].sort().map((value) => name + value))
    .join('');
  const given = Buffer.from(signature);
  return addressesOf(address).some((one) => {
    const right = Buffer.from(
      createHmac('sha1', authToken)
        .update(one + text)
        .digest('base64'),
    );
    return isSameSecret(given, right);
  });
}

/**
 * The addresses that Twilio may have called: under `publicUrl`, or without one under this machine's own names, as the
 * request says.
 */
export function calledAddresses(
  { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>,
  { protocol, host, url }: { protocol: string; host: string; url: string },
): string[] {
  if (publicUrl) return [publicUrl + url];
  return [`http://localhost:${port}`, `${protocol}://${host}`]
    .map((origin) => origin + url)
    .filter((address) => URL.canParse(address));
}

const PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

function addressesOf(address: string): string[] {
  const { protocol, hostname, port } = new URL(address);
  const rest = address.replace(/^\w+:\/\/[^/?]+/, '');
  const withPort = `${protocol}//${hostname}:${port || PORTS[protocol]}${rest}`;
  return [address, withPort, `${protocol}//${hostname}${rest}`];
}
