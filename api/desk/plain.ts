import { z } from 'zod'
import { Id, type Module } from '#/api/operation.ts'

/** Whose number: an operator's (the default card), a person's under review, a line's of a batch, or an appellant's. */
export const PlainOf = z.enum(['operator', 'candidate', 'line', 'appeal'])
export const PlainField = z.enum(['idNumber', 'mobile', 'cardNo', 'address'])

/** Numbers of people shown whole: to who may, after the login password of the last quarter of an hour, and never without a trace. */
export const plain = {
  show: {
    access: 'plain:view',
    kind: 'write',
    log: { zh: '查看完整号码', en: 'View a full number', es: 'Ver un número completo', ja: '番号の全桁表示' },
    limit: 'export',
    secret: ['value'],
    input: z.object({ of: PlainOf, id: Id, field: PlainField }),
    output: z.object({ value: z.string() }),
  },
} as const satisfies Module
