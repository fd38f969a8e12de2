import { movementKinds, prepaymentFields, prepaymentRefusals } from '#/api/money/prepayments.texts.ts'
import { type Fen, fen } from '#/domain/money.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import type { List } from '#/server/kernel/sheet-file.ts'
import type { WriteColumn, WriteRow } from '#/server/lib/spreadsheet/spreadsheet.ts'
import * as store from '#/server/money/prepayments/store-accounts.ts'

/** Rows of one export at most. */
const exportMost = 50_000

const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

/** A movement as the agreement has it. */
export function movement(row: store.MovementRow) {
  return {
    journalId: row.journal_id,
    at: row.at.toISOString(),
    kind: row.kind,
    refType: row.ref_type,
    refId: row.ref_id,
    refNo: row.ref_no,
    unitName: row.unit_name,
    mode: row.mode,
    available: fen(row.available),
    frozen: fen(row.frozen),
    availableAfter: fen(row.available_after),
    frozenAfter: fen(row.frozen_after),
    memo: row.memo,
  }
}

const modeNames: Readonly<Record<Mode, string>> = { 1: '个体工商户', 2: '总包分包' }

type Heading = keyof typeof prepaymentFields

const order: readonly (readonly [Heading, WriteColumn['kind'] & string, number])[] = [
  ['time', 'text', 20],
  ['kind', 'text', 10],
  ['ref', 'text', 30],
  ['unit', 'text', 28],
  ['mode', 'text', 14],
  ['income', 'money', 16],
  ['expense', 'money', 16],
  ['available', 'money', 18],
  ['frozen', 'money', 18],
  ['memo', 'text', 30],
]

const orNothing = (amount: Fen) => (amount > 0 ? amount : null)

const historyTitle = '资金流水'
/** The file that the list of movements is kept in. */
export const historyName = `${historyTitle}.xlsx`

/** The account history, to take along. What came in and went out counts the purse as a whole: money set aside is still the unit's. */
export async function exportedHistory(ctx: Context, filter: Omit<store.HistoryFilter, 'size'>): Promise<List> {
  const found = (await store.history(ctx, { ...filter, size: exportMost + 1 })).rows.map(movement)
  if (found.length > exportMost) refuse(prepaymentRefusals, 'tooManyRows', { most: exportMost })
  const columns = order.map(([field, kind, width]): WriteColumn => ({ heading: say(prepaymentFields[field], ctx.language), kind, width }))
  const rows = found.map((row): WriteRow => {
    const change = row.available + row.frozen
    return [
      shanghai.format(new Date(row.at)),
      say(movementKinds[row.kind as keyof typeof movementKinds], ctx.language),
      row.refNo,
      row.unitName,
      modeNames[row.mode],
      orNothing(fen(change)),
      orNothing(fen(-change)),
      row.availableAfter,
      row.frozenAfter,
      row.memo,
    ]
  })
  return { name: historyTitle, filter, columns, rows }
}
