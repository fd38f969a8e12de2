import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { accountingRefusals, accountNames, mappingStateNames } from '#/api/taxation/accounting.texts.ts'
import { type Fen, fen, sumOf } from '#/domain/base/money.ts'
import { dayOf, shiftMonth } from '#/domain/base/period.ts'
import { type Mapping, memoOf, voucherAccounts } from '#/domain/taxation/accounting.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { exportRowsByVoucher, exportVouchers } from '#/server/taxation/accounting/formats.ts'
import { issueBlocker, issueVouchers, mappingById, movementsWithoutVoucher } from '#/server/taxation/accounting/issuing.ts'
import * as store from '#/server/taxation/accounting/store.ts'

type Operations = Modules['accounting']
type Input<O extends keyof Operations> = z.output<Operations[O]['input']>
type MonthEntry = z.output<Operations['months']['output']>['rows'][number]

/** Returns the books of a centre in one mode. Refuses callers without access. */
async function booksOf(ctx: Context, place: store.BooksPlace): Promise<store.CentreBooksRow> {
  return (await store.booksInScope(ctx, place))[0] ?? refuse(accountingRefusals, 'placeUnknown')
}

function monthRow(ctx: Context, books: store.CentreBooksRow, month: string, issued: store.IssuedMonth | undefined): MonthEntry {
  return {
    ...fieldsOf(books, 'centre_id', 'centre_name', 'mode'),
    month,
    isOver: month < dayOf(ctx.now).slice(0, 7),
    editions: issued?.editions ?? 0,
    vouchers: issued?.vouchers ?? 0,
    debit: fen(issued?.debit_fen ?? 0),
    madeBy: issued?.maker ?? '',
    madeAt: issued?.made_at.toISOString() ?? null,
  }
}

async function monthRows(ctx: Context, requested: string | undefined): Promise<MonthEntry[]> {
  const issuedByMonth = Map.groupBy(await store.issuedMonths(ctx), (row) => `${row.centre_id} ${row.mode} ${row.month}`)
  const books = await store.booksInScope(ctx)
  const rows: MonthEntry[] = []
  for (let month = dayOf(ctx.now).slice(0, 7); books.some(({ since }) => since <= month); month = shiftMonth(month, -1)) {
    if (requested !== undefined && month !== requested) continue
    for (const centreBooks of books)
      if (centreBooks.since <= month)
        rows.push(monthRow(ctx, centreBooks, month, issuedByMonth.get(`${centreBooks.centre_id} ${centreBooks.mode} ${month}`)?.[0]))
  }
  return rows
}

function compareAccounts(moved: readonly store.MonthMovementRow[], mapping: Mapping) {
  return voucherAccounts.flatMap((account) => {
    const rows = moved.filter((row) => row.account === account)
    if (rows.length === 0) return []
    const sum = (of: (row: store.MonthMovementRow) => number): Fen => sumOf(rows, (row) => fen(of(row)))
    return [
      {
        account,
        code: mapping.get(account)?.code ?? '',
        name: mapping.get(account)?.name ?? '',
        ledgerDebit: sum((row) => row.debit_fen),
        ledgerCredit: sum((row) => row.credit_fen),
        voucherDebit: sum((row) => row.issued_debit_fen),
        voucherCredit: sum((row) => row.issued_credit_fen),
      },
    ]
  })
}

function presentSales(row: store.SalesRow) {
  return {
    sales: fen(row.sales),
    price: fen(row.price),
    vat: fen(row.vat),
    invoiced: fen(row.invoiced),
    invoicedPrice: fen(row.invoiced_price),
    invoicedVat: fen(row.invoiced_vat),
    discount: fen(row.discount),
    discountPrice: fen(row.discount_price),
    discountVat: fen(row.discount_vat),
  }
}

async function detail(ctx: Context, { centreId, mode, month }: Input<'get'>) {
  const place = { centreId, mode }
  const books = await booksOf(ctx, place)
  const monthMovements = await store.movementsIn(ctx, place, month)
  const issues = await store.voucherIssuesOf(ctx, place, month)
  const vouchers = await store.vouchersOf(ctx, place, month)
  const mapping = await store.mappingForMonth(ctx, place, month)
  const problem = await issueBlocker(ctx, place, month, monthMovements)
  const latestIssue = issues.at(-1)
  const sums = latestIssue && {
    centre_id: centreId,
    mode,
    month,
    editions: latestIssue.edition,
    vouchers: issues.reduce((sum, each) => sum + each.voucher_count, 0),
    debit_fen: issues.reduce((sum, each) => sum + each.debit_fen, 0),
    maker: latestIssue.made_by_name,
    made_at: latestIssue.made_at,
  }
  return {
    ...monthRow(ctx, books, month, sums),
    issues: issues.map((each) => ({
      edition: each.edition,
      vouchers: each.voucher_count,
      debit: fen(each.debit_fen),
      journals: each.journal_count,
      sha256: each.sha256,
      mappingMonth: each.first_month,
      madeBy: each.made_by_name,
      madeAt: each.made_at.toISOString(),
    })),
    list: vouchers.map((voucher) => ({
      id: voucher.id,
      edition: voucher.edition,
      kind: voucher.kind,
      no: voucher.no === null ? '' : `${voucher.word}-${voucher.no}`,
      leftOut: voucher.left_out,
      memo: memoOf(voucher.kind, month, voucher.edition),
      debit: fen(voucher.debit_fen),
    })),
    accounts: compareAccounts(monthMovements, mapping ? await mappingById(ctx, mapping.id) : new Map()),
    sales: presentSales(await store.salesIn(ctx, place, month)),
    isPending: movementsWithoutVoucher(monthMovements).length > 0,
    nextNo: await store.nextVoucherNo(ctx, place, month),
    whyNot: blockerText(ctx, accountingRefusals, problem),
  }
}

