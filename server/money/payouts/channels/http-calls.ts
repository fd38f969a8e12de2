import { createHash } from 'node:crypto'
import type { ChannelSettings } from '#/domain/base/connection-settings.ts'
import { trimmedEnd } from '#/domain/base/text.ts'
import { newToken } from '#/server/kernel/session/session.ts'
import { OutboundRefused, sendOutboundCall } from '#/server/lib/outbound.ts'
import { type ChannelEnvironment, ChannelFault, cleanText } from '#/server/money/payouts/channels/channel.ts'
import { waitForTurn } from '#/server/money/payouts/channels/pace.ts'
import type { ChannelSignatures } from '#/server/money/payouts/channels/signatures.ts'
import * as store from '#/server/money/payouts/channels/store-inbox.ts'

export const maxResponseBytes = 256 * 1024

/** The maximum duration of one call of `send`, well within the lease of its lines. */
export const maxSendMs = 35_000

export const channelTimeoutMs = 25_000

export const maxTries = 3

export const maxWaitMs = 10_000

export type ResponseFields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): ResponseFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ResponseFields) : {}

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function parseFields(body: Uint8Array): ResponseFields {
  try {
    return fieldsOf(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)))
  } catch {
    return {}
  }
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A signed answer. `rest` is the pause in seconds that the channel requests. */
export type SignedResponse =
  | { readonly code: 'OK'; readonly body: ResponseFields; readonly skewSeconds: number }
  | { readonly code: 'INVALID'; readonly message: string }
  | { readonly code: 'NOT_READY' }
  | { readonly code: 'TOO_MANY' | 'MAINTENANCE'; readonly rest: number }

export interface HttpChannel {
  readonly id: number
  readonly settings: ChannelSettings
  readonly signatures: ChannelSignatures
  readonly environment: ChannelEnvironment
}

function retrySeconds(body: ResponseFields): number {
  const { retryAfter } = body
  return typeof retryAfter === 'number' && retryAfter > 0 ? Math.min(retryAfter, 86_400) : 1
}

async function sendCall(
  { settings, environment: here }: HttpChannel,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  timeoutMs: number,
  maxBytes: number,
) {
  try {
    return await sendOutboundCall({ url: url.href, headers, body, timeoutMs, maxBytes, ownNetworks: here.ownNetworks })
  } catch (error) {
    if (error instanceof OutboundRefused) throw new ChannelFault('address', error.message)
    throw new ChannelFault('connect', `${settings.merchantNo}: ${String(error)}`)
  }
}

const unixSeconds = ({ environment: here }: HttpChannel) => Math.floor(here.real().getTime() / 1000)

/** Makes one signed call. Accepts the answer only if the channel signed it for this request, at about this time. */
export async function callOnce(channel: HttpChannel, path: string, content: object, maxBytes: number, timeoutMs: number): Promise<SignedResponse> {
  const { settings, signatures } = channel
  const { address = '', merchantNo = '', skewSeconds = '' } = settings
  const url = new URL(`${trimmedEnd(address, /\//)}/${path}`)
  const body = Buffer.from(JSON.stringify({ merchantNo, ...content }))
  const [timestamp, nonce] = [String(unixSeconds(channel)), newToken()]
  const headers = {
    'content-type': 'application/json',
    'x-merchant': merchantNo,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': signatures.sign(['request', 'POST', url.pathname, timestamp, nonce], body),
  }
  const answer = await sendCall(channel, url, headers, body, timeoutMs, maxBytes)
  const sentTimestamp = answer.headers['x-timestamp'] ?? ''
  const signedPart = ['answer', String(answer.status), sentTimestamp, nonce] as const
  if (!signatures.isSignedByChannel(signedPart, answer.body, answer.headers['x-signature'] ?? ''))
    throw new ChannelFault('signature', `an answer of status ${answer.status} without the channel's signature`)
  const skew = Number(sentTimestamp) - unixSeconds(channel)
  if (!/^\d{1,12}$/.test(sentTimestamp) || Math.abs(skew) > Number(skewSeconds)) throw new ChannelFault('clock', `the channel's clock differs by ${skew} s`)
  const responseFields = parseFields(answer.body)
  if (responseFields.code === 'OK') return { code: 'OK', body: responseFields, skewSeconds: skew }
  if (responseFields.code === 'NOT_READY') return { code: 'NOT_READY' }
  if (responseFields.code === 'INVALID') return { code: 'INVALID', message: cleanText(responseFields.message) }
  if (responseFields.code === 'TOO_MANY' || responseFields.code === 'MAINTENANCE') return { code: responseFields.code, rest: retrySeconds(responseFields) }
  throw new ChannelFault('refused', `a signed answer that the protocol does not know: ${cleanText(responseFields.code, 40)}`)
}

/** Calls within the rate limit. Returns null when no time is left. */
export async function callAtRate(
  channel: HttpChannel,
  path: string,
  content: object,
  until: number,
  maxBytes = maxResponseBytes,
): Promise<SignedResponse | null> {
  const { perSecond, timeoutSeconds } = channel.settings
  if (!(await waitForTurn(channel.id, Number(perSecond), until))) return null
  // A call that starts before `until` still gets its full, limited timeout.
  return callOnce(channel, path, content, maxBytes, Number(timeoutSeconds) * 1000)
}

/** Makes a call for a waiting user. Returns the answer or throws a `ChannelFault`. */
export async function callForUser(channel: HttpChannel, path: string, content: object, maxBytes = maxResponseBytes): Promise<ResponseFields | null> {
  const response = await callAtRate(channel, path, content, performance.now() + channelTimeoutMs, maxBytes)
  if (response === null || response.code === 'TOO_MANY') throw new ChannelFault('closed', 'too many requests')
  if (response.code === 'MAINTENANCE') throw new ChannelFault('closed', `closed for ${response.rest} s`)
  if (response.code === 'INVALID') throw new ChannelFault('refused', response.message)
  return response.code === 'OK' ? response.body : null
}

/** Pauses sending after the channel reported that it is closed, or during its maintenance window. */
export async function pauseSending({ id, environment: here }: HttpChannel, seconds: number): Promise<void> {
  await here.run('payouts.closed', (ctx) => store.setPauseEnd(ctx, id, new Date(ctx.now.getTime() + seconds * 1000)))
}
