import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { editionStateNames, formFieldNames, formRefusals } from '#/api/taxation/forms.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { truncateUnits } from '#/domain/base/text.ts'
import { formsByKind as builtInForms, type FormField, formKinds, type TaxForm, unconfirmedFields } from '#/domain/taxation/tax-form.ts'
import { expectPlainExport } from '#/server/access/auth/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { type BlockerOf, blockerText, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { exportKeepDays, storeUpload } from '#/server/kernel/rows/sheet-file.ts'
import { columnLetters } from '#/server/lib/spreadsheet/cells.ts'
import { sheetMediaType } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { builtInLayoutOf, isFormInForce, layoutOf } from '#/server/taxation/forms/layouts.ts'
import { applyChosenColumns, type ColumnMapping, mappingFaults } from '#/server/taxation/forms/mapping.ts'
import { mappingOf } from '#/server/taxation/forms/reading.ts'
import { sampleHead, sampleRows } from '#/server/taxation/forms/sample.ts'
import * as store from '#/server/taxation/forms/store.ts'
import { fillLayout } from '#/server/taxation/forms/writing.ts'

type Input<O extends keyof Modules['forms']> = z.output<Modules['forms'][O]['input']>

const isPlatform = (ctx: Context) => ctx.scope.all

function actionBlocker(ctx: Context, form: store.FormRecord, action: 'change' | 'publish' | 'drop'): BlockerOf<typeof formRefusals> {
  const { actor, language } = ctx
  const isPermitted =
    action === 'change' ? actor.may('form:edit') : action === 'publish' ? actor.may('form:check') : actor.may('form:edit') || actor.may('form:check')
  if (form.state !== 'draft' || !isPermitted || !isPlatform(ctx)) return ['notDraft', { state: translate(editionStateNames[form.state], language) }]
  return action === 'publish' && form.hands.includes(actor.userId) ? 'ownForm' : null
}

function present(ctx: Context, form: store.FormRecord) {
  const refusalText = (action: Parameters<typeof actionBlocker>[2]) => blockerText(ctx, formRefusals, actionBlocker(ctx, form, action))
  const { columns } = applyChosenColumns(form.mapping, form.chosen)
  return {
    ...fieldsOf(form, 'id', 'kind', 'edition', 'state', 'first_day', 'file_name', 'sha256'),
    found: Object.keys(columns).length,
    madeBy: form.maker,
    madeAt: form.made_at.toISOString(),
    publishedBy: form.publisher,
    publishedAt: form.published_at?.toISOString() ?? null,
    version: form.version,
    may: { change: refusalText('change'), publish: refusalText('publish'), drop: refusalText('drop') },
  }
}

function presentDetail(ctx: Context, form: store.FormRecord) {
  const { fields } = builtInForms[form.kind]
  const mapping = applyChosenColumns(form.mapping, form.chosen)
  const usedColumns = new Set(Object.values(mapping.columns))
  return {
    ...present(ctx, form),
    sheet: mapping.sheet,
    headingLine: mapping.headingLine,
    fields: fields.map(({ key, headings, isRequired, isUnconfirmed }) => ({
      key,
      heading: headings[0] ?? key,
      isRequired,
      isUnconfirmed,
      column: mapping.columns[key] ?? null,
      isChosen: key in form.chosen,
      twice: [...(mapping.twice[key] ?? [])],
    })),
    headings: mapping.headings.map((heading) => ({ ...heading })),
    empty: mapping.headings.filter(({ column }) => !usedColumns.has(column)).map(({ text }) => text),
  }
}

/** Returns the official heading, prefixed with its meaning in the reader's language. */
function namedHeading(ctx: Context, { key, headings }: FormField): string {
  const heading = (headings[0] ?? key).replaceAll('>', ' / ')
  const name = formFieldNames[key]
  return ctx.language === 'zh' || !name ? heading : `${translate(name, ctx.language)} (${heading})`
}

async function detail(ctx: Context, id: number) {
  return presentDetail(ctx, (await store.findForm(ctx, id)) ?? refuse(formRefusals, 'formNotFound'))
}

