import { afterEach, describe, expect, it } from 'vitest';
import { deviceText, guessDevice, locationLabel, parseHost, referrerLabel, sourceHost } from './viewer.ts';

const AGENTS = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  oldIpad: 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  newIpad:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15',
  pixel: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
  galaxyTab: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
  firefoxTablet: 'Mozilla/5.0 (Android 13; Tablet; rv:130.0) Gecko/130.0 Firefox/130.0',
  fire: 'Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 Silk/120.1 like Chrome/120 Safari/537.36',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
  linux: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
  chromebook: 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
};

describe('The device of a view', () => {
  it.each([
    [AGENTS.iPhone, 'Mobile'],
    [AGENTS.pixel, 'Mobile'],
    ['iPhone', 'Mobile'],
    ['Tablet', 'Tablet'],
    ['iPad', 'Tablet'],
    ['Mozilla/5.0 (Windows NT 10.0; Tablet PC 2.0)', 'Tablet'],
    [AGENTS.windows, 'Desktop'],
    ['', 'Desktop'],
    [null, 'Desktop'],
    [undefined, 'Desktop'],
  ])('of %j is %s', (text, device) => {
    expect(guessDevice(text)).toBe(device);
  });

  it('is Mobile for the bare user agents of most tablets, by the order of the specification', () => {
    expect([AGENTS.galaxyTab, AGENTS.oldIpad, AGENTS.firefoxTablet].map(guessDevice)).toEqual(
      Array(3).fill('Mobile'),
    );
    expect(guessDevice(AGENTS.newIpad)).toBe('Desktop');
  });

  it.each([
    [AGENTS.iPhone, 'iPhone', 'Mobile'],
    [AGENTS.oldIpad, 'iPad', 'Tablet'],
    [AGENTS.pixel, 'Android', 'Mobile'],
    [AGENTS.galaxyTab, 'Tablet', 'Tablet'],
    [AGENTS.firefoxTablet, 'Tablet', 'Tablet'],
    [AGENTS.fire, 'Tablet', 'Tablet'],
    [AGENTS.newIpad, 'Mac', 'Desktop'],
    [AGENTS.windows, 'Windows', 'Desktop'],
    [AGENTS.linux, 'Linux', 'Desktop'],
    [AGENTS.chromebook, 'Chromebook', 'Desktop'],
    ['Opera/9.80 (J2ME/MIDP; Opera Mini) Mobile', 'Mobile', 'Mobile'],
    ['Something new', 'Desktop', 'Desktop'],
  ])('is stored so that %j becomes %s, a %s', (agent, text, device) => {
    expect(deviceText(agent)).toBe(text);
    expect(guessDevice(text)).toBe(device);
  });
});

describe('The location of a view', () => {
  it.each([
    '',
    '  ',
    null,
    undefined,
    'unknown',
    'Unknown',
    '203.0.113.9',
    '203.0.113.0/24',
    '::1',
    '2001:db8::/48',
    '::ffff:10.0.0.1',
  ])('is not known for %j', (location) => {
    expect(locationLabel(location)).toBe('Unknown Location');
  });

  it.each(['Berlin, Germany', 'São Paulo', 'Bad Ems', 'Area 51'])('is shown for %j', (location) => {
    expect(locationLabel(location)).toBe(location);
  });
});

describe('The referrer of a view', () => {
  it.each(['', null, undefined, 'direct', 'Direct', 'https://linkedin.com/feed', 'android-app://com.slack'])(
    'reads Direct for %j',
    (referrer) => {
      expect(referrerLabel(referrer)).toBe('Direct');
    },
  );

  it('reads as it is otherwise', () => {
    expect(referrerLabel('www.linkedin.com')).toBe('www.linkedin.com');
    expect(referrerLabel('QR code')).toBe('QR code');
  });

  it.each([
    [null, 'Direct'],
    ['', 'Direct'],
    ['direct', 'Direct'],
    ['https://www.LinkedIn.com/feed?token=1', 'www.linkedin.com'],
    ['t.co', 't.co'],
    ['example.com:8080', 'example.com'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm'],
    ['QR code', 'Unknown'],
    ['javascript:alert(1)', 'Unknown'],
    ['https://', 'Unknown'],
    ['%%%', 'Unknown'],
  ])('counts %j under the source %s', (referrer, host) => {
    expect(sourceHost(referrer)).toBe(host);
  });

  it('keeps no path, query or credentials of an address', () => {
    expect(parseHost('https://ada:secret@mail.example.com/inbox?user=ada#top')).toBe('mail.example.com');
    expect(parseHost('data:text/html,x')).toBeNull();
    expect(parseHost('linkedin.com')).toBeNull();
  });
});

describe('Where the browser has no URL.canParse (Safari 16, Firefox 114)', () => {
  const { canParse } = URL;
  afterEach(() => {
    URL.canParse = canParse;
  });

  it('the host of a referrer is shown nevertheless', () => {
    Reflect.deleteProperty(URL, 'canParse');
    expect(sourceHost('https://www.linkedin.com/feed')).toBe('www.linkedin.com');
    expect(sourceHost('%%%')).toBe('Unknown');
  });
});
