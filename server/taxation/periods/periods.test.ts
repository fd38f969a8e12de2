import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen, plainYuan } from '#/domain/money.ts'
import { monthOf } from '#/domain/period.ts'
import { zipStream } from '#/server/lib/zip.ts'
import { postJournals } from '#/server/money/ledger/public.ts'
import { checkInvariants } from '#/server/money/ledger/invariants.ts'
import { jobContext } from '#/server/kernel/jobs.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTest, type TestServer } from '#/server/tests/testing.ts'

const atCentre = { centre: 2, mode: 2 } as const
const slip = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('tax') }

describe('tax periods of mode 2', () => {
  let server: TestServer
  before(async () => {
    server = await startTest()
  })
  after(() => server.close())
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const list = () => server.must('finance', 'periods.list', { size: 200 }, atCentre)
  const get = (declarationId: number) => server.must('finance', 'periods.get', { declarationId }, atCentre)
  const target = async (id: number) => ({ declarationId: id, version: (await get(id)).version })
  const broken = async () => (await checkInvariants(db())).filter((each) => ['INV-14', 'INV-15', 'INV-16', 'INV-29'].includes(each.name))
  const lookAt = async (id: number) => server.must('finance', 'periods.check', { declarationId: id }, atCentre)
  const stray = (key: string, amount: number, at: Date) =>
    jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postJournals(ctx, [
        {
          kind: 'adjustment',
          owner: { centreId: 2, mode: 2, unitId: null },
          refType: 'adjustment',
          refId: 999_999,
          refNo: key,
          idemKey: key,
          postings: [
            { account: 'tax_iit', amount: fen(amount) },
            { account: 'adjustment', amount: fen(-amount) },
          ],
          memo: '手工调账',
          at,
        },
      ]),
    )
  /** Everything up to this month is closed, so that it is next. */
  const closeAll = async (before: string) => {
    for (const period of (await list()).rows.toReversed()) {
      if (period.month >= before || period.state !== 'open') continue
      await server.must('finance', 'periods.close', { ...(await target(period.id)), reason: '已核实' }, atCentre)
      await server.settle()
    }
  }
  const amounts = ({ vat, surcharge, iit }: { vat: number; surcharge: number; iit: number }) => ({
    vat: plainYuan(fen(vat)),
    surcharge: plainYuan(fen(surcharge)),
    iit: plainYuan(fen(iit)),
  })

  test('ST-10: faults are mended, the month is closed, declared, paid to zero, certified and archived; a correction stands beside the first', async () => {
    const month = monthOf(now())
    const all = (await list()).rows
    const open = all.filter((each) => each.state === 'open' && each.month < month)
    const last = open[0] ?? assert.fail('no open month that is over')
    await closeAll(last.month)
    const { faults: first, books } = await lookAt(last.id)
    assert.deepEqual(
      [first.filter((each) => each.isBlocking), books.map((each) => each.taken - each.booked)],
      [[], [0, 0, 0]],
    )
    console.log(JSON.stringify(first.map((f) => [f.kind, f.count])), last.month)
  })
})