/** Locks a draft. Refuses other states and a stale version. */
async function lockDraft(ctx: Context, { formId, version }: Input<'publish'>): Promise<store.FormRecord> {
  const form = (await store.findForm(ctx, formId, true)) ?? refuse(formRefusals, 'formNotFound')
  if (form.state !== 'draft') refuse(formRefusals, 'notDraft', { state: translate(editionStateNames[form.state], ctx.language) })
  return form.version === version ? form : refuse(formRefusals, 'formChanged')
}

function note(ctx: Context, form: Pick<store.FormRecord, 'id' | 'kind' | 'edition'>, detail: Readonly<Record<string, unknown>>): void {
  ctx.note({ refType: 'tax_form', refId: form.id, detail: { kind: form.kind, edition: form.edition, ...detail } })
}

function expectDay(ctx: Context, firstDay: string): void {
  if (firstDay < dayOf(ctx.now)) refuse(formRefusals, 'dayPast')
}

function expectChosen(form: TaxForm, mapping: ColumnMapping, chosen: Readonly<Record<string, number | null>>): void {
  for (const [field, column] of Object.entries(chosen)) {
    if (!form.fields.some(({ key }) => key === field)) refuse(formRefusals, 'unknownField', { field })
    if (column !== null && !mapping.headings.some((heading) => heading.column === column))
      refuse(formRefusals, 'noSuchColumn', { column: columnLetters(column) })
  }
}

/** Refuses a mapping with a value that has no column or several. */
function expectComplete(form: TaxForm, mapping: ColumnMapping): void {
  const { missing, twice, shared } = mappingFaults(mapping, form)
  const names = (keys: readonly string[]) => form.fields.filter(({ key }) => keys.includes(key)).map(({ key, headings }) => headings[0] ?? key)
  const fieldPlaces = (keys: readonly string[]) => keys.map((key) => `${names([key])[0]} (${(mapping.twice[key] ?? []).map(columnLetters).join(' ')})`)
  if (twice.length > 0) refuse(formRefusals, 'headingTwice', { fields: fieldPlaces(twice) })
  if (missing.length > 0) refuse(formRefusals, 'requiredMissing', { fields: names(missing) })
  if (shared.length > 0) refuse(formRefusals, 'columnShared', { fields: names(shared) })
}

async function upload(ctx: Context, { kind, firstDay, file }: Input<'upload'>) {
  expectDay(ctx, firstDay)
  const mapping = await mappingOf(ctx, kind, file)
  const storedFile = await storeUpload(ctx, file, { purpose: 'taxForm' })
  const duplicateForm = (await store.formEditions(ctx)).find((form) => form.kind === kind && form.sha256 === storedFile.sha256 && form.state !== 'dropped')
  if (duplicateForm) refuse(formRefusals, 'sameFile', { edition: duplicateForm.edition })
  const id = await store.addForm(ctx, {
    kind,
    firstDay,
    fileId: storedFile.id,
    fileName: truncateUnits(file.filename, 200),
    sha256: storedFile.sha256,
    mapping,
  })
  const form = await detail(ctx, id)
  note(ctx, form, { firstDay, found: form.found, sha256: storedFile.sha256 })
  return form
}

async function publish(ctx: Context, target: Input<'publish'>) {
  const form = await lockDraft(ctx, target)
  if (form.hands.includes(ctx.actor.userId)) refuse(formRefusals, 'ownForm')
  expectDay(ctx, form.first_day)
  expectComplete(builtInForms[form.kind], applyChosenColumns(form.mapping, form.chosen))
  const conflictingForm = (await store.formEditions(ctx)).find(
    (each) => each.kind === form.kind && each.state === 'published' && each.first_day === form.first_day,
  )
  if (conflictingForm) refuse(formRefusals, 'dayTaken', { firstDay: form.first_day, edition: conflictingForm.edition })
  await store.changeForm(ctx, form.id, { state: 'published', published_by: ctx.actor.userId, published_at: ctx.now })
  note(ctx, form, { published: form.first_day, sha256: form.sha256 })
  return detail(ctx, form.id)
}

