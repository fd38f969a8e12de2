import { newKey } from './clock.ts'
import { passwordToSend } from './installation.ts'

/** A field error from the server. */
export interface InputIssue {
  readonly path: string
  readonly message: string
}

/** The failure of a call: the server's refusal or a transport failure. */
export class ApiError extends Error {
  /** The HTTP status of a failed response, otherwise the code of the envelope; 0 without a response. */
  readonly code: number
  /**
   * The stable name of the refusal, '' without one. `transport` for a failed transfer or response. The client adds
   * names such as `file_unreadable`.
   */
  readonly error: string
  readonly issues: readonly InputIssue[]
  readonly requestId: string
  /** The centre and mode of the requested record, when the user can open it by switching to them. */
  readonly place: { readonly centreId: number; readonly mode: number | null } | null
  /**
   * True when the server has decided and a retry needs a new key. False after a lost answer, which must be retried with
   * the same key.
   */
  readonly isFinal: boolean

  constructor(
    message: string,
    about: { code?: number; error?: string; issues?: readonly InputIssue[]; requestId?: string; place?: ApiError['place']; isFinal: boolean },
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

/** Codes of an ended session (specification §8): illegal token, signed in elsewhere, expired. */
export const sessionOverCodes: readonly number[] = [50008, 50012, 50014]

type Entry = [name: string, value: string | Blob]

/**
 * Fields stripped of white space before sending (specification §5), unless the rule is `long`. The server compares them
 * unchanged.
 */
const passwordFields: ReadonlySet<string> = new Set(['password', 'oldpassword', 'paypassword', 'pwd', 'paymentPassword'])

/**
 * Converts an input to form fields: scalars as text, lists, objects and null as JSON text, files as files. Omits absent
 * values.
 */
export function entriesOf(input: Readonly<Record<string, unknown>>): Entry[] {
  const entries: Entry[] = []
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (value instanceof Blob) entries.push([name, value])
    else if (passwordFields.has(name)) entries.push([name, passwordToSend(String(value))])
    else entries.push([name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
  }
  return entries
}

/** Returns the form of a call. Files come last, so that the server reads a visitor's ticket before any file. */
export function formOf(input: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  const entries = entriesOf(input)
  for (const [name, value] of entries) if (typeof value === 'string') form.append(name, value)
  for (const [name, value] of entries) if (typeof value !== 'string') form.append(name, value, value instanceof File ? value.name : 'file')
  return form
}

/** Returns the mode in a stored value, a number or a JSON object with an `id`; null without one. */
export function modeIn(stored: string | null): string | null {
  if (!stored?.startsWith('{')) return stored || null
  try {
    const { id } = JSON.parse(stored) as { id?: unknown }
    return typeof id === 'number' || typeof id === 'string' ? String(id) || null : null
  } catch {
    return null
  }
}

/** Returns the `NsType` header: the stored mode, 1 by default. */
export function modeHeader(stored: string | null): string {
  return modeIn(stored) ?? '1'
}

/** Returns the account named in a token; empty without one. */
export function accountInToken(token: string | null): string {
  return token?.split('.')[1] ?? ''
}

/** The values that become headers of a call. */
export interface HeaderParts {
  readonly token: string | null
  /** The account that the page was rendered for. The server refuses a token of another account. */
  readonly account: string
  readonly mode: string | null
  readonly centreId: string | null
  readonly languageTag: string
  readonly idempotencyKey: string | null
  /** Whether the user confirmed the hidden rows of a list. */
  readonly takesHidden?: boolean
}

/** Returns the headers of a call. Session headers are sent only with a token (specification §7). */
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

const isIssue = (value: unknown): value is InputIssue => typeof value === 'object' && value !== null && 'path' in value && 'message' in value

/** Returns the answer of an envelope with code 1. Throws an ApiError for any other. */
export function unwrapResponse(body: unknown, isFlat: boolean, requestId: string): unknown {
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

/** Creates a holder of an idempotency key. The key stays the same until `settle` reports the server's final answer. */
export function createKeyHolder(make: () => string = newKey): { readonly current: () => string; readonly settle: () => void } {
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
