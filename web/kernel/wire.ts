import { stripped } from '#/domain/password.ts'
import { newKey } from './clock.ts'

/** A field-level remark of the server. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** Why a call did not succeed: the server's refusal, or a transport failure. */
export class ApiError extends Error {
  /** The envelope's code; 0 when there was no envelope. */
  readonly code: number
  /** The stable name of the refusal ('' when there is none), or `transport` for everything below the envelope. */
  readonly error: string
  readonly issues: readonly Issue[]
  readonly requestId: string
  /** Where the record lies that was asked for, when the person only has to choose that centre or mode. */
  readonly place: { readonly centreId: number; readonly mode: number | null } | null
  /** The server has decided: sending the same again needs a new key. False after a lost answer, which must be asked for with the same key. */
  readonly isFinal: boolean

  constructor(
    message: string,
    about: { code?: number; error?: string; issues?: readonly Issue[]; requestId?: string; place?: ApiError['place']; isFinal: boolean },
  ) {
    super(message)
    this.name = 'ApiError'
    this.code = about.code ?? 0
    this.error = about.error ?? ''
    this.issues = about.issues ?? []
    this.requestId = about.requestId ?? ''
    this.place = about.place ?? null
    this.isFinal = about.isFinal
  }
}

/** Codes that say the session is over (specification §8): illegal token, signed in elsewhere, expired. */
export const sessionOverCodes: readonly number[] = [50008, 50012, 50014]

type Entry = [name: string, value: string | Blob]

/** What loses its white space before it is sent (specification §5), whichever form it was typed into; the server compares it as it comes. */
const passwordFields: ReadonlySet<string> = new Set(['password', 'oldpassword', 'paypassword', 'pwd', 'paymentPassword'])

/** An input as form fields: scalars as text, lists and objects as JSON text, files as files, absent values not at all. */
export function entriesOf(input: Readonly<Record<string, unknown>>): Entry[] {
  const entries: Entry[] = []
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    if (value instanceof Blob) entries.push([name, value])
    else if (passwordFields.has(name)) entries.push([name, stripped(String(value))])
    else entries.push([name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
  }
  return entries
}

/** The form of a call: files last, so that the server has seen the ticket of a visitor before it reads one. */
export function formOf(input: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  const entries = entriesOf(input)
  for (const [name, value] of entries) if (typeof value === 'string') form.append(name, value)
  for (const [name, value] of entries) if (typeof value !== 'string') form.append(name, value, value instanceof File ? value.name : 'file')
  return form
}

/** The `NsType` header: 1 unless a mode is stored, as a number or as a JSON object with an `id`. */
export function modeHeader(stored: string | null): string {
  if (stored === null || stored === '') return '1'
  if (!stored.startsWith('{')) return stored
  try {
    return String((JSON.parse(stored) as { id?: unknown }).id ?? '1')
  } catch {
    return '1'
  }
}

/** The account that a token names; empty without one. */
export function accountOf(token: string | null): string {
  return token?.split('.')[1] ?? ''
}

/** What the headers of a call are made of. */
export interface HeaderParts {
  readonly token: string | null
  /** The account that the page was drawn for; the server refuses the token of another one. */
  readonly account: string
  readonly mode: string | null
  readonly centreId: string | null
  readonly languageTag: string
  readonly idempotencyKey: string | null
  /** The user was asked about the hidden rows of a list and means them. */
  readonly takesHidden?: boolean
}

/** The headers of a call; session headers only when there is a token (specification §7). */
export function headersOf(parts: HeaderParts): Record<string, string> {
  const headers: Record<string, string> = { 'Accept-Language': parts.languageTag }
  if (parts.token) {
    headers['X-Token'] = parts.token
    if (parts.account) headers['X-Account'] = parts.account
    headers.NsType = modeHeader(parts.mode)
    headers.yycenterid = parts.centreId || '2'
  }
  if (parts.takesHidden) headers['X-Hidden-Rows'] = 'take'
  if (parts.idempotencyKey) headers['Idempotency-Key'] = parts.idempotencyKey
  return headers
}

const isIssue = (value: unknown): value is Issue => typeof value === 'object' && value !== null && 'path' in value && 'message' in value

/** Reads an envelope: the answer when the code is 1, else throws the ApiError it describes. */
export function answerOf(body: unknown, isFlat: boolean, requestId: string): unknown {
  if (typeof body !== 'object' || body === null || !('code' in body)) throw new ApiError('Error', { error: 'transport', requestId, isFinal: false })
  const envelope = body as { code: unknown; message?: unknown; data?: unknown; error?: unknown; issues?: unknown; place?: ApiError['place'] }
  if (envelope.code === 1) return isFlat ? envelope : envelope.data
  throw new ApiError(typeof envelope.message === 'string' && envelope.message !== '' ? envelope.message : 'Error', {
    code: Number(envelope.code),
    error: typeof envelope.error === 'string' ? envelope.error : '',
    issues: Array.isArray(envelope.issues) ? envelope.issues.filter(isIssue) : [],
    requestId,
    place: envelope.place ?? null,
    isFinal: true,
  })
}

/** Keeps one key for one intention: the same key until the server has given its final answer, then a new one. */
export function keepKey(make: () => string = newKey): { readonly current: () => string; readonly settle: () => void } {
  let key: string | null = null
  return {
    current: () => {
      key ??= make()
      return key
    },
    settle: () => {
      key = null
    },
  }
}
