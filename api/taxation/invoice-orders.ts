import { z } from 'zod'
import { Id, Moment, MoneyOut } from '#/api/operation.ts'
import { einvoiceKindNames, exchangeKinds, orderKinds, orderStates } from '#/domain/einvoice.ts'

const Order = z.object({
  id: Id,
  requestNo: z.string(),
  what: z.enum(orderKinds),
  state: z.enum(orderStates),
  invoiceId: Id,
  redId: Id.nullable(),
  tries: z.int(),
  nextAt: Moment.nullable(),
  number: z.string(),
  /** What was refused, or has to be looked at. */
  problem: z.string(),
  byName: z.string(),
  createdAt: Moment,
})

/** What the issuing channel of an application was told and answered. */
export const Machine = z.object({
  kind: z.enum(einvoiceKindNames),
  isManual: z.boolean(),
  isSandbox: z.boolean(),
  quota: MoneyOut.nullable(),
  quotaAt: Moment.nullable(),
  /** Why nothing can be sent now; empty when it can. */
  why: z.string(),
  orders: z.array(Order),
  /** What was said, newest first; the digests prove it. */
  exchanges: z.array(z.object({ id: Id, what: z.enum(exchangeKinds), requestNo: z.string(), at: Moment, byName: z.string(), result: z.string(), tookMs: z.int(), asked: z.string(), answered: z.string() })),
})
