import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { invoiceMail } from '#/api/taxation/invoices.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import * as store from '#/server/taxation/invoices/store.ts'
import * as papers from '#/server/taxation/invoices/store-papers.ts'

/** Mails the files of an application to its buyer. */
export const mailJob = job('invoices.mail', z.object({ invoicingId: Id, email: z.string() }), { isPatient: true })

const maxAttachedBytes = 20 * 1024 * 1024

/** Records only the first failed attempt in the history. */
async function noteFailure(ctx: Context, row: store.ApplicationRow, email: string): Promise<void> {
  const lastMailStep = (await papers.stepsOf(ctx, row.id)).findLast(({ kind }) => kind === 'mailed' || kind === 'mailFailed')
  if (lastMailStep?.kind === 'mailFailed' && lastMailStep.reason === email) return
  await papers.addSteps(ctx, [{ application_id: row.id, centre_id: row.centre_id, unit_id: row.unit_id, kind: 'mailFailed', reason: email }], null)
  ctx.note({ refType: 'invoice_application', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, mail: 'failed' } })
}

/** Mails the current files up to the size limit. The others can still be downloaded. */
export async function mailInvoices(work: JobContext, { invoicingId, email }: DataOf<typeof mailJob>): Promise<void> {
  const mails = await work.run(mailJob.name, async (ctx) => {
    const row = await store.find(ctx, { id: invoicingId })
    return row && { row, files: (await papers.filesOf(ctx, invoicingId)).filter((file) => file.replaced_at === null && file.invoice_id !== null) }
  })
  if (!mails) return
  const { row, files } = mails
  const attachments: { filename: string; content: Uint8Array }[] = []
  let attachedBytes = 0
  for (const file of files) {
    const content = await work.store.read(file.file_id)
    attachedBytes += content.byteLength
    if (attachedBytes <= maxAttachedBytes) attachments.push({ filename: file.name, content })
  }
  const values = {
    no: row.no,
    seller: row.seller_name,
    title: row.title.name,
    count: row.numbers.length,
    amount: formatYuan(fen(row.amount_fen)),
    numbers: row.numbers,
  }
  const language = 'zh'
  const mailContent = {
    subject: translate(invoiceMail.subject, language, values),
    text: translate(invoiceMail.body, language, values),
    about: row.no,
    attachments,
  }
  try {
    await work.courier.mail({ to: email, ...mailContent })
  } catch (error) {
    await work.run(mailJob.name, (ctx) => noteFailure(ctx, row, email))
    throw error
  }
  await work.run(mailJob.name, async (ctx) => {
    await store.update(ctx, row.id, { mailed_at: ctx.now })
    await papers.addSteps(ctx, [{ application_id: row.id, centre_id: row.centre_id, unit_id: row.unit_id, kind: 'mailed', reason: email }], null)
    ctx.note({
      refType: 'invoice_application',
      refId: row.id,
      unitId: row.unit_id,
      centreId: row.centre_id,
      detail: { no: row.no, mailed: attachments.length },
    })
  })
}
