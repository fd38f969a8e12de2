import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { openingCellNames, openingRefusals, openingStateNames } from '#/api/onboarding/moving.texts.ts'
import type { Mode } from '#/domain/base/codes.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { truncateUnits } from '#/domain/base/text.ts'
import {
  balanceOf,
  nextOpeningState,
  type OpeningAction,
  type OpeningCells,
  type OpeningRow,
  openingByAccount,
  openingTotals,
  readOpening,
} from '#/domain/onboarding/opening.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { type BlockerOf, blockerText, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { nextNumber } from '#/server/kernel/rows/numbers.ts'
import { storeUpload } from '#/server/kernel/rows/sheet-file.ts'
import { firstPaymentSinceOpening, type OpeningMoney, postOpening, reverseOpening, unitsWithJournals } from '#/server/money/ledger/public.ts'
import { exportOpening } from '#/server/onboarding/moving/report.ts'
import { openingTemplate, readOpeningSheet } from '#/server/onboarding/moving/sheet.ts'
import * as store from '#/server/onboarding/moving/store.ts'
import { storeDocument } from '#/server/services/files/public.ts'

type Input<O extends keyof Modules['moving']> = z.output<Modules['moving'][O]['input']>
type SheetTarget = Input<'confirm'>

const maxNamedRows = 5

interface Place {
  readonly centreId: number
  readonly mode: Mode
}

/**
 * Returns why the caller may not perform an action on a sheet. The page shows the reason at the
 * buttons, and the operations refuse with it.
 */
function actionBlocker(ctx: Context, sheet: store.SheetRow, action: OpeningAction): BlockerOf<typeof openingRefusals> {
  const { language, actor } = ctx
  const requiredKeys =
    action === 'confirm' || action === 'undo'
      ? (['opening:check'] as const)
      : action === 'cancel' || action === 'keep'
        ? (['opening:edit', 'opening:check'] as const)
        : (['opening:edit'] as const)
  if (nextOpeningState(sheet.state, action) === null || !requiredKeys.some((each) => actor.may(each)))
    return ['wrongState', { state: translate(openingStateNames[sheet.state], language) }]
  if (action === 'confirm' && sheet.hands.includes(actor.userId)) return 'ownOpening'
  return action === 'undo' && sheet.undo_asked_by === actor.userId ? 'ownUndo' : null
}

function present(ctx: Context, sheet: store.SheetRow) {
  const refusalText = (action: OpeningAction) => blockerText(ctx, openingRefusals, actionBlocker(ctx, sheet, action))
  return {
    ...fieldsOf(sheet, 'id', 'no', 'centre_id', 'centre_name', 'mode', 'day', 'reason', 'file_name', 'state'),
    ...fieldsOf(sheet, 'row_count', 'faulty_count', 'debit_fen', 'credit_fen'),
    difference: fen(sheet.debit_fen - sheet.credit_fen),
    preparedBy: sheet.preparer,
    preparedAt: sheet.prepared_at.toISOString(),
    confirmedBy: sheet.confirmer,
    confirmedAt: sheet.confirmed_at?.toISOString() ?? null,
    undoAskedBy: sheet.undo_asker,
    undoneBy: sheet.undoer,
    ...fieldsOf(sheet, 'undone_at', 'ended_reason', 'version'),
    may: {
      replace: refusalText('replace'),
      confirm: refusalText('confirm'),
      cancel: refusalText('cancel'),
      askUndo: refusalText('askUndo'),
      keep: refusalText('keep'),
      undo: refusalText('undo'),
    },
  }
}

async function loadDetail(ctx: Context, id: number) {
  const sheet = (await store.findSheet(ctx, id)) ?? refuse(openingRefusals, 'openingNotFound')
  const rows = (await store.rowsOf(ctx, id)).map((row) => ({ ...row, debit: fen(row.debit_fen), credit: fen(row.credit_fen) }))
  return {
    ...present(ctx, sheet),
    fileId: sheet.file_id,
    reportFileId: sheet.report_file_id,
    accounts: openingByAccount(rows),
    rows: rows.map(({ seq, cells, debit, credit, issues }) => ({
      seq,
      cells,
      debit,
      credit,
      issues: issues.map((issue) => ({ ...issue, values: { ...issue.values } })),
    })),
  }
}

function note(ctx: Context, sheet: { id: number; no: string; centre_id: number }, detail: Readonly<Record<string, unknown>>): void {
  ctx.note({ refType: 'opening', refId: sheet.id, centreId: sheet.centre_id, detail: { no: sheet.no, ...detail } })
}

