import type { Modules } from '#/api/modules.ts'
import {
  exceptionFields,
  exceptionKindNames,
  exceptionRefusals,
  exceptionStateNames,
  resolutionNames,
  stopScopeNames,
} from '#/api/money/payout-exceptions.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { fen } from '#/domain/base/money.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import { debitAndCreditOf } from '#/domain/taxation/books.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { type ListColumn, storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { refuseOtherPlace } from '#/server/kernel/session/other-place.ts'
import { exceptionEntries } from '#/server/money/ledger/public.ts'
import { possibleResolutions, resolveException } from '#/server/money/payouts/exceptions/resolution.ts'
import * as desk from '#/server/money/payouts/exceptions/store-desk.ts'
import * as store from '#/server/money/payouts/exceptions/store-exceptions.ts'
import { dispatchJob } from '#/server/money/payouts/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { holdersAt, sendNotification } from '#/server/services/messages/public.ts'

const maxRows = 10_000

const hourMs = 3_600_000

function presentException(ctx: Context, row: desk.ExceptionRow) {
  return {
    ...fieldsOf(row, 'id', 'no', 'kind', 'state', 'stops', 'opened_at', 'resolved_at'),
    ageHours: Math.max(0, Math.floor(((row.resolved_at ?? ctx.now).getTime() - row.opened_at.getTime()) / hourMs)),
    ownerName: row.owner_name ?? '',
    centreName: row.centre_name,
    unitName: row.unit_name ?? '',
    channelName: presetName(row.channel_name, ctx.language),
    requestNo: row.request_no,
    batchId: row.batch_id,
    batchNo: row.batch_no ?? '',
    ...fieldsOf(row, 'ours_fen', 'theirs_fen', 'suspense_fen', 'resolution', 'version'),
  }
}

type Duty = 'take' | 'propose' | 'decide'
type Blocker = keyof typeof exceptionRefusals

/** Returns why the caller cannot act on this exception now. The page and the operations use the same reason. */
function blocker(ctx: Context, row: desk.ExceptionDetailRow, duty: Duty): Blocker | null {
  if (ctx.actor.usertype !== userType.platform && ctx.actor.usertype !== userType.centre) return 'notOfExceptions'
  if (row.state === 'resolved') return 'exceptionDecided'
  if (duty !== 'decide') return null
  if (row.state !== 'proposed') return 'notProposed'
  if (row.proposed_by === ctx.actor.userId) return 'ownProposal'
  return row.had_part ? 'ownBatch' : null
}

/** Locks the exception after its line. Refuses when the caller cannot act on it or the version is stale. */
async function lockForUpdate(ctx: Context, target: { id: number; version: number }, duty: Duty): Promise<desk.ExceptionDetailRow> {
  await desk.lock(ctx, target.id)
  const row = (await desk.findException(ctx, target.id)) ?? refuse(exceptionRefusals, 'exceptionNotFound')
  refuseIf(exceptionRefusals, blocker(ctx, row, duty))
  if (row.version !== target.version) refuse(exceptionRefusals, 'exceptionChanged')
  return row
}

function note(ctx: Context, row: desk.ExceptionDetailRow, detail: Readonly<Record<string, unknown>>): void {
  ctx.note({ refType: 'payout_exception', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, kind: row.kind, ...detail } })
}

const columns: readonly ListColumn<desk.ExceptionRow>[] = [
  { heading: exceptionFields.no, width: 24, value: (row) => row.no },
  { heading: exceptionFields.kind, width: 22, value: (row, language) => translate(exceptionKindNames[row.kind], language) },
  { heading: exceptionFields.state, width: 12, value: (row, language) => translate(exceptionStateNames[row.state], language) },
  { heading: exceptionFields.openedAt, width: 20, value: (row) => dateTimeOf(row.opened_at) },
  { heading: exceptionFields.owner, width: 14, value: (row) => row.owner_name ?? '' },
  { heading: exceptionFields.centre, width: 24, value: (row) => row.centre_name },
  { heading: exceptionFields.unit, width: 28, value: (row) => row.unit_name ?? '' },
  { heading: exceptionFields.channel, width: 20, value: (row, language) => presetName(row.channel_name, language) },
  { heading: exceptionFields.requestNo, width: 34, value: (row) => row.request_no },
  { heading: exceptionFields.batch, width: 24, value: (row) => row.batch_no ?? '' },
  { heading: exceptionFields.ours, kind: 'money', width: 16, value: (row) => row.ours_fen },
  { heading: exceptionFields.theirs, kind: 'money', width: 16, value: (row) => row.theirs_fen },
  { heading: exceptionFields.suspense, kind: 'money', width: 16, value: (row) => row.suspense_fen },
  { heading: exceptionFields.stops, width: 18, value: (row, language) => translate(stopScopeNames[row.stops], language) },
  { heading: exceptionFields.resolution, width: 24, value: (row, language) => (row.resolution ? translate(resolutionNames[row.resolution], language) : '') },
  { heading: exceptionFields.resolvedAt, width: 20, value: (row) => (row.resolved_at ? dateTimeOf(row.resolved_at) : '') },
]

