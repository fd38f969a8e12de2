import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const at = { centre: 2, mode: 2 } as const
const unitName = '星河互娱科技有限公司'
const account = '622200001111'
const slip = { filename: '凭证.pdf', mediaType: 'application/pdf', bytes: pdfPage('paper') }
const headings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '附言']

interface Target {
  readonly id: number
  readonly version: number
}

describe('a refund that the bank sends back', () => {
  const server = checkedTestServer()
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const targetOf = ({ id, version }: Target) => ({ refundId: id, version })
  /** Imports a credit of the unit and submits it as a top-up. */
  const submitTopup = async (amount: string, bankSerial: string) => {
    const rows = [[`${today()} 00:00:01`, bankSerial, '收入', amount, unitName, account, '']]
    const bytes = await writeSheet({ sheets: [{ name: '流水', columns: headings.map((heading) => ({ heading })), rows }] })
    await server.must('finance', 'prepayments.importCredits', { file: { filename: '流水.xlsx', mediaType: '', bytes } }, at)
    return server.call('maker', 'prepayments.submit', { centreId: 2, mode: 2, amount, payerName: unitName, payerAccount: account, bankSerial })
  }
  const confirmTopup = ({ id, version }: Target) => server.call('centre', 'prepayments.confirm', { id, version }, at)
  const balances = async () => {
    const { available, refunding } =
      (await server.must('maker', 'prepayments.accounts', {})).find(({ mode }) => mode === 2) ?? assert.fail('the unit has no account')
    return [available, refunding]
  }
  const payRefund = async (amount: string, bankSerial: string) => {
    const applied = await server.must('payer', 'prepayments.applyRefund', { centreId: 2, mode: 2, account, amount, reason: '项目结束' })
    const approved = await server.must('finance', 'prepayments.decideRefund', { ...targetOf(applied), approve: true }, at)
    return server.must('centre', 'prepayments.payRefund', { ...targetOf(approved), paidOn: today(), bankSerial, slip }, at)
  }
  const enterReturn = (who: string, row: Target, bankSerial: string, returnedOn = today()) =>
    server.call(who, 'prepayments.returnRefund', { ...targetOf(row), returnedOn, bankSerial, reason: '账号不存在', slip }, at)
  const decideReturn = (who: string, row: Target, approve = true, reason = '') =>
    server.call(who, 'prepayments.decideRefundReturn', { ...targetOf(row), approve, reason }, at)
  const countMessages = async (username: string, kind: string) =>
    (
      await sql<{ count: number }>`select count(*)::int as count from message join app_user on app_user.id = user_id
        where username = ${username} and kind = ${kind}`.execute(db())
    ).rows[0]?.count
  const countTasks = async (who: string) => (await server.must(who, 'tasks.waiting', {}, at)).find(({ kind }) => kind === 'refundReturns')?.count ?? 0

  test('it is available to the unit again once another person confirms the return', async () => {
    await confirmTopup((await submitTopup('200.00', 'T0000000001')).data ?? assert.fail())
    const before = await balances()
    const paidRefund = await payRefund('120.00', 'T0000000002')
    assert.equal((await enterReturn('centre', paidRefund, 'B0000000001', shiftDay(today(), -1))).error, 'returnDay')
    const entered = (await enterReturn('centre', paidRefund, 'B0000000001')).data ?? assert.fail()
    assert.deepEqual([entered.state, entered.bankReturn?.isConfirmed, await balances()], ['paid', false, [(before[0] ?? 0) - 12_000, 0]])
    assert.equal((await enterReturn('finance', entered, 'B0000000002')).error, 'returnKnown')
    assert.equal((await decideReturn('centre', entered)).error, 'ownReturn')
    assert.equal((await decideReturn('finance', entered, false)).error, 'returnReason')
    assert.deepEqual([await countTasks('finance'), await countTasks('centre')], [1, 0])
    const declined = (await decideReturn('finance', entered, false, '流水中没有')).data ?? assert.fail()
    assert.deepEqual([declined.state, declined.bankReturn, await countMessages('centre', 'refundReturnDeclined')], ['paid', null, 1])
    const again = (await enterReturn('centre', declined, 'B0000000001')).data ?? assert.fail()
    const answers = await Promise.all([decideReturn('finance', again), decideReturn('finance', again)])
    assert.deepEqual(answers.map(({ error }) => error ?? 'done').sort(), ['done', 'refundState'])
    assert.deepEqual([await balances(), await countMessages('payer', 'refundReturned')], [before, 1])
    const [shown] = (await server.must('payer', 'prepayments.refunds', { states: ['returned'] })).rows
    assert.deepEqual([shown?.no, shown?.bankReturn], [paidRefund.no, null], 'the unit sees the state, not the entry')
    const { rows: noted } = await sql<{
      detail: Record<string, unknown>
    }>`select detail from audit_log where ref_type = 'refund' and ref_id = ${String(paidRefund.id)}
      and action in ('prepayments.returnRefund', 'prepayments.decideRefundReturn') and outcome = 'done' order by id`.execute(db())
    assert.deepEqual(
      noted.map(({ detail }) => [detail.isApproved, detail.serial, detail.reason]),
      [
        [undefined, 'B0000000001', '账号不存在'],
        [false, 'B0000000001', '流水中没有'],
        [undefined, 'B0000000001', '账号不存在'],
        [true, 'B0000000001', '账号不存在'],
      ],
    )
    const receipt = await db().selectFrom('voucher').select('is_returned').where('no', '=', `HD${paidRefund.no}`).executeTakeFirstOrThrow()
    assert.equal(receipt.is_returned, true)
  })

  test('its credit names the unit as payer and does not become a top-up too', async () => {
    const before = await balances()
    const topup = await submitTopup('120.00', 'B0000000001')
    const answer = topup.data ? await confirmTopup(topup.data) : topup
    assert.notEqual(answer.code, 1)
    assert.deepEqual(await balances(), before)
  })

  test('its credit in another spelling of the reference is registered too', async () => {
    const entered = (await enterReturn('centre', await payRefund('30.00', 'T0000000003'), 'b 0000000003')).data ?? assert.fail()
    assert.equal((await decideReturn('finance', entered)).code, 1)
    const before = await balances()
    const topup = await submitTopup('30.00', 'B0000000003')
    assert.notEqual((topup.data ? await confirmTopup(topup.data) : topup).code, 1)
    assert.deepEqual(await balances(), before)
    const { rows } = await server.must('finance', 'prepayments.credits', { keyword: 'B0000000003' }, at)
    assert.deepEqual(
      rows.map(({ state }) => state),
      ['registered'],
    )
  })
})
