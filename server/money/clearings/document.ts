import { clearingChoiceNames, clearingPaymentNames, clearingStateNames, clearingFields as fields, clearingWords as words } from '#/api/money/clearings.texts.ts'
import { capitalYuan, type Fen, fen, formatYuan } from '#/domain/base/money.ts'
import { secondOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'
import type { DocumentModel } from '#/server/lib/pdf/document.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { numberOf, pathOf } from '#/server/money/clearings/present.ts'
import type { ClearingRow } from '#/server/money/clearings/store.ts'

const right = { align: 'right' } as const

/** Returns the table of the bank transfers. */
function paymentsOf({ payments }: ClearingRow, language: Context['language']): DocumentModel['blocks'][number] {
  return {
    kind: 'table',
    columns: [
      { heading: say(fields.payment, language) },
      { heading: say(fields.paidOn, language) },
      { heading: say(fields.serial, language), width: 2 },
      { heading: say(fields.paid, language), ...right },
    ],
    rows: payments.map(({ kind, paidOn, serial, amount }) => [say(clearingPaymentNames[kind], language), paidOn, serial, formatYuan(fen(amount))]),
  }
}

/** Returns the confirmation of a clearing: the excess by tax, the person's choice, and the transfers. */
function modelOf(ctx: Context, row: ClearingRow): DocumentModel {
  const { language } = ctx
  const yuan = (amount: number) => formatYuan(fen(amount))
  const taxes: (readonly [string, number])[] = [
    [say(fields.vat, language), row.vat_fen],
    [say(fields.surcharge, language), row.city_fen + row.education_fen + row.local_education_fen],
    [say(fields.iit, language), row.withheld_fen],
  ]
  const whole: Fen = fen(row.amount_fen)
  return {
    title: say(words.document, language),
    subtitle: numberOf(row.id),
    createdAt: ctx.now,
    blocks: [
      {
        kind: 'fields',
        columns: 2,
        rows: [
          [say(fields.operator, language), row.operator_name],
          [say(fields.code, language), row.operator_code],
          [say(fields.centre, language), row.entity_name],
          [say(fields.month, language), row.month],
          [say(fields.state, language), say(clearingStateNames[row.state], language)],
          [say(fields.choice, language), row.choice === null ? '—' : say(clearingChoiceNames[row.choice], language)],
          [say(fields.path, language), pathOf(row, language, ctx.actor.operatorId !== null) || '—'],
          [say(fields.chosenAt, language), row.chosen_at === null ? '—' : secondOf(row.chosen_at)],
          [say(fields.decidedAt, language), row.decided_at === null ? '—' : secondOf(row.decided_at)],
        ],
      },
      {
        kind: 'table',
        columns: [
          { heading: say(words.list, language), width: 2 },
          { heading: say(fields.amount, language), ...right },
        ],
        rows: taxes.filter(([, amount]) => amount > 0).map(([name, amount]) => [name, yuan(amount)]),
        totals: [say(fields.amount, language), yuan(whole)],
      },
      {
        kind: 'table',
        columns: (['used', 'reversed', 'refunded', 'transferring', 'recovered', 'left', 'owed'] as const).map((key) => ({
          heading: say(fields[key], language),
          ...right,
        })),
        rows: [[row.used_fen, row.reversed_fen, row.refunded_fen, row.transfer_fen, row.recovered_fen, row.left_fen, row.owed_fen].map(yuan)],
      },
      ...(row.payments.length === 0 ? [] : [paymentsOf(row, language)]),
      { kind: 'paragraph', bold: true, text: `${say(fields.amount, language)} ${formatYuan(whole)}${language === 'zh' ? `（${capitalYuan(whole)}）` : ''}` },
      { kind: 'paragraph', small: true, text: say(words.terms, language) },
    ],
    footer: `${numberOf(row.id)} · ${secondOf(ctx.now)}`,
  }
}

export function confirmationOf(ctx: Context, row: ClearingRow): Promise<Uint8Array> {
  const model = modelOf(ctx, row)
  return ctx.outside('confirmation', { id: row.id, version: row.version, language: ctx.language }, () => renderDocument(model))
}
