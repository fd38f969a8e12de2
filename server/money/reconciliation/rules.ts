import { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { reconRefusals } from '#/api/money/reconciliation.texts.ts'
import { Id } from '#/api/operation.ts'
import { pages } from '#/api/pages.ts'
import { fen, formatYuan, parseYuan } from '#/domain/base/money.ts'
import { isLooser } from '#/domain/money/reconciliation.ts'
import type { Context } from '#/server/kernel/context.ts'
import { job } from '#/server/kernel/jobs/job.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import * as store from '#/server/money/reconciliation/store-rules.ts'
import { notifyProposer } from '#/server/services/messages/public.ts'

/** Matches the open days of a centre again, because other rules are in force. */
export const rulesJob = job('reconciliation.rules', z.object({ centreId: Id }))

const limitOf = (limit: number | null) => (limit === null ? null : fen(limit))
const rulesIn = (row: store.RuleValues) => ({ stopAbove: limitOf(row.stop_above_fen), needsBank: row.needs_bank })

/** Returns the looser rules that await another person, or null. */
function askedRules(row: store.RuleRow): store.RuleValues | null {
  if (row.asked_by === null || row.confirmed_by !== null || row.asked_needs_bank === null) return null
  return { stop_above_fen: row.asked_stop_above_fen, needs_bank: row.asked_needs_bank }
}

function present(ctx: Context, row: store.RuleRow) {
  const requested = askedRules(row)
  return {
    ...{ centreId: row.centre_id, centreName: row.centre_name, ...rulesIn(row), version: row.version, isRequested: requested !== null },
    requested: requested && {
      ...rulesIn(requested),
      byName: row.asker ?? '',
      at: (row.asked_at ?? ctx.now).toISOString(),
      isOwn: row.asked_by === ctx.actor.userId,
    },
  }
}

async function rulesOf(ctx: Context, centreId: number | null): Promise<store.RuleRow> {
  return (centreId === null ? undefined : await store.rulesOf(ctx, centreId)) ?? refuse(reconRefusals, 'chooseCentre')
}

function note(ctx: Context, row: store.RuleRow, { before, after }: { before: store.RuleValues; after: store.RuleValues }, detail = {}): void {
  const view = (rules: store.RuleValues) => ({
    stopAbove: rules.stop_above_fen === null ? '' : formatYuan(fen(rules.stop_above_fen)),
    needsBank: rules.needs_bank,
  })
  ctx.note({ refType: 'centre', refId: row.centre_id, centreId: row.centre_id, before: view(before), after: view(after), detail })
}

async function notifyAsker(ctx: Context, row: store.RuleRow, isApproved: boolean, reason: string): Promise<void> {
  await notifyProposer(ctx, {
    ...{ subject: 'reconRules', proposedBy: row.asked_by, name: row.centre_name, isApproved, reason },
    ...{ path: `${pages.zfdzList.path}?rules=1`, refType: 'centre', refId: row.centre_id },
  })
}

export const ruleDesk = {
  async rules(ctx) {
    return ctx.scope.centreId === null ? null : present(ctx, await rulesOf(ctx, ctx.scope.centreId))
  },

  async ruleRequests(ctx) {
    const rows = await store.askedRules(ctx)
    return rows.map((row) => present(ctx, row))
  },

  async setRules(ctx, { version, stopAbove, needsBank }) {
    const row = await rulesOf(ctx, ctx.scope.centreId)
    if (askedRules(row)) refuse(reconRefusals, 'rulesAsked')
    const rules = { stop_above_fen: stopAbove === undefined ? null : parseYuan(stopAbove), needs_bank: needsBank }
    const isRequested = isLooser(rulesIn(row), rulesIn(rules))
    const request = { asked_by: ctx.actor.userId, asked_at: ctx.now, asked_stop_above_fen: rules.stop_above_fen, asked_needs_bank: needsBank }
    const change = isRequested ? { ...request, confirmed_by: null, confirmed_at: null } : rules
    if (row.version !== version || !(await store.changeRules(ctx, row, change))) refuse(reconRefusals, 'changed')
    if (!isRequested) await ctx.enqueue(rulesJob, { centreId: row.centre_id })
    note(ctx, row, { before: row, after: rules }, isRequested ? { state: 'pending' } : {})
    return present(ctx, await rulesOf(ctx, row.centre_id))
  },

  async decideRules(ctx, { centreId, version, isConfirmed, answer }) {
    const row = await rulesOf(ctx, ctx.scope.all ? centreId : ctx.scope.centreId)
    if (row.centre_id !== centreId) refuse(reconRefusals, 'rulesNotAsked')
    const requested = askedRules(row) ?? refuse(reconRefusals, 'rulesNotAsked')
    const isOwn = row.asked_by === ctx.actor.userId
    if (isOwn && isConfirmed) refuse(reconRefusals, 'ownRules')
    if (!isOwn && !isConfirmed && answer.length < 2) refuse(reconRefusals, 'declineReason')
    const change = isConfirmed
      ? { ...requested, confirmed_by: ctx.actor.userId, confirmed_at: ctx.now }
      : { asked_by: null, asked_at: null, asked_stop_above_fen: null, asked_needs_bank: null }
    if (row.version !== version || !(await store.changeRules(ctx, row, change))) refuse(reconRefusals, 'changed')
    if (isConfirmed) await ctx.enqueue(rulesJob, { centreId })
    const state = isConfirmed ? 'confirmed' : isOwn ? 'withdrawn' : 'rejected'
    const values = isConfirmed ? { before: row, after: requested } : { before: requested, after: row }
    note(ctx, row, values, { state, reason: answer })
    if (!isOwn) await notifyAsker(ctx, row, isConfirmed, answer)
    return present(ctx, await rulesOf(ctx, row.centre_id))
  },
} satisfies Partial<Implementation<Modules['reconciliation']>>
