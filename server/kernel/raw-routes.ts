import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '#/server/kernel/kernel.ts'

/** The 404 answer for routes outside the request pipeline. */
export type NotFound = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Routes that a link or an external protocol fixes, so that they are not operations. */
export type RawRoutes = (server: FastifyInstance, kernel: Kernel, missing: NotFound) => Promise<void>
