import type { ScanProblem } from '#/domain/onboarding/contract-import.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import type { DataOf } from '#/server/kernel/jobs/job.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { BrokenEntry, type ZipArchive } from '#/server/lib/unzip.ts'
import { openForEditing, saveRows } from '#/server/onboarding/imports/editing.ts'
import { openScanArchive, type readScansJob, scanRetentionDays } from '#/server/onboarding/imports/scans.ts'
import * as store from '#/server/onboarding/imports/store.ts'
import * as scans from '#/server/onboarding/imports/store-scans.ts'
import { checkDocument } from '#/server/services/files/public.ts'

const action = 'imports.addScans'

type ScanTask = DataOf<typeof readScansJob>

/**
 * Runs work as the user who added the files. Returns null when the user lost the right or the list cannot be edited any
 * more.
 */
function runAsUploader<T>(job: JobContext, task: ScanTask, work: (ctx: Context, sheet: store.SheetRow) => Promise<T>): Promise<T | null> {
  return job.runAs(task.userId, action, (ctx) =>
    ctx.widen('a list being imported', async () => {
      const fullContext = { ...ctx, scope: { ...ctx.scope, all: true, mode: null } }
      const sheet = await store.findSheet(fullContext, task.importId, true)
      return sheet?.state === 'open' && ctx.actor.may('opening:edit') ? work(fullContext, sheet) : null
    }),
  )
}

const problemByRefusal: Readonly<Record<string, ScanProblem>> = {
  documentKind: 'notPdf',
  xmlBroken: 'notPdf',
  archiveBroken: 'notPdf',
  tooLarge: 'tooLarge',
  pdfEncrypted: 'encrypted',
  pdfScript: 'script',
  pdfPages: 'pages',
}

type ScanCheck = { readonly problem: ScanProblem } | { readonly bytes: Buffer; readonly pages: number | null }

/** Unpacks one file and checks whether it is a PDF that can be stored. Call it outside transactions. */
async function checkFile(zip: ZipArchive, position: number): Promise<ScanCheck> {
  try {
    const bytes = await zip.read(position)
    const { pages } = await checkDocument(bytes, ['pdf'])
    return { bytes, pages }
  } catch (error) {
    if (error instanceof BrokenEntry) return { problem: 'broken' }
    if (error instanceof Refusal) return { problem: problemByRefusal[error.error] ?? 'broken' }
    throw error
  }
}

async function storeScan(ctx: Context, sheet: store.SheetRow, scan: scans.ScanRow, looked: ScanCheck): Promise<void> {
  if ('problem' in looked) return scans.setScanResult(ctx, scan.id, looked)
  const name = scan.path.split('/').at(-1) ?? scan.path
  const place = { purpose: 'contract_scan', centreId: sheet.centre_id, keepDays: scanRetentionDays }
  const storedFile = await ctx.files.save({ ...place, name, mediaType: 'application/pdf', bytes: looked.bytes })
  await scans.setScanResult(ctx, scan.id, { file_id: storedFile.id, sha256: storedFile.sha256, pages: looked.pages })
}

/** Reads the files of one ZIP in memory, and marks unreadable ones as broken. */
async function readZip(job: JobContext, task: ScanTask, archiveId: string, waiting: readonly scans.ScanRow[]): Promise<void> {
  const file = await runAsUploader(job, task, (ctx) => ctx.files.open(archiveId))
  const zip = file && (await openScanArchive(file.bytes))
  for (const scan of waiting) {
    if (job.isStopping()) throw new Error('the server is stopping')
    const scanCheck: ScanCheck = zip ? await checkFile(zip, scan.position) : { problem: 'broken' }
    await runAsUploader(job, task, (ctx, sheet) => storeScan(ctx, sheet, scan, scanCheck))
  }
}

/**
 * Reads the files added to a contract list, then checks its rows again. After a restart it continues with unread files.
 */
export async function readScans(job: JobContext, task: ScanTask): Promise<void> {
  const storedScans = await runAsUploader(job, task, (ctx, sheet) => scans.scansOf(ctx, sheet.id))
  const waitingScansByArchive = Map.groupBy(
    (storedScans ?? []).filter(({ state }) => state === 'waiting'),
    (scan) => scan.archive_id,
  )
  for (const [archiveId, files] of waitingScansByArchive) await readZip(job, task, archiveId, files)
  await runAsUploader(job, task, async (ctx) => {
    const lockedImport = await openForEditing(ctx, task.importId)
    await saveRows(ctx, lockedImport, lockedImport.rows)
  })
}
