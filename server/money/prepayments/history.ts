import { balanceNames } from '#/api/amounts.texts.ts'
import { journalKindNames } from '#/api/money/ledger.texts.ts'
import { prepaymentFields } from '#/api/money/prepayments.texts.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import * as store from '#/server/money/prepayments/store-accounts.ts'

const maxRows = 50_000

export function presentMovement(row: store.MovementRow) {
  return {
    ...fieldsOf(row, 'journal_id', 'at', 'kind', 'ref_type', 'ref_id', 'ref_no', 'unit_name', 'mode'),
    available: fen(row.available),
    frozen: fen(row.frozen),
    availableAfter: fen(row.available_after),
    frozenAfter: fen(row.frozen_after),
    refunding: fen(row.refunding),
    ...fieldsOf(row, 'batch_id', 'batch_no', 'payee_name', 'memo'),
  }
}

const modeNames: Readonly<Record<Mode, string>> = { 1: '个体工商户', 2: '总包分包' }

const blankIfZero = (amount: Fen) => (amount > 0 ? amount : null)

// The sums in and out add available and frozen money, because frozen money still belongs to the unit.
export const historyColumns: readonly ListColumn<ReturnType<typeof presentMovement>>[] = [
  { heading: prepaymentFields.time, width: 20, value: (row) => dateTimeOf(new Date(row.at)) },
  { heading: prepaymentFields.kind, width: 10, value: (row, language) => translate(journalKindNames[row.kind as keyof typeof journalKindNames], language) },
  { heading: prepaymentFields.ref, width: 30, value: (row) => row.refNo },
  { heading: prepaymentFields.batch, width: 24, value: (row) => row.batchNo ?? '' },
  { heading: prepaymentFields.payee, width: 14, value: (row) => row.payeeName ?? '' },
  { heading: prepaymentFields.unit, width: 28, value: (row) => row.unitName },
  { heading: prepaymentFields.mode, width: 14, value: (row) => modeNames[row.mode] },
  { heading: prepaymentFields.income, kind: 'money', width: 16, value: (row) => blankIfZero(fen(row.available + row.frozen + row.refunding)) },
  { heading: prepaymentFields.expense, kind: 'money', width: 16, value: (row) => blankIfZero(fen(-(row.available + row.frozen + row.refunding))) },
  { heading: balanceNames.availableChange, kind: 'money', width: 16, value: (row) => row.available },
  { heading: balanceNames.frozenChange, kind: 'money', width: 16, value: (row) => row.frozen },
  { heading: balanceNames.available, kind: 'money', isSummed: false, width: 18, value: (row) => row.availableAfter },
  { heading: balanceNames.frozen, kind: 'money', isSummed: false, width: 18, value: (row) => row.frozenAfter },
  { heading: prepaymentFields.memo, width: 30, value: (row) => row.memo },
]

const historyTitle = '资金流水'
export const historyFileName = `${historyTitle}.xlsx`

/** Builds the export of the account history. */
export async function historyForExport(ctx: Context, filter: Omit<store.HistoryFilter, 'size'>): Promise<ExportList<ReturnType<typeof presentMovement>>> {
  const rows = await exportRows(async (size) => (await store.accountMovements(ctx, { ...filter, size })).rows.map(presentMovement), maxRows)
  return { name: historyTitle, language: ctx.language, filter, columns: historyColumns, rows }
}
