import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Upload } from '#/api/operation.ts'
import { truncate } from '#/domain/base/text.ts'
import { digestInSlices } from '#/server/kernel/request/input-digest.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'

export type RawInput = Map<string, string | Upload>

const maxFormCharacters = 1_000_000
/** Maximum characters in an anonymous visitor's form: more than twice the largest real form. */
const maxPublicCharacters = 64 * 1024
// Twice the text, to leave room for part headers and boundaries.
const maxPublicBodyBytes = 2 * maxPublicCharacters
/** Maximum nesting of lists and objects: more than twice the deepest real input. */
const maxDepth = 8

function refuseMalformed(): never {
  throw new Refusal('malformed', kernelRefusals.malformed)
}

/** Returns whether the database can store the text: no NUL and no lone surrogate. */
function isStorableText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

// Checks decoded values, because an escape such as `\u0000` passes the check of the form's text. The key `__proto__` is
// refused, because it is special in JavaScript.
function isSafeJson(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth >= maxDepth) return false
  if (Array.isArray(value)) return value.every((each) => isSafeJson(each, depth + 1))
  return Object.entries(value).every(([name, each]) => name !== '__proto__' && isStorableText(name) && isSafeJson(each, depth + 1))
}

/** A truncated or malformed body. The parser throws plain errors for these, although the client caused them. */
class BrokenForm extends Error {
  readonly statusCode = 400
}

/** Returns whether the client disconnected before sending the whole body. */
export function isAborted({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

async function* readParts(request: FastifyRequest, limits: { fieldSize: number; fileSize: number }): AsyncGenerator<Multipart> {
  // The parser would otherwise wait forever for an aborted request.
  if (isAborted(request)) throw new BrokenForm('the caller went away')
  try {
    yield* request.parts({ limits })
  } catch (error) {
    const hasErrorCode = error instanceof Error && ('code' in error || 'statusCode' in error)
    throw hasErrorCode || error instanceof Refusal ? error : new BrokenForm(String(error))
  }
}

/**
 * Above this many bytes, the chunks of a body are copied as they arrive, because joining them at once would block the
 * event loop.
 */
const largeBodyBytes = 16 * 1024 * 1024

/** Reads a file into one buffer. Copies each chunk of a large body as it arrives. */
async function readFileBytes(request: FastifyRequest, part: MultipartFile, limit: number): Promise<Buffer> {
  const length = Math.min(Number(request.headers['content-length'] ?? 0), limit)
  if (length < largeBodyBytes) return part.toBuffer()
  const bytes = Buffer.allocUnsafeSlow(length)
  let size = 0
  for await (const chunk of part.file) {
    bytes.set(chunk, size)
    size += chunk.length
  }
  if (part.file.truncated) throw new request.server.multipartErrors.RequestFileTooLargeError()
  return bytes.subarray(0, size)
}

export function fileFieldsOf(schema: z.ZodObject): string[] {
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => (definitionOf(field).type === 'custom' ? [name] : []))
}

/** Checks the fields before the first file. Throws before any file data is stored. */
export type FieldsCheck = (fields: RawInput) => Promise<void>

/**
 * Reads the body after the caller is known. With `beforeFiles`, anonymous callers are checked before their files are
 * read.
 */
export type FormReader = (beforeFiles: FieldsCheck | null) => Promise<RawInput>

/** Wraps given input as a form, for calls outside HTTP. */
export function formOfInput(raw: RawInput): FormReader {
  return async (beforeFiles) => {
    const fields = new Map([...raw].filter(([, value]) => typeof value === 'string'))
    if (beforeFiles && fields.size < raw.size) await beforeFiles(fields)
    return raw
  }
}

function queryOf(request: FastifyRequest): RawInput {
  const input: RawInput = new Map()
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
    if (typeof value !== 'string' || !isStorableText(value)) refuseMalformed()
    input.set(name, value)
  }
  return input
}

interface FormOptions {
  readonly schema: z.ZodObject
  readonly withQuery: boolean
  /** Fields that are refused in the query string, because proxies and logs store addresses. */
  readonly notInQuery: readonly string[]
  /** Whether anonymous callers may send the form. Such forms are limited in size. */
  readonly isPublic: boolean
  /** Maximum bytes per file. */
  readonly fileBytes: number
  /** Scans a file for viruses. Throws to refuse the file. */
  readonly scan: (bytes: Uint8Array) => Promise<void>
}

/**
 * Reads a multipart body, or an empty one, into its fields. Refuses duplicate fields, NUL, too much text, and files
 * that the schema does not accept. With `beforeFiles`, all fields must precede the files, and file data is read only
 * after it has succeeded.
 */
export async function readForm(
  request: FastifyRequest,
  { schema, withQuery, notInQuery, isPublic, fileBytes, scan }: FormOptions,
  beforeFiles: FieldsCheck | null,
): Promise<RawInput> {
  const input: RawInput = withQuery ? queryOf(request) : new Map()
  if (notInQuery.some((name) => input.has(name))) throw new Refusal('secret_in_address', kernelRefusals.secretInAddress)
  if (!request.isMultipart()) return input
  const files = new Set(fileFieldsOf(schema))
  const characterLimit = isPublic ? maxPublicCharacters : maxFormCharacters
  if (isPublic && files.size === 0 && Number(request.headers['content-length'] ?? 0) > maxPublicBodyBytes) refuseMalformed()
  const seen = new Set<string>()
  let length = 0
  let isAdmitted = false
  for await (const part of readParts(request, { fieldSize: characterLimit, fileSize: fileBytes })) {
    if (seen.has(part.fieldname)) refuseMalformed()
    seen.add(part.fieldname)
    if (part.type === 'file') {
      if (!files.has(part.fieldname)) refuseMalformed()
      if (beforeFiles && !isAdmitted) await beforeFiles(new Map(input))
      isAdmitted = true
      const bytes = await readFileBytes(request, part, fileBytes)
      await digestInSlices(bytes)
      await scan(bytes)
      input.set(part.fieldname, { filename: cleanName(part.filename), mediaType: part.mimetype, bytes })
    } else {
      const value = part.value
      if (typeof value !== 'string' || part.valueTruncated || !isStorableText(value) || (beforeFiles && isAdmitted)) refuseMalformed()
      length += value.length
      if (length > characterLimit) refuseMalformed()
      input.set(part.fieldname, value)
    }
  }
  return input
}

// Includes characters that change the writing direction: with one, `gnp.exe` reads as `exe.png`.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed from file names here
const unsafeNameCharacters = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff/\\:*?"<>|]/g

function cleanName(name: string | undefined): string {
  return truncate((name ?? 'file').toWellFormed().replace(unsafeNameCharacters, '_'), 120) || 'file'
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
  // No input accepts the word `null` as text (a test checks this). So the word means null wherever null is allowed.
  if (type === 'string' || type === 'enum') return text === 'null' && schema.safeParse(null).success ? null : text
  if (text === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  return isSafeJson(value) ? value : refuseMalformed()
}

/** Decodes form fields for the schema. Scalars arrive as text, lists and objects as JSON, files as files. */
export function decodeForm(schema: z.ZodObject, raw: RawInput): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const value = raw.get(name)
    if (value !== undefined) input[name] = typeof value === 'string' ? decodeText(field, value) : value
  }
  return input
}
