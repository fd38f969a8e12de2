import { trailRefusals, trailTaskTexts } from '#/api/desk/audit.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { exportEntries } from '#/server/desk/audit/export.ts'
import { presentEntry, presentEntryDetail, presentSignIn } from '#/server/desk/audit/presentation.ts'
import { loadReasons } from '#/server/desk/audit/refusals.ts'
import * as store from '#/server/desk/audit/store.ts'
import * as chains from '#/server/desk/audit/store-chain.ts'
import { verifyJob } from '#/server/desk/audit/verification.ts'
import type { Context } from '#/server/kernel/context.ts'
import { addTask } from '#/server/kernel/jobs/task-work.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { logNames } from '#/server/kernel/request/log-names.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { expectExportable } from '#/server/kernel/rows/export-rows.ts'

const maxRows = 100_000
const maxSiblings = 20
const maxVerifications = 10
/** After this time a verification without result counts as crashed and may be replaced. */
const abandonAfterMs = 15 * 60_000

/**
 * Returns the chain that the caller may verify: null (all) for the platform, the centre's own, undefined for other
 * users.
 */
function verifiableChain(ctx: Context): number | null | undefined {
  if (ctx.scope.all) return null
  return ctx.scope.centreIds[0]
}

export const audit: Implementation<Modules['audit']> = {
  async list(ctx, { after, size, ...filter }) {
    const { rows, next } = await store.list(ctx, filter, { after, size })
    const reasonOf = await loadReasons(ctx, rows)
    return { rows: rows.map((row) => presentEntry(row, reasonOf(row, ctx.language), ctx.language)), next }
  },

  async get(ctx, { id }) {
    const row = (await store.find(ctx, id)) ?? refuse(trailRefusals, 'notFound')
    const reasonOf = await loadReasons(ctx, [row])
    return presentEntryDetail(row, await store.entriesOfRequest(ctx, row, maxSiblings), reasonOf(row, ctx.language), ctx.language)
  },

  async signIns(ctx, { after, size, ...filter }) {
    const { rows, next } = await store.signIns(ctx, filter, { after, size })
    return { rows: rows.map((row) => presentSignIn(row, ctx.language)), next }
  },

  async choices(ctx) {
    return { centres: await store.centres(ctx), actions: logNames(ctx.language), mayVerify: verifiableChain(ctx) !== undefined }
  },

  async verify(ctx, { from = null, to = null }) {
    const chain = verifiableChain(ctx)
    if (chain === undefined) refuse(trailRefusals, 'notYours')
    if (await chains.isVerificationRunning(ctx, chain, new Date(ctx.now.getTime() - abandonAfterMs))) refuse(trailRefusals, 'underWay')
    const taskId = await addTask(ctx, verifyJob, { title: translate(trailTaskTexts.verify, ctx.language), total: 0 })
    const id = await chains.beginVerification(ctx, { taskId, chain, from, to })
    await ctx.enqueue(verifyJob, { verificationId: id, taskId, language: ctx.language })
    ctx.note({ refType: 'trail', refId: id, detail: { ...(from && { from }), ...(to && { to }) } })
    return { id, taskId }
  },

  async verifications(ctx) {
    if (verifiableChain(ctx) === undefined) return []
    return (await chains.verifications(ctx, maxVerifications)).map((row) => ({
      id: row.id,
      state: row.state,
      centreName: row.chain === 0 ? null : row.centre_name,
      from: row.from_day,
      to: row.to_day,
      checked: row.checked_count,
      total: row.total_count,
      broken: row.broken,
      askedBy: row.asker,
      askedAt: row.asked_at.toISOString(),
      finishedAt: row.finished_at?.toISOString() ?? null,
    }))
  },

  async export(ctx, { list, ...filter }) {
    const count = await store.count(ctx, list, filter, maxRows + 1)
    if (count === 0) refuse(trailRefusals, 'nothing')
    expectExportable(count, maxRows)
    return exportEntries(ctx, { list, filter, count })
  },
}
