import { z } from 'zod'
import type { Module } from '#/api/operation.ts'

/** Private files: a link that opens one file, for one person, for five minutes. */
export const files = {
  link: { access: 'session', kind: 'write', input: z.object({ fileId: z.uuid() }), output: z.object({ url: z.string(), name: z.string() }) },
} as const satisfies Module
