import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '#/server/kernel/kernel.ts'

/** Sends the 404 response for routes outside the operation pipeline. */
export type NotFound = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Routes whose URL and body are fixed by a download link or an external protocol, which operations cannot express. */
export type RawRoutes = (server: FastifyInstance, kernel: Kernel, missing: NotFound) => Promise<void>
