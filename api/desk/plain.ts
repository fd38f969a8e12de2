import { z } from 'zod'
import { Id, type Module } from '#/api/operation.ts'

/** The record that contains the number: an operator (default card), a candidate, a line of a batch, or an appellant. */
export const NumberHolder = z.enum(['operator', 'candidate', 'line', 'appeal'])
export const PlainField = z.enum(['idNumber', 'mobile', 'cardNo', 'address'])

/**
 * Full numbers of people. The caller needs a permission and must have confirmed the login password within 15 minutes.
 * Each view is logged.
 */
export const plain = {
  show: {
    access: 'plain:view',
    kind: 'write',
    log: { zh: '查看完整号码', en: 'View a full number', es: 'Ver un número completo', ja: '番号の全桁表示' },
    limit: 'export',
    secret: ['value'],
    input: z.object({ of: NumberHolder, id: Id, field: PlainField }),
    output: z.object({ value: z.string() }),
  },
} as const satisfies Module
