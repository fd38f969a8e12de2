import { sql } from 'kysely'
import { unitStaffOf } from '#/demo/access.ts'
import { addInvoiceYear } from '#/demo/invoice-year.ts'
import { renderSampleInvoice } from '#/demo/samples.ts'
import { userType } from '#/domain/base/codes.ts'
import { formatYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { type InvoicingDetail, invoices } from '#/server/taxation/invoices/public.ts'
import { titles } from '#/server/taxation/titles/public.ts'

/** A function that creates the context of a user at a moment. */
type ContextAt = (at: Date, who: Partial<Actor>) => Context

const unitId = 1
const financeId = 4
const dayMs = 86_400_000
/** Days since the unit entered its invoice titles. */
const titleAgeDays = 395

// Suppresses jobs, so that the first start sends no messages about the past.
const withoutJobs = (ctx: Context): Context => ({ ...ctx, enqueue: async () => undefined, enqueueAll: async () => undefined })

/** Adds the sandbox channel next to manual issuing. Every page marks it as a sandbox. */
async function addSandboxChannel(db: Context['db'], centreId: number, now: Date): Promise<void> {
  const platform = await db.selectFrom('app_user').select('id').where('usertype', '=', userType.platform).orderBy('id').limit(1).executeTakeFirst()
  if (!platform) return
  await db
    .insertInto('einvoice_channel')
    .values({ centre_id: centreId, kind: 'sandbox', set_by: platform.id, set_at: now, tested_at: now, test_result: '' })
    .execute()
}

/**
 * Adds titles of the first unit and invoice applications in every state. The unit's and the centre's users create them
 * through the program's operations.
 */
export async function addInvoices(from: ContextAt, now: Date): Promise<void> {
  const { db } = from(now, {})
  const unit = { userId: unitStaffOf(unitId).payer, usertype: userType.unit, unitId }
  const centreFinance = { userId: financeId, usertype: userType.centre }
  const at = (days: number, who: Partial<Actor>) => withoutJobs(from(new Date(now.getTime() - days * dayMs), who))
  const { rows } = await sql<Row<'unit', 'name' | 'credit_code'>>`select name, credit_code from unit where id = ${unitId}`.execute(db)
  const [own] = rows
  if (!own) return
  const email = 'fapiao@example.com'
  const contactFields = { address: '北京市海淀区示例路 1 号', telephone: '010-55550100', bank: '示例银行北京分行', accountNo: '1100 0000 0000 0001', email }
  const title = await titles.create(at(titleAgeDays, unit), { ...contactFields, name: own.name, taxNo: own.credit_code })
  await titles.create(at(2, unit), { ...contactFields, name: `${own.name}财务共享中心`, taxNo: own.credit_code })
  const [place] = (await invoices.terms(at(20, unit))).places
  const category = place?.categories[0]
  if (!place || !category) return

  await addSandboxChannel(db, place.centreId, now)

  let serial = 0
  // Year of issue, place, and a serial number.
  const nextInvoiceNo = (day: string) => `${day.slice(2, 4)}44000000${String(++serial).padStart(10, '0')}`
  await addInvoiceYear((moment, who) => withoutJobs(from(moment, who)), now, { titleId: title.id, number: nextInvoiceNo })
  const target = (row: InvoicingDetail) => ({ invoicingId: row.id, version: row.version })
  const applyForInvoice = (days: number, amount: string, kind: 'special' | 'ordinary' = 'special') =>
    invoices.apply(at(days, unit), { centreId: place.centreId, basis: 'amount', amount, titleId: title.id, kind, category, email, remark: '' })
  const approveApplication = (days: number, row: InvoicingDetail) => invoices.review(at(days, centreFinance), { ...target(row), approve: true, reason: '' })
  const issueFirst = async (days: number, row: InvoicingDetail, count: number) => {
    let currentApplication = row
    for (const invoiceToIssue of row.invoices.slice(0, count)) {
      const ctx = at(days, centreFinance)
      const no = nextInvoiceNo(dayOf(ctx.now))
      const file = await renderSampleInvoice(no, formatYuan(invoiceToIssue.amount), ctx.now)
      currentApplication = await invoices.issue(ctx, {
        ...target(currentApplication),
        invoiceId: invoiceToIssue.id,
        number: no,
        issuedOn: dayOf(ctx.now),
        file,
      })
    }
    return currentApplication
  }

  const issuedApplication = await issueFirst(16, await approveApplication(17, await applyForInvoice(18, '158000.00')), 2)
  const blueInvoice = issuedApplication.invoices[0]
  if (blueInvoice) {
    const reversalRequest = await invoices.askRed(at(12, centreFinance), {
      ...target(issuedApplication),
      invoiceId: blueInvoice.id,
      reason: 'discount',
      amount: '1000.00',
    })
    const redLetter = reversalRequest.reds[0]
    if (redLetter) {
      await invoices.moveRed(at(12, centreFinance), { redId: redLetter.id, version: redLetter.version, code: '01', confirmNo: '' })
      const ctx = at(11, centreFinance)
      const no = nextInvoiceNo(dayOf(ctx.now))
      const file = await renderSampleInvoice(no, `-${formatYuan(redLetter.amount)}`, ctx.now)
      await invoices.issueRed(ctx, { redId: redLetter.id, version: redLetter.version + 1, number: no, issuedOn: dayOf(ctx.now), file })
    }
  }
  await issueFirst(9, await approveApplication(10, await applyForInvoice(11, '128000.00', 'ordinary')), 1)
  await invoices.fail(at(6, centreFinance), {
    ...target(await approveApplication(7, await applyForInvoice(8, '36000.00'))),
    reason: '税局系统维护，暂不能开具',
  })
  await invoices.review(at(5, centreFinance), { ...target(await applyForInvoice(6, '9800.00')), approve: false, reason: '备注须写明服务期间' })
  await invoices.withdraw(at(4, unit), target(await applyForInvoice(5, '12000.00')))
  await approveApplication(2, await applyForInvoice(3, '46000.00'))
  await applyForInvoice(1, '25000.00', 'ordinary')
  await sql`update message set read_at = created_at where (kind like 'invoice%' or kind like 'red%') and read_at is null
    and created_at < ${new Date(now.getTime() - 3 * dayMs)}`.execute(db)
}
