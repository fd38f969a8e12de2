import { z } from 'zod'
import { BatchTexts, LineIssue } from '#/api/money/lines.ts'
import { Id, Mode, Moment, MoneyOut, Version } from '#/api/operation.ts'
import { batchStates } from '#/domain/money/batch.ts'
import { paymentInvoiceStatuses } from '#/domain/money/collection.ts'
import { lineStates } from '#/domain/money/line.ts'
import { lineCellFields } from '#/domain/money/line-cells.ts'
import { channelKindNames } from '#/domain/organisations/payout-channel.ts'

/** A batch as shown in lists. */
export const Batch = z.object({
  id: Id,
  no: z.string(),
  unitId: Id,
  unitName: z.string(),
  centreId: Id,
  centreName: z.string(),
  mode: Mode,
  orderId: Id,
  orderTitle: z.string(),
  channelName: z.string(),
  channelKind: z.enum(channelKindNames),
  amountBasis: z.enum(['gross', 'net']),
  ...BatchTexts,
  state: z.enum(batchStates),
  stateReason: z.string(),
  isInsufficient: z.boolean(),
  isFrozen: z.boolean(),
  lineCount: z.int(),
  errorCount: z.int(),
  warningCount: z.int(),
  successCount: z.int(),
  failedCount: z.int(),
  returnedCount: z.int(),
  openCount: z.int(),
  gross: MoneyOut,
  vat: MoneyOut,
  surcharge: MoneyOut,
  iit: MoneyOut,
  tax: MoneyOut,
  fee: MoneyOut,
  net: MoneyOut,
  cost: MoneyOut,
  successCost: MoneyOut,
  retryOfId: Id.nullable(),
  retryOfNo: z.string().nullable(),
  /** The batch of which this one is a copy. */
  copyOf: z.object({ id: Id, no: z.string() }).nullable(),
  /** The halt that stops payments of the batch; null without one. */
  halt: z.object({ at: Moment, by: z.string(), reason: z.string() }).nullable(),
  /** The batches that resend failed and returned lines of this one. */
  resentAs: z.array(z.object({ id: Id, no: z.string() })),
  makerName: z.string(),
  checkerName: z.string().nullable(),
  auditorName: z.string().nullable(),
  invoice: z.enum(paymentInvoiceStatuses),
  payerName: z.string().nullable(),
  createdAt: Moment,
  submittedAt: Moment.nullable(),
  paidAt: Moment.nullable(),
  finishedAt: Moment.nullable(),
  version: Version,
  /**
   * The reason why the caller cannot take each action; null where allowed. Pages derive their buttons from these
   * reasons.
   */
  may: z.partialRecord(z.enum(['edit', 'submit', 'withdraw', 'check', 'audit', 'pay', 'cancel', 'resend', 'register', 'halt', 'release', 'reroute', 'copy']), z.string()),
})

export const BatchTotals = z.object({ gross: MoneyOut, tax: MoneyOut, fee: MoneyOut, net: MoneyOut, cost: MoneyOut })

/** `difference` is the first unsettled reconciliation difference of the batch; `count` is the number of differences. */
export const ListedBatch = Batch.extend({ concerned: MoneyOut.nullable(), difference: z.object({ id: Id, no: z.string(), count: z.int() }).nullable() })

const Comparison = z.object({
  previousNo: z.string().nullable(),
  newPayees: z.int(),
  changedCards: z.int(),
  changedAmounts: z.int(),
  grossBefore: MoneyOut.nullable(),
})

/** The computed amounts of a batch, and the points that the payer should check. */
export const BatchTrial = z.object({
  totals: BatchTotals.extend({ vat: MoneyOut, surcharge: MoneyOut, iit: MoneyOut }),
  lineCount: z.int(),
  available: MoneyOut,
  frozen: MoneyOut,
  availableAfter: MoneyOut,
  shortBy: MoneyOut,
  watch: z.array(z.object({ lineId: Id, seq: z.int(), name: z.string(), issue: LineIssue })),
  compared: Comparison,
  evidenceRequired: z.boolean(),
  /** The gross amount above which documents are required. */
  evidenceLimit: MoneyOut,
  evidenceCount: z.int(),
  policyVersion: z.string(),
})

export const BatchWarning = z.object({
  lineId: Id,
  seq: z.int(),
  name: z.string(),
  gross: MoneyOut,
  issue: LineIssue,
  others: z.array(z.object({ batchId: Id, batchNo: z.string(), seq: z.int(), gross: MoneyOut, paidAt: Moment.nullable() })),
  /** The number of further payments that are older or hidden from the caller. */
  unlisted: z.int(),
  accepted: z.object({ by: z.string(), at: Moment, reason: z.string() }).nullable(),
})

export const ResendableLine = z.object({
  id: Id,
  seq: z.int(),
  name: z.string(),
  cardNo: z.string(),
  bankName: z.string(),
  net: MoneyOut,
  state: z.enum(lineStates),
  failCode: z.string().nullable(),
  failReason: z.string(),
  /** Whether the bank refused the account, so that a new card is required. */
  needsCard: z.boolean(),
})

export const HistoryStep = z.object({
  at: Moment,
  action: z.string(),
  userName: z.string(),
  detail: z.record(z.string(), z.unknown()),
  /** The changed cells with masked numbers. `unlisted` counts the changes that are not listed. */
  edits: z.array(z.object({ seq: z.int(), name: z.string(), field: z.enum(lineCellFields), before: z.string(), after: z.string() })),
  unlisted: z.int(),
})

/** A ledger journal of a batch, with the balances of the unit after it. */
export const BatchMovement = z.object({
  journalId: Id,
  at: Moment,
  kind: z.string(),
  refNo: z.string(),
  memo: z.string(),
  available: MoneyOut,
  frozen: MoneyOut,
  availableAfter: MoneyOut.nullable(),
  frozenAfter: MoneyOut.nullable(),
  lineName: z.string().nullable(),
})

export const BatchEvidence = z.object({
  id: Id,
  kind: z.enum(['acceptance', 'deliverable', 'other']),
  fileId: z.uuid(),
  name: z.string(),
  size: z.int(),
  uploadedBy: z.string(),
  uploadedAt: Moment,
  alsoUsedIn: z.array(z.string()),
})
