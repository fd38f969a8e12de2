import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { GatewayNotice } from '#/server/kernel/external/gateways.ts'
import { newToken } from '#/server/kernel/session/session.ts'
import { OutboundRefused, sendOutboundCall, type TrustedNetworks } from '#/server/lib/outbound.ts'

// Requests, responses and notices carry an HMAC-SHA256 over their subject and the digest of the raw body. Requests and
// notices include time and nonce. A response includes the nonce of its request, so that it fits no other request
// (docs/operations.md, External services).

/**
 * The reason why a call gave no trustworthy response. The message is for the log and the administrator and contains no
 * personal numbers.
 */
export class GatewayFault extends Error {
  override readonly name = 'GatewayFault'
}

export interface Endpoint {
  readonly address: string
  readonly app: string
  readonly secret: string
  readonly timeoutMs: number
  readonly own: TrustedNetworks
  /** Maximum bytes of a response; 64 KB by default. */
  readonly maxBytes?: number
  /** Receives the digests of request and response before the response is verified. */
  readonly onExchange?: (requested: string, answered: string) => void
}

const defaultMaxBytes = 64 * 1024
const maxSkewMs = 300_000

const digestOf = (body: string | Uint8Array) => createHash('sha256').update(body).digest('hex')
const sign = (secret: string, parts: readonly string[]) => createHmac('sha256', secret).update(parts.join('\n')).digest('hex')

function isSameSignature(received: string, expected: string): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Calls one path of a gateway and returns its response. Throws a `GatewayFault` unless the response is signed JSON with
 * status 200.
 */
export async function callSigned(
  { address, app, secret, timeoutMs, own, maxBytes = defaultMaxBytes, onExchange }: Endpoint,
  path: string,
  input: object,
  now: Date,
): Promise<unknown> {
  const body = JSON.stringify(input)
  const url = `${address}${path}`
  const [at, nonce] = [String(now.getTime()), newToken()]
  const headers = {
    'content-type': 'application/json',
    'x-app': app,
    'x-timestamp': at,
    'x-nonce': nonce,
    'x-signature': sign(secret, ['POST', path, at, nonce, digestOf(body)]),
  }
  onExchange?.(digestOf(body), '')
  const answer = await sendOutboundCall({ url, headers, body, timeoutMs, maxBytes, ownNetworks: own }).catch((error: unknown) => {
    if (error instanceof OutboundRefused) throw new GatewayFault(error.message)
    const { name = '', code = '' } = (typeof error === 'object' && error !== null ? error : {}) as { name?: string; code?: string }
    throw new GatewayFault(/timeout/i.test(name) || code === 'ABORT_ERR' ? `no answer within ${timeoutMs / 1000} s` : `no answer: ${code || name || 'unknown'}`)
  })
  onExchange?.(digestOf(body), digestOf(answer.body))
  if (answer.status !== 200) throw new GatewayFault(`status ${answer.status}`)
  if (!isSameSignature(answer.headers['x-signature'] ?? '', sign(secret, [nonce, digestOf(answer.body)])))
    throw new GatewayFault('the answer is not signed with our key')
  try {
    return JSON.parse(answer.body.toString())
  } catch {
    throw new GatewayFault('the answer is not JSON')
  }
}

/**
 * Returns why a notice is invalid: `signature` for a wrong signature, app or path, `stale` for a time more than five
 * minutes off. Returns null when it is valid.
 */
export function noticeProblem({ path, headers, body }: GatewayNotice, secret: string, app: string, now: Date): 'signature' | 'stale' | null {
  const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : '')
  const [at, nonce] = [header('x-timestamp'), header('x-nonce')]
  if (header('x-app') !== app || !isSameSignature(header('x-signature'), sign(secret, ['POST', path, at, nonce, digestOf(body)]))) return 'signature'
  return /^\d{13}$/.test(at) && Math.abs(now.getTime() - Number(at)) <= maxSkewMs ? null : 'stale'
}

/** Returns the fault for the administrator and the log, without any content of the response. */
export function faultMessage(error: unknown): string {
  return error instanceof GatewayFault ? error.message : 'the answer is not as agreed'
}
