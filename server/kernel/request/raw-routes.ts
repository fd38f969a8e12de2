import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '#/server/kernel/kernel.ts'

/** Sends the 404 response for routes outside the operation pipeline. */
export type NotFound = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Routes whose form a link or an external protocol fixes, so that they cannot be operations. */
export type RawRoutes = (server: FastifyInstance, kernel: Kernel, missing: NotFound) => Promise<void>