/** Locks and returns a sheet. Refuses if the action is not allowed or the version differs. */
async function lockForUpdate(ctx: Context, { openingId, version }: SheetTarget, action: OpeningAction): Promise<store.SheetRow> {
  const sheet = (await store.findSheet(ctx, openingId, true)) ?? refuse(openingRefusals, 'openingNotFound')
  if (nextOpeningState(sheet.state, action) === null) {
    if (action === 'confirm' && sheet.state === 'draft') await refuseDraft(ctx, sheet)
    refuse(openingRefusals, 'wrongState', { state: translate(openingStateNames[sheet.state], ctx.language) })
  }
  if (action === 'confirm' && sheet.hands.includes(ctx.actor.userId)) refuse(openingRefusals, 'ownOpening')
  if (action === 'undo' && sheet.undo_asked_by === ctx.actor.userId) refuse(openingRefusals, 'ownUndo')
  return sheet.version === version ? sheet : refuse(openingRefusals, 'openingChanged')
}

async function refuseDraft(ctx: Context, sheet: store.SheetRow): Promise<never> {
  const rows = await store.rowsOf(ctx, sheet.id)
  const faultTexts = rows.flatMap((row) => row.issues.map(({ field }) => `${row.seq} ${translate(openingCellNames[field], ctx.language)}`))
  if (faultTexts.length > 0) refuse(openingRefusals, 'faulty', { count: sheet.faulty_count, rows: faultTexts.slice(0, maxNamedRows) })
  const { debit, credit, difference } = openingTotals(rows.map((row) => ({ debit: fen(row.debit_fen), credit: fen(row.credit_fen) })))
  return refuse(openingRefusals, 'doesNotAddUp', {
    debit: formatYuan(debit),
    credit: formatYuan(credit),
    difference: formatYuan(fen(Math.abs(difference))),
  })
}

/** Returns centre and mode of the balances: the caller's own, or those that the platform names. */
async function requirePlace(ctx: Context, requested: { centreId?: number | undefined; mode?: Mode | undefined }): Promise<Place> {
  const { scope } = ctx
  const [centreId, mode] = [scope.centreId ?? requested.centreId, scope.mode ?? requested.mode]
  if (centreId === undefined || mode === undefined) refuse(openingRefusals, 'placeNeeded')
  const isOtherPlace = (requested.centreId ?? centreId) !== centreId || (requested.mode ?? mode) !== mode
  if (isOtherPlace || (!scope.all && scope.centreId !== centreId) || !(await store.isModeActive(ctx, { centreId, mode })))
    refuse(openingRefusals, 'placeUnknown')
  return { centreId, mode }
}

async function readOpeningRows(ctx: Context, place: Place, rows: readonly { seq: number; cells: OpeningCells }[]): Promise<OpeningRow[]> {
  const codes = rows.map(({ cells }) => cells.creditCode).filter((each) => each !== '')
  const units = await store.unitsOf(ctx, place, codes)
  const unitsWithMovements = await unitsWithJournals(
    ctx,
    place,
    units.map((unit) => unit.id),
    false,
  )
  return readOpening(rows, new Map(units.map((unit) => [unit.credit_code, { id: unit.id, name: unit.name, hasMoved: unitsWithMovements.has(unit.id) }])))
}

async function readContent(ctx: Context, place: Place, file: Upload): Promise<{ rows: OpeningRow[]; content: store.OpeningContent }> {
  const sheetRows = await readOpeningSheet(ctx, file)
  if (sheetRows.length === 0) refuse(openingRefusals, 'noRows')
  const rows = await readOpeningRows(ctx, place, sheetRows)
  const { debit, credit, difference } = openingTotals(rows)
  const faultyCount = rows.filter((row) => row.issues.length > 0).length
  const storedFile = await storeUpload(ctx, file, { purpose: 'opening', centreId: place.centreId })
  const state = faultyCount === 0 && difference === 0 ? 'prepared' : 'draft'
  const content = {
    file_id: storedFile.id,
    file_name: truncateUnits(file.filename, 200),
    row_count: rows.length,
    faulty_count: faultyCount,
    debit_fen: debit,
    credit_fen: credit,
    state,
  }
  return { rows, content: content as store.OpeningContent }
}

async function uploadSheet(ctx: Context, { day, reason, file, report, ...requestedPlace }: Input<'upload'>) {
  const place = await requirePlace(ctx, requestedPlace)
  if (day > dayOf(ctx.now)) refuse(openingRefusals, 'dayAhead')
  const { rows, content } = await readContent(ctx, place, file)
  const storedReport = await storeDocument(ctx, { upload: report, purpose: 'opening', centreId: place.centreId, kinds: ['pdf', 'xlsx'], pictures: true })
  const no = await nextNumber(ctx, 'QC', place.centreId)
  const id = await store.addSheet(ctx, { ...content, no, centre_id: place.centreId, mode: place.mode, day, reason, report_file_id: storedReport.fileId })
  await store.replaceRows(ctx, { id, centreId: place.centreId }, rows)
  note(
    ctx,
    { id, no, centre_id: place.centreId },
    { day, reason, rows: content.row_count, faulty: content.faulty_count, debit: content.debit_fen, credit: content.credit_fen, report: storedReport.sha256 },
  )
  return loadDetail(ctx, id)
}

