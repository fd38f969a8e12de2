import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseStale } from '#/server/kernel/archive/commit-record.ts'
import { FileStoreLost } from '#/server/kernel/files/files.ts'
import type { Kernel } from '#/server/kernel/kernel.ts'
import { isAborted } from '#/server/kernel/request/form.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { languageOf, translate } from '#/server/kernel/request/translate.ts'
import { DatabaseLost } from '#/server/lib/database/connection-errors.ts'
import { DatabaseBusy } from '#/server/lib/database/dialect.ts'

export const uploadMegabytes = 10

export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const drainMs = 5000

/**
 * Reads the rest of a refused client's body for a limited time, because many clients read the response only after
 * sending. Otherwise the server could not stop before the client gives up.
 */
export function drainRefusedBody({ raw }: FastifyRequest): void {
  if (raw.complete) return
  const drainTimer = setTimeout(() => raw.destroy(), drainMs).unref()
  raw.once('close', () => clearTimeout(drainTimer))
  raw.unpipe()
  raw.resume()
}

export function sendError(kernel: Kernel, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const language = languageOf(headerOf(request, 'accept-language'))
  const { code, status } = errorCodeAndStatus(error)
  reply.header('cache-control', 'no-store')
  if (error instanceof DatabaseLost) kernel.log.warn({ requestId: request.id, error: error.message }, 'the database is away')
  if (error instanceof FileStoreLost) kernel.log.warn({ requestId: request.id, error: error.message }, 'the file store is away')
  if (error instanceof DatabaseStale) kernel.log.warn({ requestId: request.id, error: error.message }, 'the database lost commits: a commit was refused')
  if (error instanceof DatabaseBusy || error instanceof DatabaseLost || error instanceof DatabaseStale || error instanceof FileStoreLost)
    return void reply
      .code(503)
      .header('retry-after', String(error.retryAfterSeconds))
      .send({ code: 0, error: 'busy', message: translate(kernelRefusals.busy, language), requestId: request.id })
  const body = (name: keyof typeof kernelRefusals, values = {}) => ({
    code: 0,
    error: name,
    message: translate(kernelRefusals[name], language, values),
    requestId: request.id,
  })
  // A client that disconnects during an upload is not a server error.
  if (isAborted(request)) {
    kernel.log.info({ requestId: request.id, path: request.url.split('?')[0] }, 'the caller went away')
    return void reply.code(400).send(body('malformed'))
  }
  if (status === 429)
    return void reply
      .code(429)
      .header('retry-after', '60')
      .send(body('tooMany', { seconds: 60 }))
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return void reply.code(413).send(body('malformed'))
  if (code === 'FST_REQ_FILE_TOO_LARGE' || status === 413)
    return void reply.code(413).send(body('fileTooLarge', { megabytes: request.routeOptions.config.uploadMegabytes ?? uploadMegabytes }))
  if (status === 415) return void reply.code(415).send(body('malformed'))
  if (status === 414) return void reply.code(414).send(body('malformed'))
  if (code.startsWith('FST_') || (status >= 400 && status < 500)) return void reply.code(400).send(body('malformed'))
  if (status === 503) return void reply.code(503).header('retry-after', '2').send(body('busy'))
  kernel.log.error({ requestId: request.id, path: request.url.split('?')[0], error: error instanceof Error ? error.stack : String(error) }, 'a defect')
  return void reply.code(500).send(body('defect', { requestId: request.id }))
}

const statusByParserError: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Sends a minimal response to invalid HTTP and closes the connection. */
export function rejectInvalidHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const body = JSON.stringify({ code: 0, error: 'malformed', message: kernelRefusals.malformed.zh })
  const head = `HTTP/1.1 ${statusByParserError[error.code ?? ''] ?? '400 Bad Request'}\r\ncontent-type: application/json; charset=utf-8`
  if (socket.writable) socket.write(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`)
  socket.destroySoon()
}

/** Answers 404 in the usual response envelope. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = translate(kernelRefusals.noSuchPlace, languageOf(headerOf(request, 'accept-language')))
  return reply.code(404).header('cache-control', 'no-store').send({ code: 0, error: 'no_such_place', message, requestId: request.id })
}

function errorCodeAndStatus(error: unknown): { code: string; status: number } {
  const fields = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; statusCode?: unknown }
  return { code: typeof fields.code === 'string' ? fields.code : '', status: typeof fields.statusCode === 'number' ? fields.statusCode : 500 }
}
