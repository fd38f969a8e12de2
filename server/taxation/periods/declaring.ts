import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { periodRefusals, taxKindNames } from '#/api/taxation/periods.texts.ts'
import { type Fen, fen, formatYuan, negate, parseYuan } from '#/domain/base/money.ts'
import { taxKinds } from '#/domain/taxation/tax-declaration.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { openCredits } from '#/server/taxation/periods/credits.ts'
import { accruedOf, details, expectDay, lockForUpdate } from '#/server/taxation/periods/period.ts'
import { expectExplained } from '#/server/taxation/periods/results.ts'
import { settlePayments } from '#/server/taxation/periods/settling.ts'
import * as store from '#/server/taxation/periods/store.ts'
import * as corrections from '#/server/taxation/periods/store-corrections.ts'
import * as receipts from '#/server/taxation/periods/store-receipts.ts'

type DeclareInput = z.output<Modules['periods']['declare']['input']>

const documents = ['pdf', 'ofd'] as const

function signedYuan(text: string): Fen {
  const amount = parseYuan(text.replace(/^-/, '')) ?? fen(0)
  return text.startsWith('-') ? negate(amount) : amount
}

/** Refuses while an earlier month of the year is to be corrected, and while returns since the lines were drawn up can still be included. */
async function expectDeclarable(ctx: Context, row: store.PeriodRow): Promise<void> {
  const earlier = row.state === 'correcting' ? await corrections.earlierToCorrect(ctx, row) : null
  if (earlier) refuse(periodRefusals, 'correctEarlier', { month: earlier })
  if (row.to_correct === 0) return
  if (row.state === 'correcting' || !(await store.blockingMonth(ctx, row, 'laterClosed')))
    refuse(periodRefusals, 'returnedSince', { month: row.month, count: row.to_correct })
}

function expectAmounts(ctx: Context, row: store.PeriodRow, { vat, surcharge, iit }: DeclareInput): void {
  const given = { vat: signedYuan(vat), surcharge: signedYuan(surcharge), iit: signedYuan(iit) }
  const accrued = accruedOf(row)
  const wrong = taxKinds.find((kind) => given[kind] !== accrued[kind])
  if (wrong === undefined) return
  const values = { tax: say(taxKindNames[wrong], ctx.language), given: formatYuan(given[wrong]), lines: formatYuan(accrued[wrong]) }
  refuse(periodRefusals, 'amountsDiffer', values)
}

/** Refuses a number that another return of the centre has, and a month with people whose VAT return has no number. */
async function expectNumbers(ctx: Context, row: store.PeriodRow, { no, vatNo }: DeclareInput): Promise<void> {
  if (vatNo === undefined && row.people > 0) refuse(periodRefusals, 'vatNoNeeded')
  if (vatNo === no) refuse(periodRefusals, 'sameNumbers')
  for (const number of [no, vatNo]) {
    const other = number === undefined ? undefined : await receipts.monthOfReceipt(ctx, row.centre_id, number)
    if (other) refuse(periodRefusals, 'receiptUsed', { no: number ?? '', month: other })
  }
}

/** Registers the withholding return and the VAT return of a month, each with the number under which the tax office accepted it. */
export async function declare(ctx: Context, input: DeclareInput) {
  const { no, declaredOn, file, vatNo, vatDeclaredOn = declaredOn, vatFile } = input
  const row = await lockForUpdate(ctx, input, 'declare')
  await expectDeclarable(ctx, row)
  await expectExplained(ctx, row)
  for (const day of [declaredOn, vatDeclaredOn]) expectDay(ctx, row, day)
  expectAmounts(ctx, row, input)
  await expectNumbers(ctx, row, input)
  const keep = { kinds: documents, pictures: true, purpose: 'tax_receipt', centreId: row.centre_id } as const
  const { fileId } = await storeDocument(ctx, { ...keep, upload: file })
  const vatFileId = vatNo !== undefined && vatFile ? (await storeDocument(ctx, { ...keep, upload: vatFile })).fileId : null
  const vatReturn = vatNo === undefined ? null : { no: vatNo, declaredOn: vatDeclaredOn, fileId: vatFileId }
  await receipts.addReceipt(ctx, row, { no, declaredOn, fileId, vatReturn })
  await store.change(ctx, row.id, { state: 'declared', corrected_from: null })
  const accrued = accruedOf(row)
  const numbers = [no, vatNo].filter(Boolean).join(' / ')
  await store.addStep(ctx, row, { kind: 'declared', amount: accrued.vat + accrued.surcharge + accrued.iit, reason: numbers }, ctx.actor.userId)
  const detail = { month: row.month, step: 'declared', edition: row.edition, no, vatNo, ...accrued }
  ctx.note({ refType: 'tax_declaration', refId: row.id, centreId: row.centre_id, detail })
  await openCredits(ctx, row, fileId)
  await settlePayments(ctx, row.id)
  return details(ctx, row.id)
}