/** Returns the balances for the ledger. */
async function openingMoneyOf(ctx: Context, sheet: store.SheetRow): Promise<OpeningMoney> {
  const rows = await store.rowsOf(ctx, sheet.id)
  const balances = rows.flatMap(({ account, unit_id, debit_fen, credit_fen }) =>
    account === null ? [] : [{ account, unitId: unit_id, amount: balanceOf({ debit: fen(debit_fen), credit: fen(credit_fen) }) }],
  )
  return { id: sheet.id, no: sheet.no, centreId: sheet.centre_id, mode: sheet.mode, memo: `${sheet.day} ${sheet.reason}`, balances }
}

/** Locks the accounts of the units. Refuses if a unit already has movements in this centre and mode. */
async function expectUnchangedAccounts(ctx: Context, money: OpeningMoney): Promise<void> {
  const unitIds = money.balances.flatMap(({ unitId }) => (unitId === null ? [] : [unitId]))
  const unitsWithMovements = await unitsWithJournals(ctx, money, unitIds, true)
  if (unitsWithMovements.size === 0) return
  const rows = await store.rowsOf(ctx, money.id)
  const names = rows.filter((row) => row.unit_id !== null && unitsWithMovements.has(row.unit_id)).map((row) => row.cells.unitName || row.cells.creditCode)
  refuse(openingRefusals, 'unitsMoved', { units: names.slice(0, maxNamedRows) })
}

export const moving: Implementation<Modules['moving']> = {
  places: async (ctx) => (await store.activeCentres(ctx)).map((row) => ({ centreId: row.id, centreName: row.name, modes: row.modes })),

  template: openingTemplate,

  async list(ctx, { states, isForMe, ...turn }) {
    const { rows, count, next } = await store.listSheets(ctx, { states, isForMe }, turn)
    return { rows: rows.map((row) => present(ctx, row)), count, next }
  },

  get: (ctx, { openingId }) => loadDetail(ctx, openingId),

  upload: uploadSheet,

  async replace(ctx, { file, ...target }) {
    const sheet = await lockForUpdate(ctx, target, 'replace')
    const { rows, content } = await readContent(ctx, { centreId: sheet.centre_id, mode: sheet.mode }, file)
    await store.changeSheet(ctx, sheet.id, { ...content, prepared_by: ctx.actor.userId, prepared_at: ctx.now })
    await store.replaceRows(ctx, { id: sheet.id, centreId: sheet.centre_id }, rows)
    note(ctx, sheet, { rows: content.row_count, faulty: content.faulty_count, debit: content.debit_fen, credit: content.credit_fen })
    return loadDetail(ctx, sheet.id)
  },

  async confirm(ctx, target) {
    const sheet = await lockForUpdate(ctx, target, 'confirm')
    const money = await openingMoneyOf(ctx, sheet)
    await expectUnchangedAccounts(ctx, money)
    await postOpening(ctx, money)
    await store.changeSheet(ctx, sheet.id, { state: 'booked', confirmed_by: ctx.actor.userId, confirmed_at: ctx.now })
    note(ctx, sheet, { booked: sheet.debit_fen })
    return loadDetail(ctx, sheet.id)
  },

  async cancel(ctx, { reason, ...target }) {
    const sheet = await lockForUpdate(ctx, target, 'cancel')
    await store.changeSheet(ctx, sheet.id, { state: 'cancelled', ended_reason: reason })
    note(ctx, sheet, { cancelled: reason })
    return loadDetail(ctx, sheet.id)
  },

  async askUndo(ctx, { reason, ...target }) {
    const sheet = await lockForUpdate(ctx, target, 'askUndo')
    await expectUnpaid(ctx, await openingMoneyOf(ctx, sheet))
    await store.changeSheet(ctx, sheet.id, { state: 'undoing', undo_asked_by: ctx.actor.userId, undo_asked_at: ctx.now, ended_reason: reason })
    note(ctx, sheet, { undoAsked: reason })
    return loadDetail(ctx, sheet.id)
  },

  async keep(ctx, target) {
    const sheet = await lockForUpdate(ctx, target, 'keep')
    await store.changeSheet(ctx, sheet.id, { state: 'booked', undo_asked_by: null, undo_asked_at: null, ended_reason: '' })
    note(ctx, sheet, { kept: true })
    return loadDetail(ctx, sheet.id)
  },

  async undo(ctx, target) {
    const sheet = await lockForUpdate(ctx, target, 'undo')
    const money = await openingMoneyOf(ctx, sheet)
    await expectUnpaid(ctx, money)
    await reverseOpening(ctx, money)
    await store.changeSheet(ctx, sheet.id, { state: 'undone', undone_by: ctx.actor.userId, undone_at: ctx.now })
    note(ctx, sheet, { undone: sheet.ended_reason })
    return loadDetail(ctx, sheet.id)
  },

  export: async (ctx, { openingId }) => exportOpening(ctx, await loadDetail(ctx, openingId)),
}

async function expectUnpaid(ctx: Context, money: OpeningMoney): Promise<void> {
  const firstPayment = await firstPaymentSinceOpening(ctx, money)
  if (firstPayment) refuse(openingRefusals, 'openingPaid', { unit: firstPayment.unit_name, no: firstPayment.ref_no, more: firstPayment.count - 1 })
}
