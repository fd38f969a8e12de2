import { transferUseNames } from '#/api/money/ledger.texts.ts'
import { creditListName, creditStateNames, prepaymentFields, topupFields } from '#/api/money/prepayments.texts.ts'
import { maskCard } from '#/domain/base/identity.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import type { Language } from '#/domain/base/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import * as store from '#/server/money/prepayments/store-credits.ts'

/** Names the record that books a credit, if it is neither a top-up nor a return. */
export const registrationOf = ({ registered_use: use, registered_no: no }: store.CreditRow, language: Language): string =>
  use === null ? '' : `${translate(transferUseNames[use], language)} ${no}`

const columns: readonly ListColumn<store.CreditRow>[] = [
  { heading: topupFields.creditedAt, width: 20, value: (row) => dateTimeOf(row.credited_at) },
  { heading: topupFields.state, width: 14, value: (row, language) => translate(creditStateNames[row.state], language) },
  { heading: topupFields.amount, kind: 'money', width: 16, value: (row) => row.amount_fen },
  { heading: topupFields.payerName, width: 28, value: (row) => row.payer_name },
  { heading: topupFields.payerAccount, width: 22, value: (row) => maskCard(row.payer_account) },
  { heading: topupFields.serial, width: 24, value: (row) => row.serial },
  { heading: topupFields.unit, width: 28, value: (row) => row.unit_name ?? '' },
  { heading: topupFields.no, width: 24, value: (row, language) => row.topup_no ?? registrationOf(row, language) },
  { heading: prepaymentFields.memo, width: 30, value: (row) => row.memo },
]

export const creditsFileName = (ctx: Context): string => translate(creditListName, ctx.language)

/** Builds the export of bank credits. */
export async function creditsForExport(ctx: Context, filter: store.CreditFilter): Promise<ExportList<store.CreditRow>> {
  const rows = await exportRows(async (size) => (await store.credits(ctx, filter, { page: 1, size })).rows)
  return { name: creditsFileName(ctx), language: ctx.language, filter, columns, rows }
}
