import { z } from 'zod'
import { Id, Moment, MoneyOut } from '#/api/operation.ts'
import { einvoiceKindNames, exchangeKinds, invoiceOrderKinds, invoiceOrderStates } from '#/domain/taxation/einvoice.ts'

const Order = z.object({
  id: Id,
  requestNo: z.string(),
  what: z.enum(invoiceOrderKinds),
  state: z.enum(invoiceOrderStates),
  invoiceId: Id,
  redId: Id.nullable(),
  tries: z.int(),
  nextAt: Moment.nullable(),
  number: z.string(),
  /** The reason why the order was refused or needs review. */
  problem: z.string(),
  byName: z.string(),
  createdAt: Moment,
})

/** The orders of an application at the issuing channel, and the channel's answers. */
export const ChannelOrders = z.object({
  kind: z.enum(einvoiceKindNames),
  isManual: z.boolean(),
  isSandbox: z.boolean(),
  quota: MoneyOut.nullable(),
  quotaAt: Moment.nullable(),
  /** The reason why nothing can be sent now; empty when sending is possible. */
  why: z.string(),
  orders: z.array(Order),
  /** Recorded requests and answers, newest first. The digests prove their content. */
  exchanges: z.array(z.object({ id: Id, what: z.enum(exchangeKinds), requestNo: z.string(), at: Moment, byName: z.string(), result: z.string(), tookMs: z.int(), asked: z.string(), answered: z.string() })),
})
