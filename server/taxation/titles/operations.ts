import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { pages } from '#/api/pages.ts'
import { titleFields, titleRefusals, titleStateNames, titleTexts } from '#/api/taxation/titles.texts.ts'
import { isSameName } from '#/domain/base/names.ts'
import { isUnitsOwnTitle, missingInvoiceFields, taxNoProblem } from '#/domain/taxation/title.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { type ListColumn, storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { keepOpen } from '#/server/organisations/units/public.ts'
import { sendNotification } from '#/server/services/messages/public.ts'
import { titleReviewers } from '#/server/taxation/titles/notifications.ts'
import * as store from '#/server/taxation/titles/store.ts'

type Form = Omit<z.output<Modules['titles']['create']['input']>, never>

/** Returns the invoice data of a title, as shown to users and copied into applications. */
export function presentTitleDetails(row: Pick<store.TitleRow, 'name' | 'tax_no' | 'address' | 'telephone' | 'bank' | 'account_no'>) {
  return { name: row.name, taxNo: row.tax_no, address: row.address, telephone: row.telephone, bank: row.bank, accountNo: row.account_no }
}

function present(row: store.TitleRow) {
  const titleDetails = presentTitleDetails(row)
  return {
    ...fieldsOf(row, 'id', 'unit_id', 'unit_name'),
    ...titleDetails,
    ...fieldsOf(row, 'email', 'is_default', 'is_active', 'state', 'reason'),
    isForSpecial: missingInvoiceFields(titleDetails).length === 0,
    version: row.version,
  }
}

function expectTaxNo(taxNo: string): void {
  const problem = taxNoProblem(taxNo)
  if (problem === 'length') refuse(titleRefusals, 'taxNoLength', { count: taxNo.length })
  if (problem === 'letters') refuse(titleRefusals, 'taxNoLetters', { taxNo })
  if (problem === 'check') refuse(titleRefusals, 'taxNoCheck', { taxNo })
}

const columnsOf = ({ name, taxNo, address, telephone, bank, accountNo, email }: Form) => ({
  name,
  tax_no: taxNo,
  address,
  telephone,
  bank,
  account_no: accountNo,
  email,
})

async function lockForUpdate(ctx: Context, { titleId, version }: { titleId: number; version: number }): Promise<store.TitleRow> {
  const row = (await store.find(ctx, titleId, true)) ?? refuse(titleRefusals, 'titleNotFound')
  if (row.version !== version) refuse(titleRefusals, 'titleChanged')
  return row
}

/** Keeps the unit open until the transaction ends. Refuses when it is closed. */
async function expectOpenUnit(ctx: Context, unitId: number): Promise<void> {
  if (!(await keepOpen(ctx, { unitId, centreId: null }))) refuse(titleRefusals, 'titleUnitClosed')
}

function note(ctx: Context, row: store.TitleRow, detail: Readonly<Record<string, unknown>>): void {
  ctx.note({ refType: 'invoice_title', refId: row.id, unitId: row.unit_id, detail: { name: row.name, taxNo: row.tax_no, ...detail } })
}

async function detail(ctx: Context, id: number) {
  return present((await store.find(ctx, id)) ?? refuse(titleRefusals, 'titleNotFound'))
}

const titleReference = (id: number) => ({ path: `${pages.ttList.path}?open=${id}`, refType: 'invoice_title', refId: id }) as const

async function notifyReviewers(ctx: Context, row: store.TitleRow): Promise<void> {
  if (row.state !== 'pending') return
  await sendNotification(ctx, {
    to: await titleReviewers(ctx, row.unit_id),
    kind: 'titleToReview',
    values: { unit: row.unit_name, title: row.name },
    ...titleReference(row.id),
  })
}

const callerUnitId = (ctx: Context) => ctx.actor.unitId ?? refuse(titleRefusals, 'titleNotFound')

const columns: readonly ListColumn<store.TitleRow>[] = [
  { heading: titleFields.name, width: 30, value: (row) => row.name },
  { heading: titleFields.taxNo, width: 24, value: (row) => row.tax_no },
  { heading: titleFields.address, width: 34, value: (row) => row.address },
  { heading: titleFields.telephone, width: 18, value: (row) => row.telephone },
  { heading: titleFields.bank, width: 26, value: (row) => row.bank },
  { heading: titleFields.accountNo, width: 24, value: (row) => row.account_no },
  { heading: titleFields.email, width: 26, value: (row) => row.email },
  { heading: titleFields.isDefault, width: 10, value: (row, language) => (row.is_default ? translate(titleTexts.yes, language) : '') },
  { heading: titleFields.isActive, width: 10, value: (row, language) => translate(row.is_active ? titleTexts.active : titleTexts.disabled, language) },
  { heading: titleFields.state, width: 12, value: (row, language) => translate(titleStateNames[row.state], language) },
  { heading: titleFields.unit, width: 30, value: (row) => row.unit_name },
]

