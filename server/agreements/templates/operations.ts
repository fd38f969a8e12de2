import type { z } from 'zod'
import { templateRefusals } from '#/api/agreements/templates.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { fileRefusals } from '#/api/services/files.texts.ts'
import { starterTemplates } from '#/db/base/templates.ts'
import { contractRulesOf, hasContractRules, type Signer } from '#/domain/agreements/contract.ts'
import { unfilledVariables } from '#/domain/agreements/contract-variables.ts'
import { dayOf } from '#/domain/base/period.ts'
import { compareLines, linesOfRichText } from '#/domain/services/rich-text.ts'
import { attachedPages, pageSizes } from '#/server/agreements/templates/contract-pdf.ts'
import { storePreview } from '#/server/agreements/templates/preview.ts'
import { expectOwner, readBody, reasonsFor, templateProblem, usedVariables } from '#/server/agreements/templates/rules.ts'
import * as store from '#/server/agreements/templates/store.ts'
import type { Context, TrailNote } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { checkDocument, plainDocument } from '#/server/services/files/public.ts'

const emptyBody = { type: 'doc', content: [{ type: 'paragraph' }] } as const

async function requireTemplate(ctx: Context, id: number): Promise<store.TemplateRow> {
  return (await store.find(ctx, id)) ?? refuse(templateRefusals, 'notFound')
}

/** Returns the template to change; refuses other owners' templates and stale versions. */
async function requireOwnTemplate(ctx: Context, at: { id: number; version: number }): Promise<store.TemplateRow> {
  const row = await requireTemplate(ctx, at.id)
  expectOwner(ctx, row.for_centre_id)
  if (row.version !== at.version) refuse(templateRefusals, 'changed')
  return row
}

