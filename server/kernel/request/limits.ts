import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '#/api/operation.ts'
import { networkOf } from '#/server/lib/network.ts'

/** Thrown for a request beyond a limit per minute. The response is 429 with Retry-After. */
class TooManyRequests extends Error {
  readonly statusCode = 429
}

type Limit = NonNullable<Operation['limit']> | 'page' | 'search'

// Divisors of the session limit. Hashing a password occupies a core, exports and searches load the database, and
// uploads need memory. Public pages are cached, so one address may read as many as a whole office.
const limitDivisors: Readonly<Record<Limit, number>> = { login: 10, password: 20, export: 40, upload: 20, page: 0.1, search: 10 }
/** Limits that are counted per address, whatever the token. */
const limitsByAddress: ReadonlySet<Limit> = new Set(['login', 'page', 'search'])
/** An address may send as many requests as ten sessions, which suffices for an office behind one address. */
const sessionsPerAddress = 10
const maxKeyLength = 64

/**
 * Classifies a request by its matched route, because raw addresses vary: `/%61pi/…` and `http://host/api/…` are the
 * same route. Application pages and invalid addresses match no route. Of these requests, only those other than GET can
 * change anything.
 */
export function routeKindOf(request: FastifyRequest): 'api' | 'callback' | 'files' | 'nowhere' | 'page' {
  const route = request.routeOptions.url
  if (route === undefined || request.is404) return request.method === 'GET' || request.method === 'HEAD' ? 'page' : 'nowhere'
  if (route.startsWith('/callbacks/')) return 'callback'
  return route.startsWith('/api/') || route.startsWith('/vue-element-admin/') ? 'api' : route.startsWith('/files/') ? 'files' : 'page'
}

function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.headers['x-token']
  return typeof token === 'string' && token !== '' ? token.slice(0, maxKeyLength) : undefined
}

export type ExpectWithin = (request: FastifyRequest, of: { readonly limit?: Limit | undefined }) => Promise<void>

/**
 * Registers limits per minute for each session, each address and each costly kind of operation. Returns the check that
 * operations with a limit run first.
 */
export async function registerLimits(server: FastifyInstance, perMinute: number): Promise<ExpectWithin> {
  const hasLimit = (request: FastifyRequest) => ['api', 'files', 'nowhere'].includes(routeKindOf(request))
  await server.register(fastifyRateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => tokenOf(request) ?? networkOf(request.ip),
    allowList: (request) => !hasLimit(request),
  })
  // Without a separate list, a limit inherits the previous list, which exempts pages and callbacks from counting.
  const allowList = () => false
  const addressLimit = server.createRateLimit({
    allowList,
    max: perMinute * sessionsPerAddress,
    timeWindow: '1 minute',
    keyGenerator: (request) => `address ${networkOf(request.ip)}`,
  })
  server.addHook('onRequest', async (request) => {
    // External servers send all calls from one address, so callbacks get the limit of a whole office.
    if (!hasLimit(request) && routeKindOf(request) !== 'callback') return
    const state = await addressLimit(request)
    if (!state.isAllowed && state.isExceeded) throw new TooManyRequests()
  })
  const checksByLimit = Object.fromEntries(
    Object.entries(limitDivisors).map(([limit, share]) => {
      const key = (request: FastifyRequest) => `${limit} ${(limitsByAddress.has(limit as Limit) ? undefined : tokenOf(request)) ?? networkOf(request.ip)}`
      return [limit, server.createRateLimit({ allowList, max: Math.max(1, Math.floor(perMinute / share)), timeWindow: '1 minute', keyGenerator: key })]
    }),
  )
  return async (request, { limit }) => {
    const state = limit === undefined ? undefined : await checksByLimit[limit]?.(request)
    if (state && !state.isAllowed && state.isExceeded) throw new TooManyRequests()
  }
}
