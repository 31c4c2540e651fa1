import type { Page } from 'puppeteer-core';

/** Raw commands of WebDriver BiDi (https://w3c.github.io/webdriver-bidi/) that Puppeteer has no API for. */

interface Connection {
  send(method: string, params: object): Promise<{ result: Record<string, unknown> }>;
}

function readConnection(page: Page): Connection {
  return (page.browser() as unknown as { connection: Connection }).connection;
}

export async function sendToFirefox(page: Page, method: string, params: object = {}): Promise<void> {
  const { _id: context } = page.mainFrame() as unknown as { _id: string };
  await readConnection(page).send(method, { context, ...params });
}

/** Runs a script in Firefox's own window around the pages (`moz:scope` is Mozilla's extension). */
export async function evaluateInWindow(page: Page, expression: string): Promise<void> {
  const connection = readConnection(page);
  const { result } = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const windows = result.contexts as { context: string; url: string }[];
  const main = windows.find(({ url }) => url === 'chrome://browser/content/browser.xhtml');
  const target = { context: main?.context };
  const answer = await connection.send('script.evaluate', { expression, target, awaitPromise: true });
  if (answer.result.type !== 'success') throw new Error(`Firefox refused: ${JSON.stringify(answer.result)}`);
}
