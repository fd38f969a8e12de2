import { sql } from 'kysely'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { demoPaymentPassword } from '#/demo/accounts.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { addWorkingDays } from '#/domain/base/working-days.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import type { TestServer } from '#/server/tests/testing.ts'

type Batch = z.output<Modules['payments']['get']['output']>

/** The id of an order of unit 1 at centre 2 in mode 2. */
export const orderId = 12
export const atCentre = { centre: 2, mode: 2 } as const
export const fullChecklist = { contract: true, evidence: true, unique: true, people: true, amounts: true }

export interface PayeeAmount {
  readonly person: DemoPerson
  readonly yuan: string
}

/** Extends the demo's contracts, orders and consents, so that tests can move far into the future. */
export async function extendDocuments({ running }: TestServer): Promise<void> {
  const { kysely } = running.kernel.database
  await sql`update contract set valid_to = '2099-12-31'`.execute(kysely)
  await sql`update service_order set valid_to = '2099-12-31'`.execute(kysely)
  await sql`update consent set valid_to = null`.execute(kysely)
}

/** Moves the clock past the return window and closes the paid batches. */
export async function closePaidBatches(server: TestServer): Promise<void> {
  const now = server.running.kernel.clock.now()
  const closingDay = shiftDay(addWorkingDays(dayOf(now), 3, workingCalendar), 1)
  server.advance(Date.parse(`${closingDay}T10:00:00+08:00`) - now.getTime())
  await server.job('payouts.close')
}

/** Returns helpers that move a batch through the steps of its four users. */
export function paymentScenario(server: TestServer) {
  const draft = async (owed: readonly PayeeAmount[], options: { maker?: string; orderId?: number; amountBasis?: 'gross' | 'net' } = {}): Promise<Batch> => {
    const maker = options.maker ?? 'maker'
    const { orderId: order = orderId, amountBasis = 'gross' } = options
    const batch = await server.must(maker, 'payments.create', { orderId: order, amountBasis })
    for (let from = 0; from < owed.length; from += 200) {
      const rows = owed.slice(from, from + 200).map(({ person, yuan }) => ({
        name: person.name,
        idNumber: person.idNumber,
        mobile: person.mobile,
        bankName: person.bankName,
        cardNo: person.cardNo,
        amountText: yuan,
      }))
      await server.must(maker, 'lines.add', { batchId: batch.id, rows })
    }
    return server.must(maker, 'payments.get', { id: batch.id })
  }
  const target = (batch: Batch) => ({ id: batch.id, version: batch.version })
  const submit = (batch: Batch, maker = 'maker') => server.must(maker, 'payments.submit', { ...target(batch), acknowledgement: '已逐条核对' })
  const check = (batch: Batch, checker = 'checker') => server.must(checker, 'payments.check', { ...target(batch), approve: true })
  const audit = (batch: Batch) => server.must('auditor', 'payments.audit', { ...target(batch), approve: true, checklist: fullChecklist }, atCentre)
  const payment = (batch: Batch, paymentPassword: string = demoPaymentPassword) => ({
    ...target(batch),
    lineCount: batch.lineCount,
    net: batch.net,
    tax: batch.tax,
    fee: batch.fee,
    cost: batch.cost,
    paymentPassword,
  })
  const pay = (batch: Batch) => server.must('payer', 'payments.pay', payment(batch))
  const createPayableBatch = async (owed: readonly PayeeAmount[]) => audit(await check(await submit(await draft(owed))))
  return {
    draft,
    target,
    submit,
    check,
    audit,
    payment,
    pay,
    createPayableBatch: createPayableBatch,
    /** Prepares, checks, audits and pays a batch. The channel has not answered yet. */
    createPaidBatch: async (owed: readonly PayeeAmount[]) => pay(await createPayableBatch(owed)),
    get: (id: number) => server.must('payer', 'payments.get', { id }),
    lines: async (batchId: number) => (await server.must('payer', 'lines.list', { batchId, size: 200 })).rows,
    /** Returns the available and frozen balances of unit 1 at centre 2 in mode 2. */
    balance: async () => {
      const rows = await server.running.kernel.database.kysely
        .selectFrom('account')
        .select(['kind', 'balance_fen'])
        .where('unit_id', '=', 1)
        .where('centre_id', '=', 2)
        .where('mode', '=', 2)
        .execute()
      const balanceOf = (kind: string) => rows.find((row) => row.kind === kind)?.balance_fen ?? 0
      return { available: balanceOf('unit_available'), frozen: balanceOf('unit_frozen') }
    },
  }
}
