import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Upload } from '#/api/operation.ts'
import { Refusal } from '#/server/kernel/refusal.ts'
import { kernelRefusals } from '#/server/kernel/texts.ts'

export type RawInput = Map<string, string | Upload>

const maxText = 1_000_000

function malformed(): never {
  throw new Refusal('malformed', kernelRefusals.malformed)
}

/** Reads a multipart body (or an empty one) into its fields; a field given twice, a NUL or a text over a megabyte is refused. */
export async function readForm(request: FastifyRequest, withQuery: boolean): Promise<RawInput> {
  const input: RawInput = new Map()
  if (withQuery) {
    for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
      if (typeof value !== 'string' || value.includes('\0')) malformed()
      input.set(name, value)
    }
  }
  if (!request.isMultipart()) return input
  const seen = new Set<string>()
  for await (const part of request.parts()) {
    if (seen.has(part.fieldname)) malformed()
    seen.add(part.fieldname)
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      input.set(part.fieldname, { filename: cleanName(part.filename), mediaType: part.mimetype, bytes })
    } else {
      const value = part.value
      if (typeof value !== 'string' || part.valueTruncated || value.length > maxText || value.includes('\0')) malformed()
      input.set(part.fieldname, value)
    }
  }
  return input
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out of file names here
const unsafeInName = /[\u0000-\u001f\u007f/\\:*?"<>|]/g

function cleanName(name: string | undefined): string {
  return (name ?? 'file').replace(unsafeInName, '_').slice(-120) || 'file'
}

interface Definition {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
}

function definitionOf(schema: z.ZodType): Definition {
  let definition = schema.def as Definition
  for (let depth = 0; depth < 8; depth++) {
    const inner = definition.innerType ?? (definition.type === 'pipe' ? definition.in : undefined)
    if (!inner) break
    definition = inner.def as Definition
  }
  return definition
}

function decodeText(schema: z.ZodType, text: string): unknown {
  const { type } = definitionOf(schema)
  if (type === 'string' || type === 'enum') return text
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Turns form fields into what the schema reads: scalars travel as text, lists and objects as JSON text, files as files. */
export function decodeForm(schema: z.ZodObject, raw: RawInput): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const value = raw.get(name)
    if (value !== undefined) input[name] = typeof value === 'string' ? decodeText(field, value) : value
  }
  return input
}
