import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { type FormKind, formsByKind } from '#/domain/taxation/tax-form.ts'
import { expectPlainExport } from '#/server/access/auth/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { exportKeepDays } from '#/server/kernel/rows/sheet-file.ts'
import { sheetMediaType } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { type FormLayout, type FormRow, type FormRows, formStream } from '#/server/taxation/forms/filling.ts'
import { layoutOn } from '#/server/taxation/forms/layouts.ts'
import * as store from '#/server/taxation/forms/store.ts'

export interface FormToFill {
  readonly kind: FormKind
  /** The filing day, which determines the edition. */
  readonly day: string
  /** A day of the declared month, whose policy requires the form; the filing day by default. */
  readonly lawDay?: string
  /** Values above the table: agentName, agentCode, period, filedOn, platformName. */
  readonly head: Readonly<Record<string, string>>
  /** Values by field. Read only once, even if the transaction is retried. */
  readonly rows: FormRows
}

export interface FilledForm {
  readonly bytes: Uint8Array
  readonly fileName: string
  /** `V3`, or `built-in` for the built-in layout. */
  readonly version: string
  readonly templateId: number | null
  /** Headings that no official file confirms, or that the official file lacks. */
  readonly unconfirmed: readonly string[]
  readonly rowCount: number
}

async function collectRows(rows: FormRows): Promise<readonly FormRow[]> {
  return Symbol.asyncIterator in rows ? Array.fromAsync(rows) : rows
}

/** Fills a layout outside the transaction. */
export async function fillLayout(ctx: Context, layout: FormLayout, { head, rows }: Pick<FormToFill, 'head' | 'rows'>): Promise<FilledForm> {
  const { kind, version, templateId, unconfirmed } = layout
  const formKey = [kind, version, head, Symbol.asyncIterator in rows ? null : rows]
  const { bytes, rowCount } = await ctx.outside(
    'fill a form',
    formKey,
    async (chunk) => ({ bytes: await buffer(formStream(layout, head, chunk)), rowCount: chunk.length }),
    () => collectRows(rows),
  )
  const period = head.period === undefined ? '' : `_${head.period}`
  return { bytes, fileName: `${formsByKind[kind].title}${period}.xlsx`, version, templateId, unconfirmed, rowCount }
}

/** Fills a form into the official file of the day, or the built-in layout. */
export async function fillForm(ctx: Context, form: FormToFill): Promise<FilledForm> {
  return fillLayout(ctx, await layoutOn(ctx, form.kind, form.day, form.lawDay), form)
}

/** The centre or platform that files a form, and its period. */
export interface FormOwner {
  /** Null for the platform. */
  readonly centreId: number | null
  readonly mode: Mode | null
  /** yyyy-MM, yyyy-Qn or yyyy. */
  readonly period: string
  /** The reason for exporting full numbers. Requires the permission and a recently entered password. */
  readonly reason: string | undefined
  /** One of several files of the same lines. A restarted job does not store it twice. */
  readonly isPart?: boolean
}

/**
 * Fills a form and stores it permanently with its digest. Returns a copy for download, which expires after a day like
 * all files with full numbers.
 */
export async function storeForm(ctx: Context, form: FormToFill, place: FormOwner): Promise<FilledForm & { taxFileId: number; fileId: string; sha256: string }> {
  const reason = await expectPlainExport(ctx, place.reason)
  const filledForm = await fillForm(ctx, form)
  const { fileName: name, bytes } = filledForm
  const { id: fileId } = await ctx.files.save({ name, mediaType: sheetMediaType, bytes, purpose: 'export', keepDays: exportKeepDays(true) })
  return { ...filledForm, fileId, ...(await storeFilledForm(ctx, form, filledForm, { ...place, reason })) }
}

/** Stores a filled form permanently, for a reason given earlier. Stores identical bytes only once. */
export async function storeFilledForm(
  ctx: Context,
  form: Pick<FormToFill, 'kind'>,
  filled: FilledForm,
  place: Omit<FormOwner, 'reason'> & { readonly reason: string },
): Promise<{ taxFileId: number; sha256: string }> {
  const { fileName: name, bytes, rowCount, templateId } = filled
  const { reason } = place
  const digest = createHash('sha256').update(bytes).digest('hex')
  const duplicateId = await store.findDuplicateFileId(ctx, place.centreId, name, digest)
  if (duplicateId !== undefined && place.isPart) return { taxFileId: duplicateId, sha256: digest }
  const storedFile = await ctx.files.save({ name, mediaType: sheetMediaType, bytes, purpose: 'taxFile' })
  const { sha256 } = storedFile
  const taxFileId = await store.addFile(ctx, {
    kind: form.kind,
    centre_id: place.centreId,
    mode: place.mode,
    period: place.period,
    form_id: templateId,
    name,
    sha256,
    row_count: rowCount,
    reason,
    file_id: storedFile.id,
  })
  ctx.note({
    refType: 'tax_file',
    refId: taxFileId,
    centreId: place.centreId,
    detail: { kind: form.kind, period: place.period, version: filled.version, rows: rowCount, sha256, plainReason: reason },
  })
  return { taxFileId, sha256 }
}
