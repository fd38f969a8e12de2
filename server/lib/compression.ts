import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** What is shorter fits, with its headers, into one packet as it is. */
const leastLength = 1000
// Quick ones: an answer is made for one reader and thrown away.
const ways = {
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => zip(text, { level: 5 }),
} as const

function wayFor(accepted: string): keyof typeof ways | null {
  const names = accepted.split(',').filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
  const taken = new Set(names.map((each) => each.split(';')[0]?.trim()))
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : null
}

/**
 * The answer of an operation as it travels: compressed when it is long and the caller reads that. Its length betrays nothing to others: the token is in a header
 * that no other site can make a browser send.
 */
export async function compressed(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const way = wayFor(String(request.headers['accept-encoding'] ?? ''))
  if (typeof payload !== 'string' || payload.length < leastLength || way === null) return payload
  reply.header('content-encoding', way).header('vary', 'accept-encoding')
  return ways[way](payload)
}
