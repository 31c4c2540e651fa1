/** One mailbox has many spellings: case, "+something", and at Gmail dots. */
export function normalizeMailbox(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const name = address.slice(0, at).toLowerCase().replace(/\+.*/, '');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
