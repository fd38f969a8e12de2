import { z } from 'zod'
import { importRefusals } from '#/api/onboarding/imports.texts.ts'
import { Id, type Upload } from '#/api/operation.ts'
import { fileRefusals } from '#/api/services/files.texts.ts'
import { maxFileBytes } from '#/domain/base/upload.ts'
import { scanKey } from '#/domain/onboarding/contract-import.ts'
import { maxImportRows, nextImportState } from '#/domain/onboarding/import.ts'
import type { Context } from '#/server/kernel/context.ts'
import { job } from '#/server/kernel/jobs/job.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { cleanPath, type ZipArchive } from '#/server/lib/unzip.ts'
import { recordImportStep, recordPreparer, requireImport } from '#/server/onboarding/imports/editing.ts'
import type { SheetRow } from '#/server/onboarding/imports/store.ts'
import * as store from '#/server/onboarding/imports/store-scans.ts'
import { openArchive } from '#/server/services/files/public.ts'

export const readScansJob = job('imports.readScans', z.object({ importId: Id, userId: Id }))

const zipRetentionDays = 7
/** Days that scans are kept: longer than the thirty days after which an abandoned list is deleted with its files. */
export const scanRetentionDays = 45
/** Twice the maximum number of rows, so that a list may have unused files. */
const maxScans = 2 * maxImportRows.contracts

export const openScanArchive = (bytes: Uint8Array): Promise<ZipArchive> => openArchive(bytes, maxScans)

async function requireContractList(ctx: Context, importId: number, isLocked = false): Promise<SheetRow & { readonly centre_id: number }> {
  const { sheet } = await requireImport(ctx, importId, isLocked)
  const { centre_id: centreId } = sheet
  if (sheet.kind !== 'contracts' || centreId === null) refuse(importRefusals, 'notContracts')
  return { ...sheet, centre_id: centreId }
}

/** Adds the files of a ZIP to a contract list; a job reads their contents. */
export async function addScans(ctx: Context, { importId, file }: { importId: number; file: Upload }): Promise<{ files: number }> {
  const sheet = await requireContractList(ctx, importId, true)
  if (nextImportState(sheet.state, 'edit') === null) refuse(importRefusals, 'notOpen')
  const items = await ctx.outside('look into a ZIP', file.bytes, async () => (await openScanArchive(file.bytes)).items)
  const { id: archiveId, sha256 } = await ctx.files.save({
    name: file.filename,
    mediaType: 'application/zip',
    bytes: file.bytes,
    purpose: 'contract_scan',
    centreId: sheet.centre_id,
    keepDays: zipRetentionDays,
  })
  const scans = items.map(({ path, size }, position) => ({
    path: cleanPath(path),
    name: cleanPath(scanKey(path)),
    position,
    size_bytes: size,
    problem: size > maxFileBytes ? ('tooLarge' as const) : null,
  }))
  await store.addScans(ctx, { sheetId: sheet.id, centreId: sheet.centre_id, archiveId }, scans)
  if ((await store.countScans(ctx, sheet.id)) > maxScans) refuse(fileRefusals, 'archiveTooMany', { most: maxScans })
  await recordPreparer(ctx, sheet.id)
  await ctx.enqueue(readScansJob, { importId, userId: ctx.actor.userId })
  recordImportStep(ctx, sheet, { scans: items.length, file: file.filename, sha256 })
  return { files: items.length }
}

/** Returns a contract list's files, each with its problem and the row that names it. */
export async function scansOf(ctx: Context, importId: number) {
  const sheet = await requireContractList(ctx, importId)
  const rowByScanName = new Map((await store.scanNames(ctx, sheet.id)).map(({ seq, scan }) => [scanKey(scan), seq]))
  const scans = await store.scansOf(ctx, sheet.id)
  const countByScanName = new Map<string, number>()
  for (const { name } of scans) countByScanName.set(name, (countByScanName.get(name) ?? 0) + 1)
  const stateOf = ({ state, name }: store.ScanRow) => {
    if (state !== 'ready') return state
    if ((countByScanName.get(name) ?? 0) > 1) return 'double' as const
    return rowByScanName.has(name) ? ('used' as const) : ('left' as const)
  }
  const rows = scans.map((scan) => ({
    id: scan.id,
    path: scan.path,
    size: scan.size_bytes,
    state: stateOf(scan),
    problem: scan.problem,
    sha256: scan.sha256,
    fileId: scan.file_id,
    pages: scan.pages,
    row: rowByScanName.get(scan.name) ?? null,
  }))
  return { waiting: scans.filter(({ state }) => state === 'waiting').length, rows }
}
