import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { daysOfPeriod } from '#/domain/taxation/business-filing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import type { Context } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { extendDocuments } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { archivePastFilings, filePastPeriod } from '#/server/taxation/businessfilings/public.ts'
import { insert, remove, storedDigests, unmatchedCertificates } from '#/server/taxation/businessfilings/store-certificates.ts'
import { hasConsent } from '#/server/taxation/businessfilings/store-facts.ts'
import { businessOwnerAt, payOwners, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const

describe('filings of a past period, filed together', () => {
  const server = testServer()
  let quarter = ''
  const db = () => server.running.kernel.database.kysely
  const place = () => ({ centreId: 2, kind: 'incomeTax', period: quarter }) as const
  const today = () => dayOf(server.running.kernel.clock.now())
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
  const rowOf = async (index: number) => {
    const { rows } = await server.must('finance', 'businessfilings.list', { kind: 'incomeTax', period: quarter, size: 200 }, modeOnePlace)
    return rows.find((row) => row.creditCode === businessOwnerAt(index).entity.creditCode) ?? assert.fail(`${businessOwnerAt(index).name} files nothing`)
  }
  const loadFiling = async (index: number) => server.must('finance', 'businessfilings.get', { businessFilingId: (await rowOf(index)).id }, modeOnePlace)
  const settleDuty = async (index: number, fileId: string) => {
    const { rows } = await sql<{ id: number }>`update entity_obligation duty set state = 'done', remind_on = null, settled_on = ${today()}, file_id = ${fileId},
      settled_at = now() from operator_entity entity where entity.id = duty.entity_id and entity.operator_id = ${businessOwnerAt(index).id} and duty.kind = 'incomeTax'
      and duty.period = ${quarter} returning duty.id`.execute(db())
    assert.equal(rows.length, 1)
  }
  const runAsFinance = <R>(work: (ctx: Context) => Promise<R>) =>
    jobContext(server.running.kernel, () => false).run('test', (ctx) => work({ ...ctx, actor: { ...ctx.actor, userId: 4 } }))
  const brokenFilingInvariants = async () => (await checkInvariants(db())).filter(({ name }) => name === 'INV-50' || name === 'INV-51')

  before(async () => {
    await extendDocuments(server)
    await prepareOwners(server)
    quarter = quarterOf(daysOfPeriod(quarterOf(today())).to)
    toDay(shiftDay(daysOfPeriod(quarter).from, 1))
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_003, no: 'CZ990003', centreId: 2, mode: 1, unitId: 1, amount: fen(500_000_000), memo: '测试' }),
    )
    await payOwners(server, [
      [0, '80000.00'],
      [2, '8000.00'],
    ])
    toDay(shiftDay(daysOfPeriod(quarterOf(daysOfPeriod(quarter).to)).from, 8))
    await server.job('entities.sweep')
  })

  test('a past filing is declared and paid, or only closed if its obligation is overdue', async () => {
    const file = { name: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('past'), purpose: 'business_filing_receipt', centreId: 2 }
    const [declaredOn, paidOn] = [shiftDay(today(), -2), shiftDay(today(), -1)]
    const { id: fileId } = await runAsFinance((ctx) => ctx.files.save(file))
    for (const index of [0, 1]) await settleDuty(index, fileId)
    await sql`update entity_obligation duty set state = 'overdue', remind_on = null from operator_entity entity where entity.id = duty.entity_id
      and entity.operator_id = ${businessOwnerAt(2).id} and duty.kind = 'incomeTax' and duty.period = ${quarter}`.execute(db())
    const fileWholePeriod = (ctx: Context) => filePastPeriod(ctx, place(), { most: 0, late: [], past: () => ({ declaredOn, paidOn, fileId }) })
    const waysByConsent = (consentOf: number) =>
      runAndRollBack(server, async (ctx) => {
        await ctx.run`update consent set centre_id = ${consentOf} where kind = 'tax_filing' and operator_id in (${businessOwnerAt(0).id}, ${businessOwnerAt(1).id})`
        await fileWholePeriod({ ...ctx, actor: { ...ctx.actor, userId: 4 } })
        const rows = await ctx.rows<{
          way: string
        }>`select way from business_filing_receipt where operator_id in (${businessOwnerAt(0).id}, ${businessOwnerAt(1).id})`
        return rows.filter(({ way }) => way === 'agent').length
      })
    assert.deepEqual([(await waysByConsent(2)) > 0, await waysByConsent(3)], [true, 0], 'a consent given to another centre does not count')
    await runAsFinance(fileWholePeriod)
    const [taxed, zero, open] = [await loadFiling(0), await loadFiling(1), await loadFiling(2)]
    assert.deepEqual([taxed.state, zero.state, open.state], ['paid', 'paid', 'closed'])
    assert.ok(taxed.total > 0 && zero.total === 0 && open.total > 0)
    assert.deepEqual(
      [taxed, zero].map(({ receipts, total }) => receipts.map((receipt) => [receipt.declaredOn, receipt.vat + receipt.surcharge + receipt.iit - total])),
      [[[declaredOn, 0]], [[declaredOn, 0]]],
    )
    assert.deepEqual(
      [taxed, zero, open].map(({ payments }) => payments.reduce((sum, each) => sum + each.amount, 0)),
      [taxed.total, 0, 0],
    )
    assert.deepEqual(await brokenFilingInvariants(), [])
  })

  test('paid filings are archived with a certificate if tax was due', async () => {
    await runAsFinance((ctx) => archivePastFilings(ctx, place(), pdfPage('certificate')))
    const [taxed, zero, open] = [await loadFiling(0), await loadFiling(1), await loadFiling(2)]
    assert.deepEqual([taxed.state, zero.state, open.state], ['archived', 'archived', 'closed'])
    assert.deepEqual([taxed.certificateId !== null, zero.certificateId, open.certificateId], [true, null, null])
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from business_filing_certificate paper
      where paper.filing_id = ${taxed.id} and paper.operator_id = ${businessOwnerAt(0).id} and paper.kind = 'incomeTax' and paper.period = ${quarter}`.execute(
      db(),
    )
    assert.equal(rows[0]?.count, 1)
  })

  test('a consent covers its first and last day, and the days before its withdrawal', async () => {
    const day = '2031-03-31'
    const hasConsentOn = (on: string) => runAsFinance((ctx) => hasConsent(ctx, businessOwnerAt(1).id, 2, on))
    const changeConsent = async (validTo: string | null, revokedAt: string | null) => {
      const { rows } = await sql<{ id: number }>`update consent set valid_to = ${validTo}::date, revoked_at = ${revokedAt}::timestamptz
        where operator_id = ${businessOwnerAt(1).id} and centre_id = 2 and kind = 'tax_filing' returning id`.execute(db())
      assert.equal(rows.length, 1)
    }
    const giveConsent = async (at: string) => {
      await sql`update consent set given_at = ${at}::timestamptz where operator_id = ${businessOwnerAt(1).id} and centre_id = 2 and kind = 'tax_filing'`.execute(
        db(),
      )
    }
    await giveConsent('2031-04-01T00:00:00+08:00')
    assert.deepEqual([await hasConsentOn(day), await hasConsentOn('2031-04-01')], [false, true])
    await giveConsent('2031-03-31T23:59:59+08:00')
    assert.deepEqual([await hasConsentOn('2031-03-30'), await hasConsentOn(day)], [false, true])
    await changeConsent(day, null)
    assert.deepEqual([await hasConsentOn(day), await hasConsentOn('2031-04-01')], [true, false])
    await changeConsent(null, '2031-04-01T00:00:00+08:00')
    assert.deepEqual([await hasConsentOn(day), await hasConsentOn('2031-04-01')], [true, false])
    await changeConsent(null, '2031-03-31T23:59:59+08:00')
    assert.equal(await hasConsentOn(day), false)
    await changeConsent(null, null)
    await sql`update consent set kind = 'personal_data' where operator_id = ${businessOwnerAt(1).id} and centre_id = 2 and kind = 'tax_filing'`.execute(db())
    assert.equal(await hasConsentOn(day), false)
  })

  test('certificates are found by centre, tax and period, and only unmatched ones are removed', async () => {
    const filing = { centreId: 2, kind: 'vat', period: '2031-Q1' } as const
    const otherPlaces = [{ ...filing, centreId: 3 }, { ...filing, kind: 'incomeTax' } as const, { ...filing, period: '2031-Q2' }]
    const paper = (sha256: string) => ({ filing_id: null, operator_id: null, path: sha256, problem: 'notPdf', file_id: null, sha256, by_id: 4 }) as const
    await runAsFinance(async (ctx) => {
      await insert(ctx, filing, [paper('a'), paper('b')])
      for (const place of otherPlaces) await insert(ctx, place, [paper('c')])
    })
    const unmatchedPapers = await runAsFinance((ctx) => unmatchedCertificates(ctx, filing))
    assert.deepEqual(
      unmatchedPapers.map((row) => row.path),
      ['a', 'b'],
    )
    assert.deepEqual(await runAsFinance((ctx) => storedDigests(ctx, filing, ['b', 'c', 'd'])), new Set(['b']))
    const { rows } = await sql<{ id: number }>`select id from business_filing_certificate where filing_id is not null order by id limit 1`.execute(db())
    const [matched, unmatched] = [rows[0]?.id ?? assert.fail(), unmatchedPapers[0]?.id ?? assert.fail()]
    assert.equal(await runAsFinance((ctx) => remove(ctx, matched)), undefined)
    assert.equal((await runAsFinance((ctx) => remove(ctx, unmatched)))?.path, 'a')
  })
})
