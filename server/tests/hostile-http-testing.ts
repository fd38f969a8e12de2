import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { Upload } from '#/api/operation.ts'
import { formFields } from '#/server/tests/hostile-testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Sends well-formed and raw requests over HTTP, and checks the rules that every response must follow.

/** A response as received. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: { readonly code?: number; readonly error?: string; readonly message?: string; readonly data?: unknown; readonly token?: string }
}

/** Starts listening on a free port and returns the address. */
export function listenOnFreePort(server: TestServer): Promise<string> {
  return server.running.server.listen({ host: '127.0.0.1', port: 0 })
}

async function answerOf(response: Response): Promise<HttpResponse> {
  const text = await response.text()
  let body: HttpResponse['body'] = {}
  try {
    body = JSON.parse(text) as HttpResponse['body']
  } catch {
    // The response is not JSON, but a page or a file.
  }
  return { status: response.status, headers: response.headers, text, body }
}

/** Sends a request and does not follow redirects. */
export async function sendRequest(url: string, init: RequestInit = {}): Promise<HttpResponse> {
  return answerOf(await fetch(url, { redirect: 'manual', ...init }))
}

/** Encodes an input as a form. A value `{ json }` is sent as exactly that text. */
export function formOf(input: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) if (isRawJson(value)) form.append(name, value.json)
  const ordinaryFields = Object.fromEntries(Object.entries(input).filter(([, value]) => !isRawJson(value)))
  for (const [name, value] of formFields(ordinaryFields)) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([value.bytes as Uint8Array<ArrayBuffer>], { type: (value as Upload).mediaType }), value.filename)
  }
  if ([...form.keys()].length === 0) form.append('_', '')
  return form
}

function isRawJson(value: unknown): value is { json: string } {
  return typeof value === 'object' && value !== null && 'json' in value && typeof value.json === 'string'
}

/** Calls an operation over HTTP. */
export function postOperation(url: string, input: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> {
  return sendRequest(url, { method: 'POST', body: formOf(input), headers: { yycenterid: '2', 'idempotency-key': randomUUID(), ...headers } })
}

/** Sends raw bytes. Returns the response once the server closes the connection, or has sent nothing for `quietMs`. */
export function sendRawBytes(base: string, bytes: string | Buffer, quietMs = 400): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.setTimeout(quietMs, () => socket.destroy())
    socket.on('data', (piece) => (text += piece.toString('utf8')))
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
}

const allowedStatuses = new Set([200, 400, 404, 408, 413, 414, 415, 429, 431, 503])

const internalDetails: readonly (readonly [what: string, sign: RegExp])[] = [
  ['a stack', /\n\s+at |\bat (async )?[\w.<>]+ \(|\.(ts|js):\d+(:\d+)?/],
  ['a path', /node_modules|\/server\/|file:\/\/\/[a-z]+\/(?!passwd)|[A-Z]:\\\\(?!boot)/],
  [
    'SQL',
    /\b(select|insert into|update|delete from) [\s\S]{1,80}\b(from|values|set|where) |syntax error at or near|relation \\?"|column \\?"\w+\\?" (of|does)|violates (check|unique|foreign|not-null)|invalid input syntax|duplicate key value/i,
  ],
  ['the engine', /PGlite|postgres(ql)?:\/\/|kysely|FST_ERR|ERR_[A-Z]{4,}|SQLSTATE|TypeError|RangeError|ReferenceError|ZodError/],
  ['a secret', /\$argon2|password_hash|token_hash/],
]

/** Checks the status and envelope of a response, and that it reveals no internals. Returns the fault, or null. */
export function faultOf({ status, text, body, headers }: HttpResponse): string | null {
  if (!allowedStatuses.has(status)) return `status ${status}`
  const isJson = (headers.get('content-type') ?? '').startsWith('application/json')
  if (isJson && (typeof body.code !== 'number' || typeof body.message !== 'string')) return `no envelope: ${text.slice(0, 200)}`
  if (isJson && body.code !== 1 && typeof body.error !== 'string') return `a refusal without a name: ${text.slice(0, 200)}`
  if (status !== 200 && body.code === 1) return 'a success that is none'
  const internalDetail = internalDetails.find(([, sign]) => sign.test(text))
  return internalDetail ? `${internalDetail[0]}: ${internalDetail[1].exec(text)?.[0]}` : null
}

/** Like `faultOf`, but fails the test on a fault. */
export function expectNoFault(answer: HttpResponse, what: string): HttpResponse {
  assert.equal(faultOf(answer), null, `${what}: ${answer.status} ${answer.text.slice(0, 500)}`)
  return answer
}
