import { z } from 'zod'
import { type Module, Moment } from '#/api/operation.ts'

/**
 * Private files. A link opens one file for one person for five minutes. The module also lists the caller's exports that
 * have not expired.
 */
export const files = {
  link: { access: 'session', kind: 'write', log: { zh: '下载文件', en: 'Download a file', es: 'Descargar un archivo', ja: 'ファイルのダウンロード' }, input: z.object({ fileId: z.uuid() }), output: z.object({ url: z.string(), name: z.string() }) },
  /** Returns the caller's exports that have not expired, newest first. */
  exports: {
    access: 'session',
    kind: 'read',
    input: z.object({}),
    output: z.array(z.object({ fileId: z.uuid(), name: z.string(), size: z.int(), createdAt: Moment, expiresAt: Moment.nullable() })),
  },
} as const satisfies Module
