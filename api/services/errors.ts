import { z } from 'zod'
import { Day, Id, type Module, Moment } from '#/api/operation.ts'
import { truncateUnits } from '#/domain/base/text.ts'

// Reports from browsers are untrusted. Texts are truncated instead of refused, and treated as plain text.
const truncatedText = (limit: number) => z.string().transform((text) => truncateUnits(text, limit))

/** Reports of errors in browsers. */
export const errors = {
  report: {
    access: 'session',
    kind: 'write',
    log: { zh: '上报浏览器错误', en: 'Report a browser error', es: 'Informar de un error del navegador', ja: 'ブラウザーエラーの報告' },
    input: z.object({
      message: truncatedText(500),
      stack: truncatedText(8000).default(''),
      page: truncatedText(300).default(''),
      version: truncatedText(100).default(''),
      /** The id of the failed request, if there was one. */
      requestId: z
        .string()
        .regex(/^[0-9a-f-]{36}$/)
        .optional(),
      at: Moment,
    }),
    output: z.object({}),
  },
  list: {
    access: 'syslog',
    kind: 'read',
    input: z.object({ keyword: z.string().trim().max(100).optional(), from: Day.optional(), to: Day.optional(), after: Id.optional(), size: z.int().min(1).max(100).default(50) }),
    output: z.object({
      rows: z.array(
        z.object({
          id: Id,
          at: Moment,
          username: z.string(),
          message: z.string(),
          stack: z.string(),
          page: z.string(),
          version: z.string(),
          agent: z.string(),
          failedRequestId: z.string().nullable(),
          requestId: z.string(),
        }),
      ),
      next: Id.nullable(),
    }),
  },
} as const satisfies Module
