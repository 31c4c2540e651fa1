import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it, vi } from 'vitest';
import { openApi } from '#server/pages/site/openapi.ts';
import type { Endpoint } from '#shared/contract/api.ts';
import { ERROR_STATUS } from '#shared/contract/errors.ts';
import { contract } from '#shared/contract.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();
const endpoints = Object.values(contract).flatMap((feature) => Object.values<Endpoint>(feature));
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

describe('The OpenAPI document', () => {
  it('is served and describes every endpoint once', async () => {
    const { status, body } = await server.client()('GET', '/api/openapi.json');
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(JSON.stringify(openApi())));
    const operations = Object.entries<Record<string, { operationId: string }>>(body.paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => [
          `${method.toUpperCase()} ${path}`,
          operationId,
        ]),
    );
    expect(operations.map(([name]) => name).sort()).toEqual(endpoints.map(nameOf).sort());
    expect(new Set(operations.map(([, id]) => id)).size).toBe(endpoints.length);
  });

  it('is written once, compressed, and not sent to whoever has it', async () => {
    const get = (headers: Record<string, string>) => fetch(`${server.url}/api/openapi.json`, { headers });
    const write = vi.spyOn(JSON, 'stringify');
    const answers = await Promise.all(Array.from({ length: 8 }, () => get({ 'accept-encoding': 'br' })));
    expect(write.mock.calls.filter(([value]) => value?.openapi)).toEqual([]);
    write.mockRestore();
    const [first] = answers;
    expect(first?.headers.get('content-encoding')).toBe('br');
    const etag = first?.headers.get('etag') ?? '';
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
  });

  it('declares the parameters of every path', () => {
    const document = openApi();
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const operation of Object.values(methods) as { parameters: { name: string; in: string }[] }[]) {
        const declared = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
        expect(declared.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
      }
    }
  });

  it('is valid OpenAPI 3.1', { tags: ['thorough'] }, async () => {
    const { valid, errors } = await new Validator().validate(
      structuredClone(openApi('https://cards.example')),
    );
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  it('names the schemas that clients work with, and refers to them', () => {
    const { paths, components, servers } = openApi('https://cards.example');
    const schemas = components.schemas as Record<string, { properties: Record<string, object> }>;
    for (const name of ['Card', 'PublicCard', 'NewCard', 'Contact', 'Lead', 'User', 'Error']) {
      expect(schemas).toHaveProperty(name);
    }
    expect(schemas.Error?.properties.code).toEqual({ type: 'string', enum: Object.keys(ERROR_STATUS) });
    expect(servers).toEqual([{ url: 'https://cards.example' }]);
    expect(paths['/api/cards']?.get).toHaveProperty(
      ['responses', '200', 'content', 'application/json', 'schema'],
      { type: 'array', items: { $ref: '#/components/schemas/Card' } },
    );
    expect(paths['/api/cards/{id}/qr.png']?.get).toHaveProperty(
      ['responses', '200', 'content', 'image/png', 'schema', 'format'],
      'binary',
    );
  });

  it('says which bodies may be left out', () => {
    const { paths } = openApi();
    const required = ['requestBody', 'required'];
    expect(paths['/api/contacts/{id}/favorite']?.post).toHaveProperty(required, false);
    expect(paths['/api/contacts']?.post).toHaveProperty(required, true);
    expect(paths['/api/media']?.post).toHaveProperty(required, true);
  });

  it('leads every reference somewhere', () => {
    const document = openApi();
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, to]) => to ?? '',
    );
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references)) {
      const target = reference
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect(target, reference).toBeDefined();
    }
  });
});
