import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { showcaseRefusals, showcaseRoles } from '#/api/desk/showcase.texts.ts'
import {
  type ShowcaseArticle,
  ShowcaseArticleInput,
  ShowcaseArticleQuery,
  ShowcaseFileQuery,
  ShowcaseLogin,
  ShowcaseRoleInput,
  type ShowcaseRoleRow,
  showcaseSuccessCode,
} from '#/api/desk/showcase.ts'
import { articleDocument, articleWorkbook, articleZip, readTitles, workbookType } from '#/server/desk/showcase/files.ts'
import { sampleArticles, sampleRoles, sampleRoutes, sampleTransactions } from '#/server/desk/showcase/samples.ts'
import { refusalBody } from '#/server/kernel/request/pipeline.ts'
import type { RawRoutes } from '#/server/kernel/request/raw-routes.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { languageOf } from '#/server/kernel/request/translate.ts'
import { authenticate } from '#/server/kernel/session/session.ts'

// The mock calls of the template (specification §7). The mock data is in this process's memory, limited in size. The
// calls require a product session and do not touch product data.

const routePrefix = '/vue-element-admin'
const maxBodyBytes = 64 * 1024
const maxRoles = 50
const maxArticles = 300
const minPasswordLength = 6

/** Error codes of the mock, as in the template (specification §8). */
const errorCodes = { wrongLogin: 60_204, noUser: 50_008, gone: 0, full: 0 } as const

function refuse(name: keyof typeof showcaseRefusals, values: Readonly<Record<string, number>> = {}): never {
  throw new Refusal(name, showcaseRefusals[name], values, { code: errorCodes[name] })
}

function parseOrRefuse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = schema.safeParse(input)
  if (!result.success) throw new Refusal('malformed', kernelRefusals.malformed)
  return result.data
}

class MockData {
  readonly #roles = new Map<string, ShowcaseRoleRow>(sampleRoles.map((role) => [role.key, role]))
  readonly #articles: ShowcaseArticle[]
  readonly #now: () => Date
  #made = 0

  constructor(now: () => Date) {
    this.#now = now
    this.#articles = sampleArticles(now())
  }

