import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { clearingRefusals, clearingStateNames } from '#/api/money/clearings.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type ClearingAnswer, isClearingActionAllowed } from '#/domain/money/clearing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { notifyOfChoice } from '#/server/money/clearings/notifications.ts'
import { lockForStep, recordStep } from '#/server/money/clearings/steps.ts'
import * as store from '#/server/money/clearings/store.ts'
import * as entries from '#/server/money/clearings/store-entries.ts'
import { isCreditUnderWay } from '#/server/money/tax/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'

type Input<O extends keyof Modules['clearings']> = z.output<Modules['clearings'][O]['input']>

interface Answer {
  readonly choice: ClearingAnswer
  readonly reason: string
}

/** Refuses an answer that the person cannot give now, in the program or on paper. */
async function expectAnswer(ctx: Context, row: store.ClearingRow, { choice, reason }: Answer): Promise<void> {
  if (choice === 'refuse') {
    if (!isClearingActionAllowed('refuse', row.state)) refuse(clearingRefusals, 'wrongState', { state: translate(clearingStateNames[row.state], ctx.language) })
    if (reason.length < 2) refuse(clearingRefusals, 'reasonNeeded')
    return
  }
  // A person who used part of a credit may still change the remainder to a refund.
  if (row.state === 'approved' && choice === 'credit') refuse(clearingRefusals, 'isCreditAlready')
  if (row.state === 'approved' && (await isCreditUnderWay(ctx, row.id))) refuse(clearingRefusals, 'creditUnderWay')
}

/** Applies the person's answer. `by` is the person, or the user who entered the person's paper. */
async function applyAnswer(ctx: Context, row: store.ClearingRow, { choice, reason }: Answer, by: number | null): Promise<void> {
  if (choice === 'refuse') await store.update(ctx, row, { state: 'refused', reason })
  else await store.update(ctx, row, { state: 'chosen', choice, chosen_by: by, chosen_at: ctx.now, reason: '' })
  await notifyOfChoice(ctx, row, choice === 'refuse' ? 'refused' : choice)
}

export async function choose(ctx: Context, { choice, reason, ...target }: Input<'choose'>) {
  const row = await lockForStep(ctx, target, choice === 'refuse' ? 'refuse' : 'choose')
  await expectAnswer(ctx, row, { choice, reason })
  await applyAnswer(ctx, row, { choice, reason }, ctx.actor.userId)
  if (choice === 'refuse') recordStep(ctx, row, 'refused', { reason })
  else recordStep(ctx, row, 'chosen', { choice })
  return { id: row.id }
}

/**
 * Enters the choice that a person without an account made on a signed paper. The choice counts once another person
 * confirms the paper.
 */
export async function enterChoice(ctx: Context, { choice, reason, signedOn, file, ...target }: Input<'enterChoice'>) {
  const row = await lockForStep(ctx, target, 'enter')
  const offeredOn = dayOf(row.offered_at ?? ctx.now)
  if (signedOn > dayOf(ctx.now)) refuse(clearingRefusals, 'dayAhead')
  if (signedOn < offeredOn) refuse(clearingRefusals, 'signedEarly', { day: offeredOn })
  await expectAnswer(ctx, row, { choice, reason })
  // Names the operator, so that the person can open the scan once they have an account.
  const fileOwner = { purpose: 'tax_choice', centreId: row.centre_id, operatorId: row.operator_id }
  const { fileId } = await storeDocument(ctx, { upload: file, pictures: true, ...fileOwner })
  const paper = { choice, reason: choice === 'refuse' ? reason : '', clearing_version: row.version + 1 }
  await entries.insert(ctx, row, { kind: 'choice', ...paper, of_day: signedOn, file_id: fileId })
  recordStep(ctx, row, row.state, { entered: 'choice', choice, signedOn, ...(choice === 'refuse' && { reason }) })
  return { id: row.id }
}

/** Applies the choice of a confirmed paper as the person's own choice. */
export async function applyPaperChoice(ctx: Context, row: store.ClearingRow, { choice, reason, created_by }: entries.EntryRow): Promise<void> {
  const answer = { choice: choice as ClearingAnswer, reason }
  await expectAnswer(ctx, row, answer)
  await applyAnswer(ctx, row, answer, created_by)
}
