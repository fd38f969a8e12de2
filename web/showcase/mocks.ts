import { useQuery } from '@tanstack/react-query'
import { TIMEOUT_MS } from '#/web/kernel/api.ts'
import { inCurrentLanguage, language, languageTags } from '#/web/kernel/language.ts'
import { openSessionOverDialog, showNotice, stayOnPageCount } from '#/web/kernel/notices.ts'
import { session } from '#/web/kernel/session.ts'
import { texts as roadTexts } from '#/web/kernel/texts.ts'
import { findUnreadableFile } from '#/web/kernel/unreadable.ts'
import { ApiError, headersOf, sessionOverCodes } from '#/web/kernel/wire.ts'

// The success code of the mock calls (specification §7). The product's client would treat it as an error, so they have
// a separate client.

const SUCCESS_CODE = 20_000

interface Envelope {
  readonly code: number
  readonly message?: string
  readonly data?: unknown
}

function headers(): Record<string, string> {
  return headersOf({ ...session.parts(), languageTag: languageTags[language.get()], idempotencyKey: null })
}

function fail(message: string, code: number): never {
  if (sessionOverCodes.includes(code)) openSessionOverDialog(false, stayOnPageCount())
  showNotice('error', message)
  throw new ApiError(message, { code, isFinal: true })
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`/vue-element-admin${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS), headers: { ...headers(), ...init.headers } })
  } catch {
    const file = init.body instanceof FormData ? await findUnreadableFile(init.body.values()) : null
    return fail(file instanceof File ? inCurrentLanguage(roadTexts.fileUnreadable).replace('{name}', file.name) : inCurrentLanguage(roadTexts.unreachable), 0)
  }
}

async function unwrapAnswer(response: Response): Promise<unknown> {
  const answer = (await response.json().catch(() => ({ code: 0 }))) as Envelope
  if (answer.code === SUCCESS_CODE) return answer.data
  return fail(answer.message || inCurrentLanguage(roadTexts.serverFailed), answer.code)
}

/** Calls a mock. A failure shows a notice. */
export async function callMock<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const requestInit =
    body instanceof FormData ? { body } : body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  return (await unwrapAnswer(await send(path, { method, ...requestInit }))) as T
}

export function useMock<T>(path: string) {
  return useQuery({ queryKey: ['showcase', path], queryFn: () => callMock<T>('GET', path) })
}

/** Returns the bytes of a file that a mock produces. */
export async function mockFile(path: string): Promise<Blob> {
  const response = await send(path, {})
  if (response.headers.get('content-type')?.includes('json')) await unwrapAnswer(response)
  return response.blob()
}

/** Downloads a file in the browser. */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
