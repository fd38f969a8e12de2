import { z } from 'zod'
import { Id, Mode, type Module, Moment, MoneyOut, Page, pageOf, Version } from '#/api/operation.ts'
import { accountingVoucherKinds, mappingStates, omissionReasons, voucherAccounts, voucherFormats } from '#/domain/taxation/accounting.ts'

const Month = z.string().regex(/^(20\d{2})-(0[1-9]|1[0-2])$/)
const place = { centreId: Id, mode: Mode }

/** The mapping of one of our accounts to the centre's chart. */
const MappingRow = z.object({
  account: z.enum(voucherAccounts),
  code: z
    .string()
    .trim()
    .regex(/^[0-9A-Za-z.-]{1,30}$/, { error: 'code' }),
  name: z.string().trim().min(1).max(60),
  byUnit: z.boolean(),
})

const Mapping = z.object({
  id: Id,
  firstMonth: Month,
  word: z.string(),
  state: z.enum(mappingStates),
  reason: z.string(),
  madeBy: z.string(),
  madeAt: Moment,
  checkedBy: z.string(),
  rows: z.array(MappingRow),
  version: Version,
  /** The reason why the caller cannot decide the mapping; empty when the caller can. */
  whyNot: z.string(),
})

const MonthRow = z.object({
  centreId: Id,
  centreName: z.string(),
  mode: Mode,
  month: Month,
  /** Whether the month is over, so that vouchers can be issued. */
  isOver: z.boolean(),
  editions: z.int(),
  vouchers: z.int(),
  debit: MoneyOut,
  madeBy: z.string(),
  madeAt: Moment.nullable(),
})

const Voucher = z.object({
  id: Id,
  edition: z.int(),
  kind: z.enum(accountingVoucherKinds),
  /** 凭证字号, the number of the voucher in the books; empty when the voucher is not booked. */
  no: z.string(),
  leftOut: z.enum(omissionReasons),
  memo: z.string(),
  debit: MoneyOut,
})

const Detail = MonthRow.extend({
  issues: z.array(z.object({ edition: z.int(), vouchers: z.int(), debit: MoneyOut, journals: z.int(), sha256: z.string(), mappingMonth: Month, madeBy: z.string(), madeAt: Moment })),
  list: z.array(Voucher),
  /**
   * The centre's sales of the month in the books, and its invoices less red letters. The centre's own VAT return uses
   * the sales in the books, less the discounts from red letters of the month.
   */
  sales: z.object({
    sales: MoneyOut,
    price: MoneyOut,
    vat: MoneyOut,
    invoiced: MoneyOut,
    invoicedPrice: MoneyOut,
    invoicedVat: MoneyOut,
    discount: MoneyOut,
    discountPrice: MoneyOut,
    discountVat: MoneyOut,
  }),
  /** Movements of the month in the books and in the vouchers, by account. */
  accounts: z.array(z.object({ account: z.enum(voucherAccounts), code: z.string(), name: z.string(), ledgerDebit: MoneyOut, ledgerCredit: MoneyOut, voucherDebit: MoneyOut, voucherCredit: MoneyOut })),
  /** Whether some movements have no voucher yet. */
  isPending: z.boolean(),
  nextNo: z.int(),
  /** The reason why vouchers cannot be issued now; empty when they can be issued. */
  whyNot: z.string(),
})

const Entry = z.object({ code: z.string(), name: z.string(), unitCode: z.string(), unitName: z.string(), debit: MoneyOut, credit: MoneyOut })

const pageKey = 'acctVouchers'
const editKey = 'acct:edit'
const checkKey = 'acct:check'

/** 记账凭证 (accounting vouchers): the ledger movements of a month, as vouchers for the centre's accounting program. */
export const accounting = {
  months: { access: pageKey, kind: 'read', input: z.object({ month: Month.optional(), ...Page }), output: pageOf(MonthRow) },
  get: { access: pageKey, kind: 'read', input: z.object({ ...place, month: Month }), output: Detail },
  entries: { access: pageKey, kind: 'read', input: z.object({ acctVoucherId: Id, ...Page }), output: pageOf(Entry) },
  issue: {
    access: editKey,
    kind: 'write',
    log: { zh: '生成记账凭证', en: 'Issue accounting vouchers', es: 'Emitir asientos contables', ja: '会計伝票の発行' },
    done: { zh: '记账凭证已生成', en: 'Vouchers issued', es: 'Asientos emitidos', ja: '会計伝票を発行しました' },
    input: z.object({ ...place, month: Month, firstNo: z.int().min(1).max(99_999).optional() }),
    output: Detail,
  },
  export: {
    access: pageKey,
    kind: 'read',
    log: { zh: '导出记账凭证', en: 'Export accounting vouchers', es: 'Exportar asientos contables', ja: '会計伝票の出力' },
    limit: 'export',
    input: z.object({ ...place, month: Month, edition: z.int().positive(), format: z.enum(voucherFormats) }),
    output: z.object({ fileId: z.uuid() }),
  },
  /** Returns the versions of a centre's mapping, newest first. */
  mappings: { access: pageKey, kind: 'read', input: z.object(place), output: z.array(Mapping) },
  draft: {
    access: editKey,
    kind: 'write',
    log: { zh: '编制科目对照', en: 'Draft an account mapping', es: 'Preparar una correspondencia de cuentas', ja: '科目対応の作成' },
    done: { zh: '科目对照已提交，待他人复核', en: 'Mapping submitted; another person must approve it', es: 'Correspondencia enviada; otra persona la aprueba', ja: '科目対応を提出しました。他の担当者が承認します' },
    input: z.object({ ...place, firstMonth: Month, word: z.string().trim().min(1).max(4), rows: z.array(MappingRow).min(1).max(voucherAccounts.length) }),
    output: Mapping,
  },
  decide: {
    access: checkKey,
    kind: 'write',
    log: { zh: '复核科目对照', en: 'Review an account mapping', es: 'Resolver una correspondencia de cuentas', ja: '科目対応の承認' },
    done: { zh: '{approve, select, true {已启用} other {已驳回}}', en: '{approve, select, true {Approved.} other {Rejected.}}', es: '{approve, select, true {Aprobada.} other {Rechazada.}}', ja: '{approve, select, true {承認しました} other {却下しました}}' },
    input: z.object({ mappingId: Id, version: Version, approve: z.boolean(), reason: z.string().trim().max(200).default('') }),
    output: Mapping,
  },
} as const satisfies Module
