import type { Config } from '#server/config/config.ts';
import type { Mail } from './letter.ts';
import { footLine, SELLER_PLACE } from './letter-html.ts';

/** The seller as a mail names them, line by line; empty while no `SELLER_…` setting says who it is. */
export function sellerLines({ name, address, country, email, taxId }: Config['seller']): string[] {
  const where = [name, address, country].filter(Boolean).join(', ');
  const how = [email, taxId && `Tax ID ${taxId}`].filter(Boolean).join(' · ');
  return [where, how].filter(Boolean);
}

/** A composed mail with the name and address of the seller at its end, in both bodies. */
export function addSeller<Letter extends Mail>(mail: Letter, seller: Config['seller']): Letter {
  const lines = sellerLines(seller);
  if (lines.length === 0) return mail;
  return {
    ...mail,
    text: `${mail.text}${lines.join('\n')}\n`,
    html: mail.html.replace(SELLER_PLACE, () => `<p>${footLine(lines)}</p>`),
  };
}
