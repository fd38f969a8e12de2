import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { plainYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { bankScenario, replies } from '#/server/money/payouts/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { payTaxes } from '#/server/taxation/periods/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

export const atCentre = { centre: 2, mode: 2 } as const
export const transferSlip = { filename: '回单.pdf', mediaType: 'application/pdf', bytes: pdfPage('clearing') }

type Clearing = z.output<Modules['clearings']['list']['output']>['rows'][number]

/** A paid line with the tax that it withheld and the credit that it used, in fen. */
export interface PaidLine {
  readonly id: number
  readonly no: string
  readonly net: number
  readonly vat: number
  readonly surcharge: number
  readonly iit: number
  readonly credited: number
}

/** Helpers that close, declare and correct months of centre 2. */
function periodScenario(server: TestServer) {
  const periodOf = async (month: string) => {
    const { rows } = await server.must('finance', 'periods.list', { size: 200, month }, atCentre)
    return server.must('finance', 'periods.get', { declarationId: rows[0]?.id ?? assert.fail(`no period ${month}`) }, atCentre)
  }
  const declareMonth = async (month: string) => {
    const row = await periodOf(month)
    const taxes = { vat: plainYuan(row.accrued.vat), surcharge: plainYuan(row.accrued.surcharge), iit: plainYuan(row.accrued.iit) }
    const receipt = {
      no: `R-${month}-${row.edition}`,
      vatNo: `V-${month}-${row.edition}`,
      declaredOn: dayOf(server.running.kernel.clock.now()),
      file: transferSlip,
    }
    return server.must('finance', 'periods.declare', { declarationId: row.id, version: row.version, ...receipt, ...taxes }, atCentre)
  }
  return {
    periodOf,
    declareMonth: declareMonth,
    /** Closes a month, declares it and pays its tax. */
    settleMonth: async (month: string) => {
      const row = await periodOf(month)
      await server.must('finance', 'periods.close', { declarationId: row.id, version: row.version, reason: '已核实' }, atCentre)
      await server.job('periods.draw', { declarationId: row.id })
      const { version } = await periodOf(month)
      await server.must('centre', 'periods.confirm', { declarationId: row.id, version }, atCentre)
      await declareMonth(month)
      const { leftByTax } = await periodOf(month)
      await payTaxes(server, atCentre, { declarationId: row.id, taxes: leftByTax, serial: `J-${month}`, file: transferSlip })
    },
    /** Declares a closed month again, with the later months that its changes affect. */
    correctMonth: async (month: string) => {
      const { id, version } = await periodOf(month)
      await server.must('finance', 'periods.correct', { declarationId: id, version, reason: '清算' }, atCentre)
      const { rows } = await server.must('finance', 'periods.list', { states: ['correcting'], size: 200 }, atCentre)
      for (const row of rows.toReversed()) {
        await server.job('periods.draw', { declarationId: row.id })
        await declareMonth(row.month)
      }
    },
  }
}

/** The tax of a person's month: the counted tax less reversals. */
async function monthOf(server: TestServer, person: DemoPerson, month: string) {
  const { rows } = await sql<Record<'gross' | 'income' | 'vat' | 'city' | 'education' | 'local' | 'iit', number>>`
        select sum(gross_fen)::bigint as gross, sum(income_fen)::bigint as income, sum(vat_fen)::bigint as vat, sum(city_fen)::bigint as city,
          sum(education_fen)::bigint as education, sum(local_education_fen)::bigint as local, sum(withheld_fen)::bigint as iit
        from (select gross_fen, income_fen, vat_fen, city_fen, education_fen, local_education_fen, withheld_fen from tax_standing
            where centre_id = 2 and mode = 2 and operator_id = ${person.id} and month = ${month}
          union all
          select gross_fen, income_fen, vat_fen, city_fen, education_fen, local_education_fen, withheld_fen from tax_adjustment
            where centre_id = 2 and mode = 2 and operator_id = ${person.id} and month = ${month} and kind = 'uncounted') counted`.execute(
    server.running.kernel.database.kysely,
  )
  return rows[0] ?? assert.fail('no month')
}

/** Helpers that pay people, return payments, close months and take clearings through their steps. */
export function clearingScenario(server: TestServer) {
  const act = paymentScenario(server)
  const bank = bankScenario(server)
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const lineOf = async (batchId: number) => {
    const { rows } = await sql<PaidLine>`
      select line.id, attempt.request_no as no, line.net_fen as net, line.vat_fen as vat, line.surcharge_fen as surcharge, line.iit_fen as iit,
        coalesce((select sum(vat_fen + city_fen + education_fen + local_education_fen + withheld_fen) from tax_adjustment where clearing_line_id = line.id), 0)::bigint as credited
      from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id where line.batch_id = ${batchId}`.execute(
      db(),
    )
    return rows[0] ?? assert.fail('nothing was sent')
  }
  const payPerson = async (person: DemoPerson, yuan: string) => {
    const batch = await act.createPaidBatch([{ person, yuan }])
    await bank.send({ send: ({ requestNo, amount }) => [replies.paid(requestNo, amount)] })
    return lineOf(batch.id)
  }
  const findClearing = async (of: { readonly person?: DemoPerson; readonly month?: string } = {}): Promise<Clearing> => {
    const { rows } = await server.must(
      'finance',
      'clearings.list',
      { ...(of.person && { keyword: of.person.name }), ...(of.month && { month: of.month }) },
      atCentre,
    )
    return rows[0] ?? assert.fail('no clearing')
  }
  const target = async (person?: DemoPerson) => {
    const { id, version } = await findClearing(person && { person })
    return { taxClearingId: id, version }
  }
  return {
    act,
    bank,
    db,
    now,
    lineOf,
    payPerson: payPerson,
    ...periodScenario(server),
    findClearing: findClearing,
    target,
    brokenInvariants: () => checkInvariants(db()),
    /** Moves the clock to 9:00 on the second day of a month. */
    toMonth: (month: string) => server.advance(Date.parse(`${month}-02T09:00:00+08:00`) - now().getTime()),
    returnLine: ({ no, net }: Pick<PaidLine, 'no' | 'net'>) => bank.announceReturns(replies.back(no, net, `back-${no}`)),
    balance: async (kind: string) => {
      const { rows } = await sql<{ fen: number }>`select balance_fen as fen from account where centre_id = 2 and mode = 2 and kind = ${kind}`.execute(db())
      return rows[0]?.fen ?? 0
    },
    /** Assigns the demo's subcontractor account to this person. */
    linkAccount: (person: DemoPerson) => sql`update app_user set operator_id = ${person.id} where username = 'subcontractor'`.execute(db()),
    ownClearings: async () => (await server.must('subcontractor', 'clearings.list', {})).rows,
    monthOf: (person: DemoPerson, month: string) => monthOf(server, person, month),
    prepareDemo: async () => {
      await extendDocuments(server)
      await sql`update unit_setting_version set evidence_limit_fen = 100000000000 where setting_id = 12`.execute(db())
    },
  }
}