function presentMapping(ctx: Context, record: store.MappingRecord, rows: readonly store.MappingRowRecord[]) {
  const isOwn = record.made_by === ctx.actor.userId
  const decidedText = translate(accountingRefusals.mappingDecided, ctx.language, { state: translate(mappingStateNames[record.state], ctx.language) })
  return {
    ...fieldsOf(record, 'id', 'first_month', 'word', 'state', 'reason'),
    madeBy: record.made_by_name,
    madeAt: record.made_at.toISOString(),
    checkedBy: record.checked_by_name ?? '',
    rows: rows.filter((row) => row.mapping_id === record.id).map(({ account, code, name, by_unit }) => ({ account, code, name, byUnit: by_unit })),
    version: record.version,
    whyNot: record.state !== 'draft' ? decidedText : isOwn ? translate(accountingRefusals.ownMapping, ctx.language) : '',
  }
}

async function mappingOf(ctx: Context, id: number) {
  const record = (await store.findMapping(ctx, id)) ?? refuse(accountingRefusals, 'mappingNotFound')
  return presentMapping(ctx, record, await store.mappingRowsOf(ctx, [id]))
}

/**
 * Refuses a mapping with two names or different auxiliary accounting for one code, or with two codes for one of our
 * accounts.
 */
function expectUnambiguous(ctx: Context, rows: Input<'draft'>['rows']): void {
  const accountNameByCode = new Map<string, string>()
  const accounts = new Set<string>()
  for (const { account, code, name, byUnit } of rows) {
    if (accounts.has(account)) refuse(accountingRefusals, 'accountTwice', { account: translate(accountNames[account], ctx.language) })
    accounts.add(account)
    const accountName = `${name} ${byUnit}`
    if ((accountNameByCode.get(code) ?? accountName) !== accountName) refuse(accountingRefusals, 'codeTwoNames', { code })
    accountNameByCode.set(code, accountName)
  }
}

export const accounting = {
  async months(ctx, { month, page, size }) {
    const rows = await monthRows(ctx, month)
    return { rows: rows.slice((page - 1) * size, page * size), count: rows.length }
  },

  get: detail,

  async entries(ctx, { acctVoucherId, page, size }) {
    const voucher = (await store.findVoucher(ctx, acctVoucherId)) ?? refuse(accountingRefusals, 'acctVoucherNotFound')
    const rows = (await exportRowsByVoucher(ctx, [voucher])).get(voucher.id) ?? []
    return {
      rows: rows
        .slice((page - 1) * size, page * size)
        .map(({ code, name, unitCode, unitName, debit, credit }) => ({ code, name, unitCode, unitName, debit, credit })),
      count: rows.length,
    }
  },

  async issue(ctx, { centreId, mode, month, firstNo }) {
    await booksOf(ctx, { centreId, mode })
    await issueVouchers(ctx, { centreId, mode }, month, firstNo)
    return detail(ctx, { centreId, mode, month })
  },

  async export(ctx, { centreId, mode, ...of }) {
    const place = { centreId, mode }
    await booksOf(ctx, place)
    const issues = await store.voucherIssuesOf(ctx, place, of.month)
    if (!issues.some(({ edition }) => edition === of.edition)) refuse(accountingRefusals, 'editionNotFound', { month: of.month, edition: of.edition })
    return { fileId: await exportVouchers(ctx, place, of) }
  },

  async mappings(ctx, place) {
    await booksOf(ctx, place)
    const mappingRecords = await store.mappingsOf(ctx, place)
    const rows = await store.mappingRowsOf(
      ctx,
      mappingRecords.map(({ id }) => id),
    )
    return mappingRecords.map((record) => presentMapping(ctx, record, rows))
  },

  async draft(ctx, { centreId, mode, firstMonth, word, rows }) {
    const place = { centreId, mode }
    await booksOf(ctx, place)
    expectUnambiguous(ctx, rows)
    const mappingRows = rows.map(({ account, code, name, byUnit }) => ({ account, code, name, by_unit: byUnit }))
    const id = await store.addMapping(ctx, place, { first_month: firstMonth, word }, mappingRows)
    ctx.note({ refType: 'acct_mapping', refId: id, centreId, detail: { mode, firstMonth, word, rows: rows.map(({ account, code }) => `${account} ${code}`) } })
    return mappingOf(ctx, id)
  },

  async decide(ctx, { mappingId, version, approve, reason }) {
    const record = (await store.findMapping(ctx, mappingId, true)) ?? refuse(accountingRefusals, 'mappingNotFound')
    if (record.state !== 'draft') refuse(accountingRefusals, 'mappingDecided', { state: translate(mappingStateNames[record.state], ctx.language) })
    if (record.version !== version) refuse(accountingRefusals, 'mappingChanged')
    if (record.made_by === ctx.actor.userId) refuse(accountingRefusals, 'ownMapping')
    if (!approve && reason.length < 2) refuse(accountingRefusals, 'mappingReason')
    await store.decideMapping(ctx, record.id, approve ? 'active' : 'rejected', approve ? '' : reason)
    ctx.note({
      refType: 'acct_mapping',
      refId: record.id,
      centreId: record.centre_id,
      detail: { approve, firstMonth: record.first_month, ...(reason && { reason }) },
    })
    return mappingOf(ctx, record.id)
  },
} satisfies Implementation<Operations>
