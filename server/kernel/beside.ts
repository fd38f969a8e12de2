import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '#/server/kernel/kernel.ts'

/** The 404 answer for routes outside the request pipeline. */
export type Missing = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Routes whose shape an external protocol fixes, so that they are not operations. */
export type Beside = (server: FastifyInstance, kernel: Kernel, missing: Missing) => Promise<void>
