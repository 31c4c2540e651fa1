import type { Page } from 'puppeteer-core';

/** Not an error: a load that was aborted because the user navigated on, or because it became a download. */
const GIVEN_UP = /^(net::ERR_ABORTED|NS_BINDING_ABORTED|NS_ERROR_ABORT)/;

/** Records what goes wrong in this window. */
export function listenForComplaints(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error instanceof Error ? error.message : String(error)));
  page.on('console', (message) => {
    const text = message.text();
    // For each refused response Chromium also logs this message, which lacks the address recorded below.
    const isDuplicate = text.startsWith('Failed to load resource');
    const isViolation = text.includes('Content Security Policy');
    if (isViolation || (message.type() === 'error' && !isDuplicate)) complaints.push(text);
  });
  page.on('response', (response) => {
    if (response.status() < 400) return;
    complaints.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed';
    if (!GIVEN_UP.test(reason)) complaints.push(`${reason} ${request.method()} ${request.url()}`);
  });
}

/** Runs in the page, because not every engine logs every violation to its console. */
export function reportViolations(): void {
  const tell = ({ effectiveDirective, blockedURI, sourceFile }: SecurityPolicyViolationEvent) =>
    // biome-ignore lint/suspicious/noConsole: the journeys listen to the console
    console.error(`Policy: ${effectiveDirective} refused ${blockedURI} at ${sourceFile}`);
  document.addEventListener('securitypolicyviolation', tell, true);
}
