import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from '#/api/operation.ts'
import { networkOf } from '#/server/lib/network.ts'

/** More than a caller may ask for in a minute; answered 429 with Retry-After. */
class TooMany extends Error {
  readonly statusCode = 429
}

type Limit = NonNullable<Operation['limit']> | 'page' | 'search'

// Shares of the limit of a session: hashing a password takes a core, an export and a search load the database, an upload takes memory. Public pages are kept in
// memory: an address may ask for as many as an office reads.
const shares: Readonly<Record<Limit, number>> = { login: 10, password: 20, export: 40, upload: 20, page: 0.1, search: 10 }
/** Counted by address, with any token. */
const byAddress: ReadonlySet<Limit> = new Set(['login', 'page', 'search'])
/** Allows for an office of many people behind one address. */
const sessionsPerAddress = 10
const keyMost = 64

/**
 * What a request has come to, by the route that it matched and never by the address as it was written: `/%61pi/…` and `http://host/api/…` are the same place.
 * A page asked for by a path of its own matches no route, as does an address that is none: only the latter can change anything.
 */
export function placeOf(request: FastifyRequest): 'api' | 'callback' | 'files' | 'nowhere' | 'page' {
  const route = request.routeOptions.url
  if (route === undefined || request.is404) return request.method === 'GET' || request.method === 'HEAD' ? 'page' : 'nowhere'
  if (route.startsWith('/callbacks/')) return 'callback'
  return route.startsWith('/api/') || route.startsWith('/vue-element-admin/') ? 'api' : route.startsWith('/files/') ? 'files' : 'page'
}

function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.headers['x-token']
  return typeof token === 'string' && token !== '' ? token.slice(0, keyMost) : undefined
}

/** Refuses a request beyond the limit of its kind. */
export type ExpectWithin = (request: FastifyRequest, of: { readonly limit?: Limit | undefined }) => Promise<void>

/**
 * Limits per minute: each session, each address whatever tokens it makes up, and each kind of costly operation. Answers the check that an operation
 * with a limit begins with.
 */
export async function registerLimits(server: FastifyInstance, perMinute: number): Promise<ExpectWithin> {
  const isOurs = (request: FastifyRequest) => ['api', 'files', 'nowhere'].includes(placeOf(request))
  await server.register(fastifyRateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => tokenOf(request) ?? networkOf(request.ip),
    allowList: (request) => !isOurs(request),
  })
  // Without its own list a limit takes the one above, which lets pages and callbacks through uncounted.
  const allowList = () => false
  const ofAddress = server.createRateLimit({
    allowList,
    max: perMinute * sessionsPerAddress,
    timeWindow: '1 minute',
    keyGenerator: (request) => `address ${networkOf(request.ip)}`,
  })
  server.addHook('onRequest', async (request) => {
    // Others' servers come from one address with all they have to say: they have the room of an office.
    if (!isOurs(request) && placeOf(request) !== 'callback') return
    const state = await ofAddress(request)
    if (!state.isAllowed && state.isExceeded) throw new TooMany()
  })
  const checks = Object.fromEntries(
    Object.entries(shares).map(([limit, share]) => {
      const key = (request: FastifyRequest) => `${limit} ${(byAddress.has(limit as Limit) ? undefined : tokenOf(request)) ?? networkOf(request.ip)}`
      return [limit, server.createRateLimit({ allowList, max: Math.max(1, Math.floor(perMinute / share)), timeWindow: '1 minute', keyGenerator: key })]
    }),
  )
  return async (request, { limit }) => {
    const state = limit === undefined ? undefined : await checks[limit]?.(request)
    if (state && !state.isAllowed && state.isExceeded) throw new TooMany()
  }
}
