import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Upload } from '#/api/operation.ts'
import { cutEnd } from '#/domain/text.ts'
import { Refusal } from '#/server/kernel/refusal.ts'
import { kernelRefusals } from '#/server/kernel/texts.ts'

export type RawInput = Map<string, string | Upload>

const maxText = 1_000_000
/** Maximum text in a form of an anonymous visitor: more than twice what any of our forms needs. */
const maxPublicText = 64 * 1024
// The parts' own headers and boundaries come on top.
const maxPublicBody = 2 * maxPublicText
/** Maximum nesting of lists and objects: more than twice what any of our inputs needs. */
const maxDepth = 8

function malformed(): never {
  throw new Refusal('malformed', kernelRefusals.malformed)
}

/** What the database can keep as text: no zero character and no half of a pair. */
function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

// JSON can spell what a form's text cannot carry, and names that mean something else to the language than to the sender.
function isDecent(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth >= maxDepth) return false
  if (Array.isArray(value)) return value.every((each) => isDecent(each, depth + 1))
  return Object.entries(value).every(([name, each]) => name !== '__proto__' && isText(name) && isDecent(each, depth + 1))
}

/** Parts that end too early or make no sense: the parser throws plain errors for them, but the fault is the sender's. */
class BrokenForm extends Error {
  readonly statusCode = 400
}

/** Whether the caller went away before the whole body was here. */
export function isAborted({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

async function* partsOf(request: FastifyRequest, limits: { fieldSize: number; fileSize: number }): AsyncGenerator<Multipart> {
  // The parser would wait for the end of what has ended already.
  if (isAborted(request)) throw new BrokenForm('the caller went away')
  try {
    yield* request.parts({ limits })
  } catch (error) {
    const isNamed = error instanceof Error && ('code' in error || 'statusCode' in error)
    throw isNamed || error instanceof Refusal ? error : new BrokenForm(String(error))
  }
}

/** The fields of a schema that take a file. */
export function fileFieldsOf(schema: z.ZodObject): string[] {
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => (definitionOf(field).type === 'custom' ? [name] : []))
}

/** Looks at the fields that came before the first file, and refuses before any of it is kept. */
export type BeforeFiles = (fields: RawInput) => Promise<void>

/** Reads the body of a call, once the caller is known. `beforeFiles` is for anonymous callers: they show their ticket before they send a file. */
export type Reading = (beforeFiles: BeforeFiles | null) => Promise<RawInput>

/** What is at hand already, as a form that is read: for calls that do not come over HTTP. */
export function formAtHand(raw: RawInput): Reading {
  return async (beforeFiles) => {
    const fields = new Map([...raw].filter(([, value]) => typeof value === 'string'))
    if (beforeFiles && fields.size < raw.size) await beforeFiles(fields)
    return raw
  }
}

function queryOf(request: FastifyRequest): RawInput {
  const input: RawInput = new Map()
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
    if (typeof value !== 'string' || !isText(value)) malformed()
    input.set(name, value)
  }
  return input
}

/** How a form is read. */
interface FormOptions {
  readonly schema: z.ZodObject
  readonly withQuery: boolean
  /** Anyone may call: such forms are small. */
  readonly isPublic: boolean
  /** The most of one file. */
  readonly fileBytes: number
}

/**
 * Reads a multipart body (or an empty one) into its fields. Refused are a field given twice, a NUL, too much text, and a file where the schema takes none: what
 * nobody asked for is not kept in memory. With `beforeFiles` nothing of a file is read before it has answered, and all fields come before the files.
 */
export async function readForm(
  request: FastifyRequest,
  { schema, withQuery, isPublic, fileBytes }: FormOptions,
  beforeFiles: BeforeFiles | null,
): Promise<RawInput> {
  const input: RawInput = withQuery ? queryOf(request) : new Map()
  if (!request.isMultipart()) return input
  const files = new Set(fileFieldsOf(schema))
  const mostText = isPublic ? maxPublicText : maxText
  if (isPublic && files.size === 0 && Number(request.headers['content-length'] ?? 0) > maxPublicBody) malformed()
  const seen = new Set<string>()
  let length = 0
  let isAdmitted = false
  for await (const part of partsOf(request, { fieldSize: mostText, fileSize: fileBytes })) {
    if (seen.has(part.fieldname)) malformed()
    seen.add(part.fieldname)
    if (part.type === 'file') {
      if (!files.has(part.fieldname)) malformed()
      if (beforeFiles && !isAdmitted) await beforeFiles(new Map(input))
      isAdmitted = true
      const bytes = await part.toBuffer()
      input.set(part.fieldname, { filename: cleanName(part.filename), mediaType: part.mimetype, bytes })
    } else {
      const value = part.value
      if (typeof value !== 'string' || part.valueTruncated || !isText(value) || (beforeFiles && isAdmitted)) malformed()
      length += value.length
      if (length > mostText) malformed()
      input.set(part.fieldname, value)
    }
  }
  return input
}

// Signs that turn the direction of writing are among them: with one, `gnp.exe` reads as `exe.png`.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out of file names here
const unsafeInName = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff/\\:*?"<>|]/g

function cleanName(name: string | undefined): string {
  return cutEnd((name ?? 'file').toWellFormed().replace(unsafeInName, '_'), 120) || 'file'
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
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  return isDecent(value) ? value : malformed()
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
