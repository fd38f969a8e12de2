import type { FastifyInstance, FastifyRequest } from 'fastify'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { languageOf, translate } from '#/server/kernel/request/translate.ts'

function lastOf(header: string | string[] | undefined): string {
  return String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim() as string
}

const isPage = ({ method, url }: FastifyRequest) => (method === 'GET' || method === 'HEAD') && !/^\/(?:api|files|callbacks)\//.test(url)

/**
 * Redirects pages that the proxy received over http. Refuses every other http request, so that a client that sends
 * tokens in clear text fails visibly. Does nothing without a site address over https or without `X-Forwarded-Proto`.
 */
export function refuseClearText(server: FastifyInstance, siteUrl: string | null): void {
  if (!siteUrl?.startsWith('https://')) return
  server.addHook('onRequest', async (request, reply) => {
    if (lastOf(request.headers['x-forwarded-proto']) !== 'http') return
    if (isPage(request)) return reply.redirect(`${siteUrl}${request.url.startsWith('/') ? request.url : '/'}`, 308)
    const language = languageOf(request.headers['accept-language'])
    return reply
      .code(403)
      .header('cache-control', 'no-store')
      .send({ code: 0, error: 'https_only', message: translate(kernelRefusals.httpsOnly, language), requestId: request.id })
  })
}
