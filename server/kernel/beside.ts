import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '#/server/kernel/kernel.ts'

/** How what stands beside the pipeline says that there is nothing at an address. */
export type Missing = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Addresses of a module that are no operations, because somebody else has said what they look like. */
export type Beside = (server: FastifyInstance, kernel: Kernel, missing: Missing) => Promise<void>
