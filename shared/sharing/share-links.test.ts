import { describe, expect, it } from 'vitest';
import { CHANNEL_LABELS, CHANNELS, readChannel } from '#shared/cards/channels.ts';
import { MORE_NETWORKS, SHARE_PLATFORMS } from '#shared/contract/constants.ts';
import { linkVia, mailLink, messageLink, shareLink } from './share-links.ts';

const ORIGIN = 'https://cards.example';
const ADA = {
  id: 'h7Kp2mNqRs',
  mainPath: '/card/h7Kp2mNqRs',
  fullName: 'Zoë “Ada” O’Neil & Söhne + 100% #1',
};

/** The first of our links in an address, as the network on the other side finds it. */
const linkIn = (address: string) =>
  /https:\/\/cards\.example\/card\/\S+/.exec([...new URL(address).searchParams.values()].join(' '))?.[0];

describe('A link shared on a network', () => {
  it.each([...SHARE_PLATFORMS, ...MORE_NETWORKS])('on %s arrives whole, and names it', (network) => {
    const address = shareLink(network, ORIGIN, ADA);
    expect(new URL(address).protocol).toBe('https:');
    expect(linkIn(address)).toBe(`${ORIGIN}/card/${ADA.id}?via=${network}`);
    expect(readChannel(network)).toBe(network);
  });

  it('names the person as typed, where the network takes words', () => {
    const { searchParams } = new URL(shareLink('whatsapp', ORIGIN, ADA));
    expect(searchParams.get('text')).toBe(
      `${ADA.fullName}'s digital business card ${linkVia(ORIGIN, ADA.id, 'whatsapp')}`,
    );
  });
});

describe('A link sent by mail or message', () => {
  /** As mail and message apps read it: a plus sign is a plus sign (RFC 6068, RFC 5724). */
  const fieldsOf = (address: string) =>
    Object.fromEntries(
      address
        .slice(address.indexOf('?') + 1)
        .split('&')
        .filter(Boolean)
        .map((pair) => pair.split('=').map(decodeURIComponent)),
    );

  it('opens a mail with a subject and the link', () => {
    const address = mailLink(ORIGIN, ADA);
    expect(address).toMatch(/^mailto:\?[\w%=&.'!~*()-]+$/);
    expect(fieldsOf(address)).toEqual({
      subject: `${ADA.fullName}'s digital business card`,
      body: `Here is my digital business card:\r\n${ORIGIN}/card/${ADA.id}?via=mail`,
    });
  });

  it('opens a message on iPhones, which look for "&body=", and on Android, which looks for "?"', () => {
    const address = messageLink(ORIGIN, ADA);
    expect(address.startsWith('sms:?&body=')).toBe(true);
    expect(fieldsOf(address)).toEqual({
      body: `Here is my digital business card: ${ORIGIN}/card/${ADA.id}?via=message`,
    });
  });
});

it('gives every channel a name of its own', () => {
  expect(new Set(CHANNELS.map((channel) => CHANNEL_LABELS[channel])).size).toBe(CHANNELS.length);
});
