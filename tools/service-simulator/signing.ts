import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

// The signatures of docs/operations.md (External services), implemented independently from that page. Code shared with
// the server would hide a common mistake.

export interface SigningKey {
  readonly app: string
  readonly secret: string
}

const maxSkewMs = 300_000

export const stringValue = (value: unknown) => (typeof value === 'string' ? value : '')
export const digestOf = (body: string | Uint8Array) => createHash('sha256').update(body).digest('hex')
export const signatureOf = (secret: string, parts: readonly string[]) => createHmac('sha256', secret).update(parts.join('\n')).digest('hex')

/** Returns whether a request has a valid and recent signature with this key. */
export function isGenuine({ headers }: IncomingMessage, path: string, body: Buffer, { app, secret }: SigningKey): boolean {
  const header = (name: string) => stringValue(headers[name])
  const expectedSignature = Buffer.from(signatureOf(secret, ['POST', path, header('x-timestamp'), header('x-nonce'), digestOf(body)]))
  const signatureBytes = Buffer.from(header('x-signature'))
  const isFresh = Math.abs(Date.now() - Number(header('x-timestamp'))) <= maxSkewMs
  return isFresh && header('x-app') === app && signatureBytes.length === expectedSignature.length && timingSafeEqual(signatureBytes, expectedSignature)
}