async function sampleFile(ctx: Context, { kind, formId }: Input<'sample'>) {
  const form = formId === undefined ? null : ((await store.findForm(ctx, formId)) ?? refuse(formRefusals, 'formNotFound'))
  const layout = form === null ? builtInLayoutOf(kind) : await layoutOf(ctx, form)
  const { bytes } = await fillLayout(ctx, layout, { head: sampleHead, rows: sampleRows(layout.kind) })
  const name = `${builtInForms[layout.kind].title}_样例_${layout.version}.xlsx`
  const { id, sha256 } = await ctx.files.save({ name, mediaType: sheetMediaType, bytes, purpose: 'export', keepDays: exportKeepDays(false) })
  ctx.note({ refType: 'file', refId: id, detail: { sample: layout.kind, version: layout.version, sha256 } })
  return { fileId: id }
}

/** Copies the stored file for the caller. The copy expires after a day. */
async function copyFile(ctx: Context, { taxFileId, reason }: Input<'take'>) {
  const file = (await store.findFile(ctx, taxFileId)) ?? refuse(formRefusals, 'fileNotFound')
  const plainReason = await expectPlainExport(ctx, reason)
  const openedFile = (await ctx.widen('a kept form', () => ctx.files.open(file.file_id))) ?? refuse(formRefusals, 'fileNotFound')
  const { id, sha256 } = await ctx.files.save({
    name: file.name,
    mediaType: sheetMediaType,
    bytes: openedFile.bytes,
    purpose: 'export',
    keepDays: exportKeepDays(true),
  })
  ctx.note({
    refType: 'tax_file',
    refId: file.id,
    centreId: file.centre_id,
    detail: { kind: file.kind, period: file.period, rows: file.row_count, sha256, plainReason },
  })
  return { fileId: id, sha256 }
}

export const forms: Implementation<Modules['forms']> = {
  async kinds(ctx) {
    const today = dayOf(ctx.now)
    const allForms = (await store.formEditions(ctx)).map((form) => present(ctx, form))
    return Promise.all(
      formKinds.map(async (kind) => {
        const editions = allForms.filter((form) => form.kind === kind)
        const editionsInUse = editions
          .filter(({ state, firstDay }) => state === 'published' && firstDay <= today)
          .sort((a, b) => (a.firstDay < b.firstDay ? 1 : -1))
        return {
          kind,
          source: builtInForms[kind].source,
          current: editionsInUse[0] ?? null,
          editions,
          fields: builtInForms[kind].fields.length,
          unconfirmed: unconfirmedFields(kind).map((field) => namedHeading(ctx, field)),
          isInForce: await isFormInForce(ctx, kind, today),
        }
      }),
    )
  },

  get: (ctx, { formId }) => detail(ctx, formId),

  upload,

  async adjust(ctx, { firstDay, chosen, ...target }) {
    const form = await lockDraft(ctx, target)
    if (firstDay !== undefined) expectDay(ctx, firstDay)
    if (chosen !== undefined) expectChosen(builtInForms[form.kind], form.mapping, chosen)
    await store.changeForm(ctx, form.id, {
      edited_by: ctx.actor.userId,
      ...(firstDay !== undefined && { first_day: firstDay }),
      ...(chosen !== undefined && { chosen: JSON.stringify(chosen) }),
    })
    note(ctx, form, { firstDay, chosen })
    return detail(ctx, form.id)
  },

  publish,

  async drop(ctx, target) {
    const form = await lockDraft(ctx, target)
    await store.changeForm(ctx, form.id, { state: 'dropped' })
    note(ctx, form, { dropped: true })
    return present(ctx, { ...form, state: 'dropped', version: form.version + 1 })
  },

  async template(ctx, { formId }) {
    const form = (await store.findForm(ctx, formId)) ?? refuse(formRefusals, 'formNotFound')
    ctx.note({ refType: 'file', refId: form.file_id, detail: { template: form.kind, edition: form.edition } })
    return { fileId: form.file_id }
  },

  sample: sampleFile,

  async files(ctx, { kinds, period, ...turn }) {
    const { rows, count, next } = await store.listFiles(ctx, { kinds, period }, turn)
    return {
      rows: rows.map((row) => ({
        ...fieldsOf(row, 'id', 'kind', 'centre_name', 'period', 'name', 'edition', 'row_count', 'sha256', 'reason'),
        madeBy: row.maker,
        madeAt: row.made_at.toISOString(),
      })),
      count,
      next,
    }
  },

  take: copyFile,
}
