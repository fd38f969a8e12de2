import { z } from 'zod'
import { Day, Id, Mode, Moment, MoneyOut, Version } from '#/api/operation.ts'
import { invoiceIssuers } from '#/domain/taxation/business-invoice.ts'
import { applicationBases, invoiceApplicationActions, invoiceApplicationStates, invoiceApplicationSteps, invoiceFileKinds, invoiceKinds, invoiceStates, redCodes, redReasons } from '#/domain/taxation/invoice.ts'

export const invoiceAmounts = { price: MoneyOut, tax: MoneyOut, amount: MoneyOut }

export const InvoiceApplication = z.object({
  id: Id,
  no: z.string(),
  centreName: z.string(),
  unitId: Id,
  unitName: z.string(),
  mode: Mode,
  issuer: z.enum(invoiceIssuers),
  sellerName: z.string(),
  sellerNo: z.string(),
  /** The owner of the issuing business; empty for the centre. */
  operatorName: z.string(),
  titleName: z.string(),
  kind: z.enum(invoiceKinds),
  category: z.string(),
  ...invoiceAmounts,
  batchCount: z.int(),
  invoiceCount: z.int(),
  issuedCount: z.int(),
  /** The number of the invoice; of several, the first. */
  number: z.string(),
  issuedOn: Day.nullable(),
  state: z.enum(invoiceApplicationStates),
  reason: z.string(),
  /** The amount of returned payments that a red letter still has to reverse. */
  redDue: MoneyOut,
  red: MoneyOut,
  appliedAt: Moment,
  /** Full hours from the application to its last invoice, or until now. */
  hours: z.int(),
  version: Version,
})

const InvoiceFile = z.object({ kind: z.enum(invoiceFileKinds), fileId: z.uuid(), name: z.string(), addedAt: Moment, byName: z.string(), reason: z.string(), isReplaced: z.boolean() })

export const RedInvoice = z.object({
  id: Id,
  invoicingId: Id,
  applicationNo: z.string(),
  unitName: z.string(),
  blueNumber: z.string(),
  reason: z.enum(redReasons),
  ...invoiceAmounts,
  code: z.enum(redCodes),
  confirmNo: z.string(),
  expiresAt: Moment.nullable(),
  isIssued: z.boolean(),
  number: z.string(),
  issuedOn: Day.nullable(),
  createdAt: Moment,
  /** The states that the tax office can report next. */
  next: z.array(z.enum(redCodes)),
  version: Version,
})

const Invoice = z.object({
  id: Id,
  seq: z.int(),
  ...invoiceAmounts,
  ratePpm: z.int(),
  state: z.enum(invoiceStates),
  number: z.string(),
  issuedOn: Day.nullable(),
  red: MoneyOut,
  /** The amount that can still be reversed. Pending red letters are already deducted. */
  redLeft: MoneyOut,
  files: z.array(InvoiceFile),
})

export const InvoiceTitle = z.object({ name: z.string(), taxNo: z.string(), address: z.string(), telephone: z.string(), bank: z.string(), accountNo: z.string() })

export const InvoiceApplicationDetail = InvoiceApplication.extend({
  centreId: Id,
  title: InvoiceTitle,
  goods: z.string(),
  taxCode: z.string(),
  email: z.string(),
  remark: z.string(),
  basis: z.enum(applicationBases),
  periodFrom: Day.nullable(),
  periodTo: Day.nullable(),
  ratePpm: z.int(),
  policyVersion: z.string(),
  lineCount: z.int(),
  appliedBy: z.string(),
  reviewedBy: z.string(),
  mailedAt: Moment.nullable(),
  /** Whether this installation can send e-mail. */
  hasMail: z.boolean(),
  invoices: z.array(Invoice),
  reds: z.array(RedInvoice.extend({ files: z.array(InvoiceFile) })),
  steps: z.array(z.object({ kind: z.enum(invoiceApplicationSteps), at: Moment, byName: z.string(), amount: MoneyOut.nullable(), reason: z.string() })),
  /** The reason why the caller cannot take each action; empty where allowed. */
  may: z.record(z.enum(invoiceApplicationActions), z.string()),
})

export const InvoiceLine = z.object({
  id: Id,
  no: z.string(),
  batchId: Id,
  batchNo: z.string(),
  unitName: z.string(),
  payee: z.string(),
  paidAt: Moment.nullable(),
  cost: MoneyOut,
  /** The amount that active applications use, less the amount that red letters released. */
  used: MoneyOut,
  free: MoneyOut,
  isReturned: z.boolean(),
  /** For the lines of one application: the part of the payment that it used, and the part released again. */
  part: MoneyOut,
  back: MoneyOut,
  /** For a returned payment: the application that still includes it. */
  holderId: Id.nullable(),
  holderNo: z.string(),
})
