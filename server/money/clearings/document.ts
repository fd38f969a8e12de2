import { clearingChoiceNames, clearingPaymentNames, clearingStateNames, clearingFields as fields, clearingTexts as words } from '#/api/money/clearings.texts.ts'
import { type Fen, fen, formatYuan, yuanInChineseNumerals } from '#/domain/base/money.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { DocumentModel } from '#/server/lib/pdf/document.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { clearingNumberOf, describeChoice } from '#/server/money/clearings/present.ts'
import type { ClearingRow } from '#/server/money/clearings/store.ts'

const rightAligned = { align: 'right' } as const

/** Returns the table of the bank transfers. */
function paymentsOf({ payments }: ClearingRow, language: Context['language']): DocumentModel['blocks'][number] {
  return {
    kind: 'table',
    columns: [
      { heading: translate(fields.payment, language) },
      { heading: translate(fields.paidOn, language) },
      { heading: translate(fields.serial, language), width: 2 },
      { heading: translate(fields.paid, language), ...rightAligned },
    ],
    rows: payments.map(({ kind, paidOn, serial, amount }) => [translate(clearingPaymentNames[kind], language), paidOn, serial, formatYuan(fen(amount))]),
  }
}

/** Returns the confirmation of a clearing: the excess by tax, the person's choice, and the transfers. */
function modelOf(ctx: Context, row: ClearingRow): DocumentModel {
  const { language } = ctx
  const amountText = (amount: number) => formatYuan(fen(amount))
  const taxes: (readonly [string, number])[] = [
    [translate(fields.vat, language), row.vat_fen],
    [translate(fields.surcharge, language), row.city_fen + row.education_fen + row.local_education_fen],
    [translate(fields.iit, language), row.withheld_fen],
  ]
  const fullAmount: Fen = fen(row.amount_fen)
  return {
    title: translate(words.document, language),
    subtitle: clearingNumberOf(row.id),
    createdAt: ctx.now,
    blocks: [
      {
        kind: 'fields',
        columns: 2,
        rows: [
          [translate(fields.operator, language), row.operator_name],
          [translate(fields.code, language), row.operator_code],
          [translate(fields.centre, language), row.entity_name],
          [translate(fields.month, language), row.month],
          [translate(fields.state, language), translate(clearingStateNames[row.state], language)],
          [translate(fields.choice, language), row.choice === null ? '—' : translate(clearingChoiceNames[row.choice], language)],
          [translate(fields.path, language), describeChoice(row, language, ctx.actor.operatorId !== null) || '—'],
          [translate(fields.chosenAt, language), row.chosen_at === null ? '—' : dateTimeOf(row.chosen_at)],
          [translate(fields.decidedAt, language), row.decided_at === null ? '—' : dateTimeOf(row.decided_at)],
        ],
      },
      {
        kind: 'table',
        columns: [
          { heading: translate(words.list, language), width: 2 },
          { heading: translate(fields.amount, language), ...rightAligned },
        ],
        rows: taxes.filter(([, amount]) => amount > 0).map(([name, amount]) => [name, amountText(amount)]),
        totals: [translate(fields.amount, language), amountText(fullAmount)],
      },
      {
        kind: 'table',
        columns: (['used', 'reversed', 'refunded', 'transferring', 'recovered', 'left', 'owed'] as const).map((key) => ({
          heading: translate(fields[key], language),
          ...rightAligned,
        })),
        rows: [[row.used_fen, row.reversed_fen, row.refunded_fen, row.transfer_fen, row.recovered_fen, row.left_fen, row.owed_fen].map(amountText)],
      },
      ...(row.payments.length === 0 ? [] : [paymentsOf(row, language)]),
      {
        kind: 'paragraph',
        bold: true,
        text: `${translate(fields.amount, language)} ${formatYuan(fullAmount)}${language === 'zh' ? `（${yuanInChineseNumerals(fullAmount)}）` : ''}`,
      },
      { kind: 'paragraph', small: true, text: translate(words.terms, language) },
    ],
    footer: `${clearingNumberOf(row.id)} · ${dateTimeOf(ctx.now)}`,
  }
}

export function confirmationDocument(ctx: Context, row: ClearingRow): Promise<Uint8Array> {
  const model = modelOf(ctx, row)
  return ctx.outside('confirmation', { id: row.id, version: row.version, language: ctx.language }, () => renderDocument(model))
}