function present(row: store.TemplateRow) {
  return {
    ...fieldsOf(row, 'id', 'series_id', 'edition', 'name', 'kind', 'mode'),
    centreId: row.for_centre_id,
    centreName: row.centre_name,
    format: row.format,
    variables: usedVariables(row).length,
    ...fieldsOf(row, 'uses', 'state', 'is_default', 'effective_from'),
    updatedBy: row.updated_name,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

async function detail(ctx: Context, id: number) {
  const row = await requireTemplate(ctx, id)
  const editions = await store.editionsOfSeries(ctx, row.series_id)
  const usedKeys = usedVariables(row)
  const missingVariables = new Set(unfilledVariables(usedKeys, row.kind, row.fields))
  const pdf = await attachedPages(ctx, row.file_id)
  return {
    ...present(row),
    body: row.body === null ? null : JSON.stringify(row.body),
    ...fieldsOf(row, 'fields', 'signers', 'places', 'consents', 'valid_days', 'sign_days', 'file_id'),
    pages: pdf ? await pageSizes(ctx, pdf) : [],
    used: usedKeys.map((key) => ({ key, isFilled: !missingVariables.has(key) })),
    editions: editions.map((edition) => ({
      id: edition.id,
      edition: edition.edition,
      state: edition.state,
      updatedBy: edition.updated_name,
      updatedAt: edition.updated_at.toISOString(),
    })),
    may: reasonsFor(ctx, row, await store.isEditedByCaller(ctx, id)),
  }
}

async function changeTemplate(ctx: Context, at: { id: number; version: number }, to: store.TemplateChange): Promise<void> {
  if (!(await store.update(ctx, at, to))) refuse(templateRefusals, 'changed')
}

/** Logs a change of a template. */
function note(
  ctx: Context,
  { id, for_centre_id: centreId }: Pick<store.TemplateRow, 'id' | 'for_centre_id'>,
  change: Pick<TrailNote, 'before' | 'after' | 'detail'>,
): void {
  ctx.note({ refType: 'template', refId: id, centreId, ...change })
}

async function expectPlaces(ctx: Context, row: store.TemplateRow, places: readonly store.TemplatePlace[]): Promise<void> {
  const pdf = await attachedPages(ctx, row.file_id)
  const pages = pdf ? await pageSizes(ctx, pdf) : []
  const isOutside = places.some(({ page, x, y, width, height }) => {
    const size = pages[page]
    return !size || x + width > size.width + 1 || y + height > size.height + 1
  })
  if (isOutside) refuse(templateRefusals, 'outside')
}

type TemplateInput = Omit<z.output<Modules['templates']['update']['input']>, 'id' | 'version'>

/** Validates an edited template and returns its stored columns. */
async function validateTemplateContent(
  ctx: Context,
  row: store.TemplateRow,
  { body, places, mode, validDays, signDays, name, fields, signers, consents }: TemplateInput,
) {
  if (row.format === 'text' && body === undefined) refuse(templateRefusals, 'empty')
  if (row.format === 'pdf') await expectPlaces(ctx, row, places)
  return {
    name,
    mode: mode ?? null,
    fields,
    signers,
    consents,
    valid_days: validDays,
    sign_days: signDays,
    body: row.format === 'text' && body !== undefined ? readBody(body) : null,
    places: row.format === 'pdf' ? places : [],
  }
}

export const templates: Implementation<Modules['templates']> = {
  async list(ctx, { page, size, ...filter }) {
    const [rows, count] = await Promise.all([store.list(ctx, filter, { size, from: (page - 1) * size }), store.count(ctx, filter)])
    return { rows: rows.map(present), count }
  },

  async get(ctx, { id }) {
    return detail(ctx, id)
  },

  async create(ctx, { name, kind, mode, centreId, format }) {
    const ownerCentreId = centreId ?? ctx.scope.centreId
    expectOwner(ctx, ownerCentreId)
    const rules = hasContractRules(kind) ? contractRulesOf(kind) : null
    const signers: readonly Signer[] = rules?.signers ?? [
      { party: 'b', way: 'hand' },
      { party: 'a', way: 'seal' },
    ]
    const id = await store.insert(ctx, {
      series_id: null,
      edition: 1,
      name,
      kind,
      mode: mode ?? null,
      for_centre_id: ownerCentreId,
      format,
      body: format === 'text' ? emptyBody : null,
      file_id: null,
      fields: [],
      signers,
      places: [],
      consents: rules?.consents ?? [],
      valid_days: 730,
      sign_days: 7,
    })
    note(ctx, { id, for_centre_id: ownerCentreId }, { after: { name, kind, mode: mode ?? null, format } })
    return detail(ctx, id)
  },

  async addStarters(ctx) {
    expectOwner(ctx, null)
    const platformKinds = await store.platformKinds(ctx)
    const missingStarters = starterTemplates.filter(({ kind, mode }) => !platformKinds.some((each) => each.kind === kind && each.mode === mode))
    for (const { validDays, ...text } of missingStarters) {
      const id = await store.insert(ctx, {
        ...text,
        series_id: null,
        edition: 1,
        for_centre_id: null,
        format: 'text',
        file_id: null,
        places: [],
        valid_days: validDays,
        sign_days: 7,
        is_starter: true,
      })
      ctx.note({ refType: 'template', refId: id, after: { name: text.name, kind: text.kind, mode: text.mode, format: 'text' } })
    }
    return { added: missingStarters.length }
  },

  async update(ctx, { id, version, ...edited }) {
    const row = await requireOwnTemplate(ctx, { id, version })
    if (row.state !== 'draft') refuse(templateRefusals, 'wasEnabled')
    await changeTemplate(ctx, { id, version }, await validateTemplateContent(ctx, row, edited))
    const loggedColumns = (each: store.TemplateRow) => ({
      name: each.name,
      mode: each.mode,
      signers: each.signers,
      consents: each.consents,
      valid_days: each.valid_days,
      sign_days: each.sign_days,
    })
    note(ctx, row, { before: loggedColumns(row), after: loggedColumns(await requireTemplate(ctx, id)) })
    return detail(ctx, id)
  },

  async upload(ctx, { id, version, file }) {
    const row = await requireOwnTemplate(ctx, { id, version })
    if (row.state !== 'draft') refuse(templateRefusals, 'wasEnabled')
    if (row.format !== 'pdf') refuse(templateRefusals, 'wrongState')
    await ctx.outside('check', file.bytes, () => checkDocument(file.bytes, ['pdf']))
    if (Buffer.from(file.bytes).includes('/ByteRange')) refuse(fileRefusals, 'badPdf')
    const plainPages = await ctx.outside('plain pages', file.bytes, () => plainDocument(file.bytes))
    const storedFile = await ctx.files.save({
      name: `${row.name}.pdf`,
      mediaType: 'application/pdf',
      bytes: plainPages.bytes,
      purpose: 'template',
      centreId: row.for_centre_id,
    })
    await changeTemplate(ctx, { id, version }, { file_id: storedFile.id, places: [] })
    note(ctx, row, { detail: { sha256: storedFile.sha256, pages: plainPages.pages.length } })
    return detail(ctx, id)
  },

  async revise(ctx, { id: from, version, ...edited }) {
    const row = await requireOwnTemplate(ctx, { id: from, version })
    if (row.state === 'draft') refuse(templateRefusals, 'wrongState')
    const editions = await store.editionsOfSeries(ctx, row.series_id)
    if (editions.some((edition) => edition.state === 'draft')) refuse(templateRefusals, 'hasDraft')
    const id = await store.insert(ctx, {
      series_id: row.series_id,
      edition: (editions[0]?.edition ?? row.edition) + 1,
      kind: row.kind,
      for_centre_id: row.for_centre_id,
      format: row.format,
      file_id: row.file_id,
      ...(await validateTemplateContent(ctx, row, edited)),
    })
    note(ctx, { ...row, id }, { detail: { after: row.id } })
    return detail(ctx, id)
  },

  async enable(ctx, at) {
    const row = await requireOwnTemplate(ctx, at)
    if (row.state === 'enabled') refuse(templateRefusals, 'wrongState')
    refuseIf(templateRefusals, templateProblem(row, ctx.language))
    // The centre's seal signs this text without another look.
    if (await store.isEditedByCaller(ctx, row.id)) refuse(templateRefusals, 'ownText')
    // The new edition replaces the earlier one, and becomes the default if the earlier one was.
    const before = (await store.editionsOfSeries(ctx, row.series_id)).filter((each) => each.state === 'enabled')
    const isDefault = before.some((each) => each.is_default)
    for (const each of before) await changeTemplate(ctx, each, { state: 'disabled', is_default: false })
    await changeTemplate(ctx, at, { state: 'enabled', is_default: isDefault, effective_from: row.effective_from ?? dayOf(ctx.now) })
    note(ctx, row, { before: { state: row.state }, after: { state: 'enabled', edition: row.edition } })
    return detail(ctx, row.id)
  },

  async disable(ctx, at) {
    const row = await requireOwnTemplate(ctx, at)
    if (row.state !== 'enabled') refuse(templateRefusals, 'wrongState')
    await changeTemplate(ctx, at, { state: 'disabled', is_default: false })
    note(ctx, row, { before: { state: row.state }, after: { state: 'disabled' } })
    return detail(ctx, row.id)
  },

  async setDefault(ctx, at) {
    const row = await requireOwnTemplate(ctx, at)
    if (row.state !== 'enabled') refuse(templateRefusals, 'wrongState')
    await store.clearOtherDefaults(ctx, row)
    await changeTemplate(ctx, at, { is_default: true })
    note(ctx, row, { after: { isDefault: true } })
    return detail(ctx, row.id)
  },

  async remove(ctx, at) {
    const row = await requireOwnTemplate(ctx, at)
    if (row.state !== 'draft') refuse(templateRefusals, 'wasEnabled')
    if (row.uses > 0) refuse(templateRefusals, 'inUse')
    await store.remove(ctx, row.id)
    note(ctx, row, { before: { name: row.name, edition: row.edition } })
    return {}
  },

  async preview(ctx, { id }) {
    const row = await requireTemplate(ctx, id)
    return { fileId: await storePreview(ctx, row) }
  },

  async compare(ctx, { id, otherId }) {
    const [one, other] = [await requireTemplate(ctx, id), await requireTemplate(ctx, otherId)]
    if (one.series_id !== other.series_id) refuse(templateRefusals, 'notSame')
    const [before, after] = one.edition < other.edition ? [one, other] : [other, one]
    if (!before.body || !after.body) refuse(templateRefusals, 'needsText')
    return { before: before.edition, after: after.edition, changes: compareLines(linesOfRichText(before.body), linesOfRichText(after.body)) }
  },
}