  roles(): ShowcaseRoleRow[] {
    return [...this.#roles.values()]
  }

  addRole(body: unknown): { key: string } {
    const role = parseOrRefuse(ShowcaseRoleInput, body)
    if (this.#roles.size >= maxRoles) refuse('full', { most: maxRoles })
    this.#made += 1
    const key = `role-${this.#made}`
    this.#roles.set(key, { ...role, key })
    return { key }
  }

  putRole(key: string, body: unknown): { status: string } {
    const role = parseOrRefuse(ShowcaseRoleInput, body)
    if (!this.#roles.has(key)) refuse('gone')
    this.#roles.set(key, { ...role, key })
    return { status: 'success' }
  }

  dropRole(key: string): { status: string } {
    if (!this.#roles.delete(key)) refuse('gone')
    return { status: 'success' }
  }

  list(query: unknown): { total: number; items: ShowcaseArticle[] } {
    const { page, limit, title, importance, status, sort } = parseOrRefuse(ShowcaseArticleQuery, query)
    const articles = this.#articles.filter(
      (each) => each.title.includes(title) && (importance === undefined || each.importance === importance) && (status === undefined || each.status === status),
    )
    const sortedArticles = sort === '-id' ? articles.toReversed() : articles
    return { total: articles.length, items: sortedArticles.slice((page - 1) * limit, page * limit) }
  }

  article(id: number): ShowcaseArticle {
    return this.#articles.find((each) => each.id === id) ?? refuse('gone')
  }

  saveArticle(id: number | null, body: unknown): { id: number } {
    const content = parseOrRefuse(ShowcaseArticleInput, body)
    if (id !== null) {
      Object.assign(this.article(id), content)
      return { id }
    }
    if (this.#articles.length >= maxArticles) refuse('full', { most: maxArticles })
    const newArticle = { ...content, id: this.#articles.length + 1, at: this.#now().toISOString(), pageviews: 0 }
    this.#articles.push(newArticle)
    return { id: newArticle.id }
  }

  requestedArticles(query: unknown): ShowcaseArticle[] {
    const { ids } = parseOrRefuse(ShowcaseFileQuery, query)
    const requestedIds = ids?.split(',').map(Number)
    return requestedIds ? this.#articles.filter(({ id }) => requestedIds.includes(id)) : this.#articles.slice(0, 100)
  }
}

function signIn(body: unknown): { token: string } {
  const { username, password } = parseOrRefuse(ShowcaseLogin, body)
  if (!Object.hasOwn(showcaseRoles, username) || password.length < minPasswordLength) refuse('wrongLogin')
  return { token: `${username}-token` }
}

function userInfo(token: unknown): { roles: string[]; name: string } {
  const role = Object.keys(showcaseRoles).find((each) => token === `${each}-token`)
  return role === undefined ? refuse('noUser') : { roles: [role], name: role }
}

const idOf = (request: FastifyRequest) => Number((request.params as { id: string }).id)
const keyOf = (request: FastifyRequest) => (request.params as { id: string }).id

/** A mock call; data is wrapped in the mock's success envelope, files are sent directly. */
type MockHandler = (request: FastifyRequest, reply: FastifyReply) => unknown

function mockRoutes(mocks: MockData, now: () => Date): readonly (readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string, MockHandler])[] {
  const file = (reply: FastifyReply, type: string, bytes: unknown) => reply.type(type).send(bytes)
  return [
    ['GET', '/routes', () => sampleRoutes],
    ['GET', '/roles', () => mocks.roles()],
    ['POST', '/role', ({ body }) => mocks.addRole(body)],
    ['PUT', '/role/:id', (request) => mocks.putRole(keyOf(request), request.body)],
    ['DELETE', '/role/:id', (request) => mocks.dropRole(keyOf(request))],
    ['POST', '/user/login', ({ body }) => signIn(body)],
    ['GET', '/user/info', ({ query }) => userInfo((query as { token?: unknown }).token)],
    ['GET', '/article/list', ({ query }) => mocks.list(query)],
    ['GET', '/article/:id', (request) => mocks.article(idOf(request))],
    ['POST', '/article', ({ body }) => mocks.saveArticle(null, body)],
    ['PUT', '/article/:id', (request) => mocks.saveArticle(idOf(request), request.body)],
    ['GET', '/transaction/list', () => ({ items: sampleTransactions(now()) })],
    ['GET', '/file/articles.xlsx', async ({ query }, reply) => file(reply, workbookType, await articleWorkbook(mocks.requestedArticles(query)))],
    ['GET', '/file/articles.zip', ({ query }, reply) => file(reply, 'application/zip', articleZip(mocks.requestedArticles(query)))],
    ['GET', '/file/articles.pdf', async ({ query }, reply) => file(reply, 'application/pdf', await articleDocument(mocks.requestedArticles(query), now()))],
    ['POST', '/file/read', async (request) => readTitles(await (await request.file())?.toBuffer())],
  ]
}

/** Registers the mock calls. If the showcase is off, their addresses answer 404. */
export const showcaseRoutes: RawRoutes = async (scope, kernel, missing) => {
  if (!kernel.settings.showcase) return void scope.all(`${routePrefix}/*`, missing)
  const mockData = new MockData(() => kernel.clock.now())
  scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: maxBodyBytes }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body)))
    } catch {
      // Invalid JSON gets the same refusal as JSON of the wrong shape.
      done(null, undefined)
    }
  })
  for (const [method, path, answer] of mockRoutes(mockData, () => kernel.clock.now()))
    scope.route({
      method,
      url: routePrefix + path,
      handler: async (request, reply) => {
        const { 'x-token': token, 'x-account': account } = request.headers
        try {
          if (typeof token !== 'string' || token === '') throw new Refusal('signed_out', kernelRefusals.signedOut, {}, { code: 50_008 })
          await authenticate(kernel.database.requests, { token, account: account?.toString() }, kernel.clock.real())
          const data = await answer(request, reply)
          return reply.sent || data === reply ? reply : reply.send({ code: showcaseSuccessCode, data })
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          return reply.send(refusalBody(error, { language: languageOf(request.headers['accept-language']), requestId: request.id }))
        }
      },
    })
  scope.all(`${routePrefix}/*`, missing)
}
