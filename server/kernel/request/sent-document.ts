import { randomBytes } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'

const noncePlaceholder = '__NONCE__'
/** Brotli quality. A document has only a few kB, and higher quality would not make it noticeably smaller. */
const fastCompression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Sends a document with a new nonce in its text and its policy. It therefore has no ETag. */
export function sendDocument(reply: FastifyReply, text: string, accepted: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const policy = String(reply.getHeader('content-security-policy')).replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
  reply.header('content-security-policy', policy).header('cache-control', 'no-cache').type('text/html; charset=utf-8')
  const documentText = text.replaceAll(noncePlaceholder, nonce)
  reply.header('vary', 'accept-encoding')
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(brotliCompressSync(documentText, fastCompression))
  return /\bgzip\b/.test(accepted) ? reply.header('content-encoding', 'gzip').send(gzipSync(documentText)) : reply.send(documentText)
}
