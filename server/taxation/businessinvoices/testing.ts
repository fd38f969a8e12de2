import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { drawWorld } from '#/demo/world.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { extendDocuments, fullChecklist, paymentScenario } from '#/server/money/payments/testing.ts'
import { readNotice } from '#/server/money/payouts/channels/channel.ts'
import { applyReturns } from '#/server/money/payouts/dispatch/returns.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import type { ApplicationDetail } from '#/server/taxation/invoices/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

export const modeOnePlace = { centre: 2, mode: 1 } as const
export const invoicedUnit = { unitId: 1, centreId: 2 }

// The first owner signs in as `operator`.
const owners = drawWorld('small').people.flatMap((person) =>
  person.entity !== null && person.unitIds.length === 1 && person.unitIds[0] === 1 && person.centreId === 2 && person.status === accountStatus.active
    ? [{ ...person, entity: person.entity }]
    : [],
)

export const businessOwner = (index: number) => owners[index] ?? assert.fail('the demo has businesses')

/** Returns helpers that pay businesses and return payments. */
function businessPayments(server: TestServer) {
  const db = server.running.kernel.database.kysely
  const scenario = paymentScenario(server)
  return {
    /** Pays a batch of mode 1 to these owners' businesses and waits until it succeeds. */
    pay: async (owed: readonly (readonly [index: number, yuan: string])[]) => {
      const batch = await server.must('maker', 'payments.create', { orderId: 11 })
      const payees = owed.map(([index, amountText]) => {
        const { name, idNumber, mobile, bankName, cardNo, entity } = businessOwner(index)
        return { name, idNumber, mobile, bankName, cardNo, amountText, entityName: entity.name, entityCreditCode: entity.creditCode }
      })
      await server.must('maker', 'lines.add', { batchId: batch.id, rows: payees })
      const { id, version } = await scenario.check(await scenario.submit(await server.must('maker', 'payments.get', { id: batch.id })))
      await scenario.pay(await server.must('auditor', 'payments.audit', { id, version, approve: true, checklist: fullChecklist }, modeOnePlace))
      await server.settle(2)
      const lines = await scenario.lines(batch.id)
      assert.deepEqual([...new Set(lines.map((line) => line.state))], ['success'])
      return { id: batch.id, lines }
    },
    /** Reports a payment as returned by the bank. */
    bounce: async (lineId: number) => {
      const found = await sql<{ requestNo: string; amount: number; channelId: number }>`select attempt.request_no as "requestNo", line.net_fen as amount,
          batch.channel_id as "channelId" from payment_line line join payout_attempt attempt on attempt.line_id = line.id
          join payment_batch batch on batch.id = line.batch_id where line.id = ${lineId} limit 1`.execute(db)
      const { requestNo, amount, channelId } = found.rows[0] ?? assert.fail('no payment')
      const notice = readNotice({ notifyId: `BACK-${lineId}`, requestNo, amount, reason: '账户已销户' })
      await jobContext(server.running.kernel, () => false).run('test', (ctx) => applyReturns(ctx, channelId, [notice]))
      await server.job('invoices.returned', { lineIds: [lineId] })
    },
  }
}

/** Returns helpers for the invoices of businesses that unit 1 pays at centre 2. */
export async function businessDesk(server: TestServer) {
  let serial = 0
  const db = server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const nextNumber = () => `26352000200${String(++serial).padStart(9, '0')}`
  const pdf = (text: string) => ({ filename: `${text}.pdf`, mediaType: 'application/pdf', bytes: pdfPage(text) })
  const target = (row: Pick<ApplicationDetail, 'id' | 'version'>) => ({ invoicingId: row.id, version: row.version })
  const get = (id: number) => server.must('finance', 'invoices.get', { invoicingId: id }, modeOnePlace)

  await extendDocuments(server)
  // Other tests cover the contracts that a payment needs.
  await sql`update centre set business_contracts_from = '2099-01-01'`.execute(db)
  const { rows } = await sql<{ name: string; taxNo: string }>`select name, credit_code as "taxNo" from unit where id = 1`.execute(db)
  const places = { address: '上海市徐汇区1号', telephone: '02155550000', bank: '工商银行', accountNo: '6222000012345678' }
  const title = await server.must('payer', 'titles.create', { ...(rows[0] ?? assert.fail()), email: 'fp@xinghe.cn', ...places })
  const { categories } = await server.must('finance', 'businessinvoices.terms', invoicedUnit, modeOnePlace)
  const category = categories[0] ?? assert.fail('a category is contracted')

  return {
    ...businessPayments(server),
    today,
    nextNumber,
    pdf,
    target,
    get,
    entityOf: async (index: number): Promise<number> => {
      const found = await sql<{ id: number }>`select id from operator_entity where credit_code = ${businessOwner(index).entity.creditCode}`.execute(db)
      return found.rows[0]?.id ?? assert.fail('no business')
    },
    authorise: (entityId: number) =>
      server.must('centre', 'businessinvoices.authorise', { entityId, from: today(), to: shiftDay(today(), 364), file: pdf(`授权${entityId}`) }, modeOnePlace),
    /** Generates the invoices of a batch. Returns the applications of its businesses. */
    generate: async (batchId: number, kind: 'ordinary' | 'special' = 'ordinary'): Promise<ApplicationDetail[]> => {
      const form = {
        ...invoicedUnit,
        titleId: title.id,
        kind,
        feeKind: 'ordinary',
        category,
        feeCategory: category,
        basis: 'batch',
        batchId,
      } as const
      await server.must('finance', 'businessinvoices.generate', form, modeOnePlace)
      const made = await sql<{ id: number }>`select distinct asked.id from invoice_application asked join invoice_line part on part.application_id = asked.id
        where part.batch_id = ${batchId} and asked.issuer = 'business' order by asked.id`.execute(db)
      return Promise.all(made.rows.map(({ id }) => get(id)))
    },
    approve: (row: ApplicationDetail) => server.must('centre', 'invoices.review', { ...target(row), approve: true }, modeOnePlace),
    issue: async (row: ApplicationDetail, issuedOn = today()): Promise<ApplicationDetail> => {
      const paper = row.invoices[0] ?? assert.fail('an invoice is planned')
      const issuedInvoice = { invoiceId: paper.id, number: nextNumber(), issuedOn, file: pdf('blue') }
      return server.must('finance', 'invoices.issue', { ...target(row), ...issuedInvoice }, modeOnePlace)
    },
    /** Reverses the whole invoice of an application. */
    reverse: async (row: ApplicationDetail) => {
      const paper = row.invoices[0] ?? assert.fail('an invoice was issued')
      const redLetter = { invoiceId: paper.id, reason: 'returned', amount: (paper.amount / 100).toFixed(2) } as const
      const { reds } = await server.must('finance', 'invoices.askRed', { ...target(await get(row.id)), ...redLetter }, modeOnePlace)
      const red = reds.at(-1) ?? assert.fail()
      await server.must('finance', 'invoices.moveRed', { redId: red.id, version: red.version, code: '01' }, modeOnePlace)
      const redInvoice = { redId: red.id, version: red.version + 1, number: nextNumber(), issuedOn: today(), file: pdf('red') }
      await server.must('finance', 'invoices.issueRed', redInvoice, modeOnePlace)
    },
  }
}