type ExceptionOperation = 'exceptions' | 'exception' | 'exportExceptions' | 'takeException' | 'proposeException' | 'decideException'

export const exceptionDesk: Pick<Implementation<Modules['payouts']>, ExceptionOperation> = {
  async exceptions(ctx, { page, size, ...filter }) {
    const [rows, { count, open, suspense }] = await Promise.all([desk.list(ctx, filter, { page, size }), desk.totals(ctx, filter)])
    return { rows: rows.map((row) => presentException(ctx, row)), count, totals: { open, suspense: fen(suspense) } }
  },

  async exception(ctx, { id }) {
    const row = (await desk.findException(ctx, id)) ?? (await refuseOtherPlace(ctx, 'payout_exception', id)) ?? refuse(exceptionRefusals, 'exceptionNotFound')
    const [steps, entries] = await Promise.all([desk.stepsOf(ctx, id), exceptionEntries(ctx, id)])
    const refusalText = (duty: Duty) => blockerText(ctx, exceptionRefusals, blocker(ctx, row, duty))
    return {
      ...presentException(ctx, row),
      answer: row.answer,
      lineNo: row.line_no ?? '',
      lineState: row.line_state,
      payeeName: row.payee_name ?? '',
      ways: possibleResolutions(row),
      may: { take: refusalText('take'), propose: refusalText('propose'), decide: refusalText('decide') },
      steps: steps.map(({ at, by_name, file_id, file_name, ...step }) => ({
        ...step,
        at: at.toISOString(),
        byName: by_name ?? '',
        fileId: file_id,
        fileName: file_name,
      })),
      entries: entries.map(({ journal_id, at, account, fen: amount, memo }) => ({
        journalId: journal_id,
        at: at.toISOString(),
        account,
        ...debitAndCreditOf(fen(amount)),
        memo,
      })),
    }
  },

  async exportExceptions(ctx, filter) {
    const rows = await exportRows((size) => desk.list(ctx, filter, { page: 1, size }), maxRows)
    const list = { name: '支付异常', language: ctx.language, filter, columns, rows }
    const { fileId } = await storeExport(ctx, filter, async () => list, { centreId: ctx.scope.centreId })
    return { fileId }
  },

  async takeException(ctx, target) {
    const row = await lockForUpdate(ctx, target, 'take')
    await store.transitionException(ctx, row, { state: row.state, owner_id: ctx.actor.userId })
    await store.addStep(ctx, { exceptionId: row.id, centreId: row.centre_id, kind: 'taken' })
    note(ctx, row, { owner: ctx.actor.name })
    return {}
  },

  async proposeException(ctx, { resolution, reason, file, ...target }) {
    const row = await lockForUpdate(ctx, target, 'propose')
    if (!possibleResolutions(row).includes(resolution)) refuse(exceptionRefusals, 'wayGone')
    const { fileId, sha256 } = await storeDocument(ctx, { upload: file, pictures: true, purpose: 'payout_exception', centreId: row.centre_id })
    const { userId } = ctx.actor
    await store.transitionException(ctx, row, { state: 'proposed', resolution, proposed_by: userId, ...(row.owner_id === null && { owner_id: userId }) })
    await store.addStep(ctx, { exceptionId: row.id, centreId: row.centre_id, kind: 'proposed', resolution, reason, fileId, fileName: file.filename })
    note(ctx, row, { resolution, reason, sha256 })
    await sendNotification(ctx, {
      to: await holdersAt(ctx, row.centre_id, 'zf:settle'),
      kind: 'payoutExceptionProposed',
      values: { no: row.no, name: ctx.actor.name },
      path: '/zf/zfycList?states=proposed',
      refType: 'payout_exception',
      refId: row.id,
    })
    return {}
  },

  async decideException(ctx, { approve, reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'decide')
    if (approve) {
      const { reason: why = '' } = (await desk.stepsOf(ctx, row.id)).findLast((step) => step.kind === 'proposed') ?? {}
      await resolveException(ctx, row, reason || why)
      note(ctx, row, { to: 'resolved', resolution: row.resolution, suspense: row.suspense_fen, ...(reason && { reason }) })
      if (row.stops !== 'none') await ctx.enqueue(dispatchJob, {})
      return {}
    }
    if (reason.length < 2) refuse(exceptionRefusals, 'declineReason')
    await store.transitionException(ctx, row, { state: 'open', resolution: null, proposed_by: null })
    await store.addStep(ctx, { exceptionId: row.id, centreId: row.centre_id, kind: 'declined', resolution: row.resolution, reason })
    note(ctx, row, { to: 'open', reason })
    const reference = { path: '/zf/zfycList', refType: 'payout_exception', refId: row.id }
    await sendNotification(ctx, { to: [row.proposed_by], kind: 'payoutExceptionDeclined', values: { no: row.no, name: ctx.actor.name, reason }, ...reference })
    return {}
  },
}
