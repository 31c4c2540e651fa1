import { beforeAll, expect } from 'vitest';
import { MINUTE_MS } from '#shared/formats/time.ts';
import { metOwners, type Owner } from '#test/met-owners.ts';
import { type Client, startTestServer } from '#test/server.ts';

/** Ada, and Grace, who shares her details with her from an account of her own, on a server for the test file that calls this. */
export function startLinkedOwners() {
  let ahead = 0;
  const server = startTestServer({}, () => new Date(Date.now() + ahead));
  const db = () => server.running.app.db;
  const { makeOwner } = metOwners(server);

  /** Nobody has saved a card for a while. */
  const settle = () => {
    ahead += 2 * MINUTE_MS;
  };

  /** Both, once the server has started. */
  const ada = {} as Owner;
  const grace = {} as Owner;
  beforeAll(async () => {
    Object.assign(ada, await makeOwner());
    Object.assign(grace, await makeOwner());
    await saveCard({ fullName: 'Grace Hopper', company: 'Navy' });
  });

  const saveCard = async (fields: object) =>
    expect((await grace.call('PUT', `/api/cards/${grace.cardId}`, fields)).status).toBe(200);

  let shared = 0;
  /** Somebody shares Grace's details with Ada, by default Grace in her own session; returns the contact's id. */
  async function share(call: Client = grace.call, details: object = {}): Promise<string> {
    shared += 1;
    const about = { fullName: 'Grace Hopper', email: `g${shared}@navy.example`, company: 'Navy' };
    const given = { ...about, cardId: ada.cardId, ...details };
    const { status, body } = await call('POST', '/api/contacts/exchange', given);
    expect(status).toBe(200);
    return body.id;
  }

  const offer = (id: string, body = {}, call = grace.call) =>
    call('PUT', `/api/contacts/links/${id}/offer`, body);
  const takeBack = (id: string) => grace.call('DELETE', `/api/contacts/links/${id}/offer`);
  const accept = (id: string, call = ada.call, cardId = grace.cardId) =>
    call('POST', `/api/contacts/links/${id}/accept`, { cardId });
  const refuse = (id: string, call = ada.call) => call('POST', `/api/contacts/links/${id}/refuse`);
  const decide = (id: string, body: object, call = ada.call) =>
    call('POST', `/api/contacts/links/${id}/changes`, body);
  const linksOf = async (id: string, call = ada.call) =>
    (await call('GET', `/api/contacts/${id}/links`)).body;
  const stateFor = async (id: string, call = grace.call) =>
    (await call('GET', '/api/contacts/links/given')).body.find((link: { id: string }) => link.id === id)
      ?.state;
  const newsOf = async (id: string, call = ada.call): Promise<string | undefined> =>
    (await call('GET', '/api/contacts/links/news')).body.find(
      (news: { contactId: string }) => news.contactId === id,
    )?.kind;
  const contactOf = async (id: string) => (await ada.call('GET', `/api/contacts/${id}`)).body;
  const eventsOf = async (id: string) =>
    (await ada.call('GET', `/api/contacts/${id}/history`)).body.map(({ kind }: { kind: string }) => kind);

  /** A contact that keeps in step with Grace's card. */
  async function link(details: object = {}): Promise<string> {
    const id = await share(grace.call, details);
    expect((await offer(id)).status).toBe(200);
    expect((await accept(id)).status).toBe(200);
    return id;
  }
  return {
    accept,
    ada,
    contactOf,
    db,
    decide,
    eventsOf,
    grace,
    link,
    linksOf,
    makeOwner,
    newsOf,
    offer,
    refuse,
    saveCard,
    server,
    settle,
    share,
    stateFor,
    takeBack,
  };
}
