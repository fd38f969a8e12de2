import { importRefusals } from '#/api/onboarding/imports.texts.ts'
import { nextImportState } from '#/domain/import.ts'
import { takeBackContracts } from '#/server/agreements/contracts/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { dropEarlier } from '#/server/money/tax/public.ts'
import { note } from '#/server/onboarding/imports/editing.ts'
import type { SheetRow } from '#/server/onboarding/imports/store.ts'
import * as store from '#/server/onboarding/imports/store.ts'

/** Whether something of the list may count, so that there is something to take back. */
export function canUndo(sheet: SheetRow): boolean {
  return (sheet.kind === 'income' || sheet.kind === 'contracts') && sheet.created_count > 0 && nextImportState(sheet.state, 'undo') !== null
}

async function dropIncome(ctx: Context, sheet: SheetRow): Promise<number> {
  const gone = await dropEarlier(ctx, sheet.id)
  if (typeof gone === 'number') return gone
  if (gone.kind === 'closed') return refuse(importRefusals, 'incomeClosed', { months: gone.months })
  return refuse(importRefusals, 'incomePaid', { name: gone.name, month: gone.month, batch: gone.batchNo, more: gone.count - 1 })
}

async function dropContracts(ctx: Context, sheet: SheetRow, reason: string): Promise<number> {
  const gone = await takeBackContracts(ctx, { centreId: sheet.centre_id ?? 0, sheetId: sheet.id }, reason)
  if (typeof gone === 'number') return gone
  if (gone.kind === 'moved') return refuse(importRefusals, 'contractsMoved', { no: gone.no })
  return refuse(importRefusals, 'contractsPaid', { no: gone.no, batch: gone.batchNo, more: gone.count - 1 })
}

/** Takes what a list brought, which the caller has locked, back again, all or nothing. */
export async function takeBack(ctx: Context, sheet: SheetRow, reason: string): Promise<void> {
  const state = nextImportState(sheet.state, 'undo')
  if (state === null || !canUndo(sheet)) refuse(importRefusals, 'notDone')
  const gone = sheet.kind === 'contracts' ? await dropContracts(ctx, sheet, reason) : await dropIncome(ctx, sheet)
  const ended = { state, undone_by: ctx.actor.userId, undone_at: ctx.now, undo_reason: reason }
  await store.changeSheet(ctx, sheet.id, { ...ended, finished_at: sheet.finished_at ?? ctx.now })
  note(ctx, sheet, { undone: gone, reason })
}
