import { type LookupAddress, lookup as resolve } from 'node:dns'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Thrown for an address that this server refuses to call, with the reason. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
}

const nonPublicNetworks4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
// Only 2000::/3 of IPv6 is public, except for embedded addresses (Teredo, 6to4) and documentation ranges.
const publicNetworks6 = ['2000::/3']
const nonPublicNetworks6 = ['2001::/32', '2001:db8::/32', '2002::/16', '3fff::/20']

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list
}

const nonPublicBlockList4 = blockListOf(nonPublicNetworks4)
const [world6, special6] = [blockListOf(publicNetworks6), blockListOf(nonPublicNetworks6)]

/** Converts an IPv4 address in IPv6 notation, as given by host names, resolvers or sockets, to plain IPv4. */
function toPlainAddress(address: string): string {
  const bareAddress = address.replace(/^\[|\]$/g, '').split('%')[0] ?? ''
  if (isIP(bareAddress) !== 6) return bareAddress
  const canonicalAddress = new URL(`http://[${bareAddress}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonicalAddress) ?? []
  if (high === undefined || low === undefined) return canonicalAddress
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [a >> 8, a & 255, b >> 8, b & 255].join('.')
}

/** Returns whether an address is public: not loopback, link-local, private, shared, metadata or reserved. */
export function isPublicAddress(address: string): boolean {
  const normalisedAddress = toPlainAddress(address)
  const family = isIP(normalisedAddress)
  if (family === 4) return !nonPublicBlockList4.check(normalisedAddress, 'ipv4')
  return family === 6 && world6.check(normalisedAddress, 'ipv6') && !special6.check(normalisedAddress, 'ipv6')
}

/** Internal networks that may be called (`OUTBOUND_INTERNAL`). */
export type TrustedNetworks = readonly string[]

function mayCall(address: string, trustedNetworks: TrustedNetworks): boolean {
  const normalisedAddress = toPlainAddress(address)
  return (
    isPublicAddress(normalisedAddress) ||
    (isIP(normalisedAddress) !== 0 && blockListOf(trustedNetworks).check(normalisedAddress, isIP(normalisedAddress) === 6 ? 'ipv6' : 'ipv4'))
  )
}

/** Why an address is refused before its host is resolved: bad format, not https, or an internal network. */
export type AddressProblem = 'form' | 'https' | 'internal'

/**
 * Returns why an external address may not be stored or called, or null. The address must use https and contain neither
 * user information nor a literal internal address. Plain http is allowed only to literal addresses of the allowed
 * internal networks. Host names are resolved and checked at each call (`sendOutboundCall`), because they may change.
 */
export function addressProblem(text: string, trustedNetworks: TrustedNetworks = []): AddressProblem | null {
  if (text.length > 2000 || !URL.canParse(text)) return 'form'
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (hostname === '' || username !== '' || password !== '' || hash !== '') return 'form'
  const host = toPlainAddress(hostname)
  const isOwn = isIP(host) !== 0 && !isPublicAddress(host) && mayCall(host, trustedNetworks)
  if (protocol !== 'https:' && !(protocol === 'http:' && isOwn)) return protocol === 'http:' ? 'https' : 'form'
  if (isIP(host) !== 0) return mayCall(host, trustedNetworks) ? null : 'internal'
  return /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host) && trustedNetworks.length === 0 ? 'internal' : null
}

/**
 * Resolves a host and returns its addresses only if all of them may be called. The connection therefore uses a checked
 * address.
 */
function checkedLookup(trustedNetworks: TrustedNetworks): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return done(error, '', 0)
      const refusedAddress = addresses.find(({ address }) => !mayCall(address, trustedNetworks))
      const [first] = addresses
      if (refusedAddress || !first) return done(new OutboundRefused(`${host} leads to ${refusedAddress?.address ?? 'nothing'}, which is not called`), '', 0)
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  }
}

/** A call to an external server. */
export interface OutboundCall {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Time limit in milliseconds, from the start to the last byte of the response. */
  readonly timeoutMs: number
  /** Maximum size of the response. */
  readonly maxBytes: number
  readonly ownNetworks?: TrustedNetworks
}

/** The response. A redirect is returned as such, because it is never followed. */
export interface OutboundResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

// Agents without keep-alive, so that each connection uses an address that was just checked.
const agentByProtocol = { 'http:': new HttpAgent({ keepAlive: false }), 'https:': new HttpsAgent({ keepAlive: false }) }

function readBody(answer: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    answer.on('data', (part: Buffer) => {
      size += part.length
      if (size > limit) answer.destroy(new Error(`the answer is longer than ${limit} bytes`))
      else parts.push(part)
    })
    answer.on('end', () => resolve(Buffer.concat(parts)))
    answer.on('error', reject)
    answer.on('close', () => reject(new Error('the answer ended early')))
  })
}

/**
 * Calls an external server with checked addresses, limited time and size, no redirects and no proxy. Throws unless the
 * response is complete. Callers interpret the status.
 */
export async function sendOutboundCall(call: OutboundCall): Promise<OutboundResponse> {
  const { ownNetworks: own = [] } = call
  const problem = addressProblem(call.url, own)
  if (problem !== null) throw new OutboundRefused(`this address is not called: ${problem}`)
  const url = new URL(call.url)
  const signal = AbortSignal.timeout(call.timeoutMs)
  const requestFunction = url.protocol === 'https:' ? requestHttps : requestHttp
  const agent = agentByProtocol[url.protocol === 'https:' ? 'https:' : 'http:']
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoingRequest = requestFunction(url, { method: call.method ?? 'POST', headers: { ...call.headers }, lookup: checkedLookup(own), agent, signal })
    outgoingRequest.on('response', resolve)
    outgoingRequest.on('error', reject)
    outgoingRequest.end(call.body)
  })
  const body = await readBody(answer, call.maxBytes)
  const headers = Object.fromEntries(Object.entries(answer.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
  return { status: answer.statusCode ?? 0, headers, body }
}
