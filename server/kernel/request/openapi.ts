import { z } from 'zod'
import type { ServedModule } from '#/server/kernel/kernel.ts'

// Describes types without a JSON schema: files are form parts, amounts are integers.
const schemaOptions = {
  unrepresentable: 'any',
  override: (context: { zodSchema: z.core.$ZodType; jsonSchema: Record<string, unknown> }) => {
    if (context.zodSchema._zod.def.type === 'custom' && Object.keys(context.jsonSchema).length === 0)
      context.jsonSchema.description = 'a file part, or whole fen'
  },
} as const

function requestBodyOf(input: z.ZodObject) {
  return { content: { 'multipart/form-data': { schema: z.toJSONSchema(input, { ...schemaOptions, io: 'input' }) } } }
}

function responsesOf(output: z.ZodType, flat: boolean) {
  const answer = z.toJSONSchema(output, { ...schemaOptions, io: 'output' })
  const envelope = { code: { type: 'integer', description: '1 is success' }, message: { type: 'string' } }
  const schema = flat ? { allOf: [{ type: 'object', properties: envelope }, answer] } : { type: 'object', properties: { ...envelope, data: answer } }
  return { 200: { description: 'answer', content: { 'application/json': { schema } } } }
}

/** Returns the description of all operations as OpenAPI 3.1, generated from their schemas. */
export function openapiDocument(served: Readonly<Record<string, ServedModule>>): object {
  const paths: Record<string, object> = {}
  for (const [module, { agreement }] of Object.entries(served)) {
    for (const [name, operation] of Object.entries(agreement)) {
      paths[operation.path ?? `/api/${module}/${name}`] = {
        post: {
          operationId: `${module}.${name}`,
          tags: [module],
          'x-access': operation.access,
          'x-kind': operation.kind,
          security: operation.access === 'public' ? [] : [{ token: [] }],
          requestBody: requestBodyOf(operation.input),
          responses: responsesOf(operation.output, operation.flat === true),
        },
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: '云创客平台', version: '1' },
    paths,
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Token' } } },
  }
}