export const titles = {
  async list(ctx, { page, size, ...filter }) {
    const { rows, count } = await store.list(ctx, filter, { page, size })
    return { rows: rows.map(present), count }
  },

  async exportList(ctx, filter) {
    const name = translate(titleTexts.list, ctx.language)
    const readTitleList = async () => {
      const rows = await exportRows(async (size) => (await store.list(ctx, filter, { page: 1, size })).rows)
      return { name, language: ctx.language, filter, columns, rows }
    }
    const { fileId } = await storeExport(ctx, filter, readTitleList, {}, { name })
    return { fileId }
  },

  async history(ctx, { titleId }) {
    if (!(await store.find(ctx, titleId))) refuse(titleRefusals, 'titleNotFound')
    // The author of a version may be outside the caller's scope.
    const versions = await ctx.widen('names on invoices', () => store.versions(ctx, titleId))
    return versions.map((row) => ({
      ...presentTitleDetails(row),
      ...fieldsOf(row, 'email', 'state', 'is_active', 'reason', 'version', 'at'),
      byName: row.by_name ?? '',
    }))
  },

  async create(ctx, form) {
    const unitId = callerUnitId(ctx)
    expectTaxNo(form.taxNo)
    await expectOpenUnit(ctx, unitId)
    const unit = await store.lockUnit(ctx, unitId)
    if (await store.hasDuplicate(ctx, unitId, form)) refuse(titleRefusals, 'titleTwice')
    const isOwn = isUnitsOwnTitle(form, unit)
    const state = isOwn ? 'approved' : 'pending'
    const id = await store.insert(ctx, unitId, { ...columnsOf(form), state, is_default: isOwn && !(await store.hasDefault(ctx, unitId)) })
    const row = (await store.find(ctx, id)) ?? refuse(titleRefusals, 'titleNotFound')
    note(ctx, row, { state })
    await notifyReviewers(ctx, row)
    return present(row)
  },

  async change(ctx, { titleId, version, ...form }) {
    const row = await lockForUpdate(ctx, { titleId, version })
    expectTaxNo(form.taxNo)
    await expectOpenUnit(ctx, row.unit_id)
    const unit = await store.lockUnit(ctx, row.unit_id)
    if (await store.hasDuplicate(ctx, row.unit_id, { ...form, butId: row.id })) refuse(titleRefusals, 'titleTwice')
    // Only a new name or tax number requires a new decision.
    const isSame = isSameName(row.name, form.name) && row.tax_no === form.taxNo && row.state !== 'rejected'
    const state = isSame ? row.state : isUnitsOwnTitle(form, unit) ? 'approved' : 'pending'
    await store.update(ctx, row.id, { ...columnsOf(form), state, reason: '', changed_by: ctx.actor.userId, changed_at: ctx.now })
    ctx.note({ refType: 'invoice_title', refId: row.id, unitId: row.unit_id, before: { ...presentTitleDetails(row), email: row.email }, after: { ...form } })
    const changedTitle = (await store.find(ctx, row.id)) ?? row
    if (!isSame) await notifyReviewers(ctx, changedTitle)
    return present(changedTitle)
  },

  async makeDefault(ctx, target) {
    const row = await lockForUpdate(ctx, target)
    if (!row.is_active) refuse(titleRefusals, 'titleInactive', { name: row.name })
    if (row.state !== 'approved') refuse(titleRefusals, 'titleWaits', { name: row.name })
    await store.lockUnit(ctx, row.unit_id)
    await store.clearDefaultTitle(ctx, row.unit_id)
    await store.update(ctx, row.id, { is_default: true })
    note(ctx, row, { isDefault: true })
    return detail(ctx, row.id)
  },

  async setActive(ctx, { isActive, ...target }) {
    const row = await lockForUpdate(ctx, target)
    if (!isActive && row.is_default) refuse(titleRefusals, 'defaultStays')
    if (isActive && (await store.hasDuplicate(ctx, row.unit_id, { name: row.name, taxNo: row.tax_no, butId: row.id }))) refuse(titleRefusals, 'titleTwice')
    await store.update(ctx, row.id, { is_active: isActive })
    note(ctx, row, { isActive })
    return detail(ctx, row.id)
  },

  async decide(ctx, { approve, reason, ...target }) {
    const row = await lockForUpdate(ctx, target)
    if (row.state !== 'pending') refuse(titleRefusals, 'titleDecided')
    if (row.hands.includes(ctx.actor.userId)) refuse(titleRefusals, 'ownTitle')
    if (!approve && reason.length < 2) refuse(titleRefusals, 'titleReason')
    await store.update(ctx, row.id, { state: approve ? 'approved' : 'rejected', reason: approve ? '' : reason })
    note(ctx, row, { approve, ...(reason && { reason }) })
    const values = { title: row.name, outcome: approve ? 'approved' : 'rejected', reason: approve ? '' : reason } as const
    await sendNotification(ctx, { to: [row.changed_by], kind: 'titleDecided', values, ...titleReference(row.id) })
    return detail(ctx, row.id)
  },
} satisfies Implementation<Modules['titles']>
