import type { FastifyInstance } from 'fastify';
import { type Endpoint, isFile, isMultipart } from '#shared/api.ts';
import { PRODUCT } from '#shared/constants.ts';
import { contract } from '#shared/contract.ts';
import { z } from '#shared/zod.ts';

/** OpenAPI 3.1, read off the contract. */

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

function parametersOf(endpoint: Endpoint) {
  const parameters = [];
  for (const [place, schema] of [
    ['path', endpoint.params],
    ['query', endpoint.query],
  ] as const) {
    if (!(schema instanceof z.ZodObject)) continue;
    for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
      const required = place === 'path' || !field.safeParse(undefined).success;
      parameters.push({ name, in: place, required, schema: schemaOf(field, 'input') });
    }
  }
  return parameters;
}

function bodyOf(endpoint: Endpoint) {
  if (!endpoint.body) return {};
  const file = {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' } },
    required: ['file'],
  };
  const content = isMultipart(endpoint.body)
    ? { 'multipart/form-data': { schema: file } }
    : { 'application/json': { schema: schemaOf(endpoint.body, 'input') } };
  return { requestBody: { required: true, content } };
}

function operationOf(feature: string, name: string, endpoint: Endpoint) {
  const content = isFile(endpoint.returns)
    ? { [endpoint.returns.file]: { schema: { type: 'string' } } }
    : { 'application/json': { schema: schemaOf(endpoint.returns, 'output') } };
  const refused = { $ref: '#/components/responses/Refused' };
  return {
    operationId: `${feature}.${name}`,
    summary: endpoint.summary,
    tags: [feature],
    security: endpoint.who === 'anyone' ? [] : [{ session: [] }],
    parameters: parametersOf(endpoint),
    ...bodyOf(endpoint),
    responses: { 200: { description: 'Done', content }, '4XX': refused },
  };
}

/** The document; the same for every process and every request. */
export function openApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [feature, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      paths[endpoint.path] ??= {};
      Object.assign(paths[endpoint.path] ?? {}, {
        [endpoint.method.toLowerCase()]: operationOf(feature, name, endpoint),
      });
    }
  }
  const error = z.object({
    message: z.string(),
    code: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  });
  return {
    openapi: '3.1.0',
    info: { title: PRODUCT, version: '0.1.0' },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'goldleaf_session' } },
      responses: {
        Refused: {
          description: 'Refused; the message is a sentence a person can act on',
          content: { 'application/json': { schema: schemaOf(error, 'output') } },
        },
      },
    },
  };
}

export function openApiRoute(server: FastifyInstance): void {
  const body = JSON.stringify(openApi());
  server.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(body),
  );
}
