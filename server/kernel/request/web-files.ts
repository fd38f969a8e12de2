import { existsSync, globSync, readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { isPublicPath } from '#/api/public-pages.ts'
import type { Settings } from '#/server/kernel/installation/settings.ts'
import type { HttpOptions } from '#/server/kernel/request/http.ts'
import { headerOf, sendNotFound } from '#/server/kernel/request/http-errors.ts'
import { sendDocument } from '#/server/kernel/request/sent-document.ts'

/** Headers that browsers apply only to documents and workers. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const

/**
 * Returns a function that gives the HTML file for a path. Each page has its own file, which preloads its assets. All of
 * them start the same application.
 */
function createDocumentFinder(webDir: string): (path: string) => string {
  const htmlPages = new Set(globSync('page/**/*.html', { cwd: webDir }))
  return (path) => {
    const htmlPath = `page${path}.html`
    if (htmlPages.has(htmlPath)) return htmlPath
    return isPublicPath(path) || !htmlPages.has('page/app.html') ? 'index.html' : 'page/app.html'
  }
}

/**
 * Serves the files of the build, each by its own route. Every other address returns the application, but missing
 * `assets` get 404, because an old page would treat the document as a script.
 */
export async function registerWeb(
  server: FastifyInstance,
  options: HttpOptions,
  { wire, passwordRule, hasWatermark }: Pick<Settings, 'wire' | 'passwordRule' | 'hasWatermark'>,
): Promise<void> {
  if (!existsSync(`${options.webDir}/index.html`)) return void server.setNotFoundHandler(sendNotFound)
  await server.register(fastifyStatic, {
    root: options.webDir,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['**/*.html'],
    index: false,
    setHeaders: (reply, path) => {
      // The product's own drawings are XML in UTF-8.
      if (path.endsWith('.svg')) reply.type('image/svg+xml; charset=utf-8')
      const isAsset = path.slice(options.webDir.length).startsWith('/assets/')
      reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
      // A page loads dozens of assets, and document headers would be a tenth of the traffic. Workers need the headers
      // on their own file.
      if (isAsset && !/worker/.test(path)) for (const name of documentHeaders) reply.removeHeader(name)
    },
  })
  const documentFor = createDocumentFinder(options.webDir)
  const names = globSync('{index.html,page/**/*.html}', { cwd: options.webDir })
  // The browser must know these settings before its first call.
  const htmlAttributes = `data-wire="${wire}" data-passwords="${passwordRule}"${hasWatermark ? ' data-watermark' : ''}`
  const withAttributes = (text: string) => text.replace('<html ', `<html ${htmlAttributes} `)
  const texts = new Map(names.map((name) => [name, withAttributes(readFileSync(`${options.webDir}/${name}`, 'utf8'))]))
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|files|assets)\//.test(path)
    if (!isPage) return sendNotFound(request, reply)
    return sendDocument(reply, texts.get(documentFor(path)) ?? '', headerOf(request, 'accept-encoding') ?? '')
  })
}
