import type { AppContext } from '#server/context.ts';

/** The person to ask when the server cannot help: a name for a sentence, and where to reach them, if that is set. */
export function operatorContact({ config }: Pick<AppContext, 'config'>): {
  name: string;
  url: string | null;
} {
  const { contactUrl } = config.operator;
  if (contactUrl) return { name: contactUrl.replace(/^mailto:/, ''), url: contactUrl };
  const { email } = config.seller;
  return email ? { name: email, url: `mailto:${email}` } : { name: 'the operator', url: null };
}
