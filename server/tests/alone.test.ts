import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/db/demo/load.ts'
import { userType } from '#/domain/codes.ts'
import { dayOf } from '#/domain/period.ts'
import { proveAs } from '#/server/access/changes/testing.ts'
import { story } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { Dice, fittingInput } from '#/server/tests/hostile-inputs-testing.ts'
import { everyOperation, knownAs, send, sendAs } from '#/server/tests/hostile-testing.ts'
import { startTest, type TestServer } from '#/server/tests/testing.ts'

// The paths of docs/security.md: a stranger, a unit's administrator and a centre's finance lead, each alone with every right of the role.

const at = { centre: 2, mode: 2 } as const
const admin = 'unit1'
const lead = 'finance'
const thief = { accountName: '某某商贸有限公司', accountBank: '异地银行', accountNo: '6222000011112222' }
const letter = { filename: '授权书.pdf', mediaType: 'application/pdf', bytes: pdfPage('letter') }

describe('no one moves, redirects or creates money alone', () => {
  let server: TestServer
  let act: ReturnType<typeof story>
  const db = () => server.running.kernel.database.kysely
  const idOf = async (username: string) =>
    (await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(db())).rows[0]?.id ?? assert.fail(username)
  /** Balances of all accounts, what was paid, and every place that money goes to. */
  const money = async () =>
    (
      await sql<{ all: string }>`select jsonb_build_object(
        'balances', (select jsonb_agg(to_jsonb(account) order by account.id) from account),
        'paid', (select jsonb_agg(distinct line.id) from payment_line line where line.state = 'paid'),
        'receiving', (select jsonb_agg(to_jsonb(place) order by place.id) from (select id, account_name, account_no, account_bank, is_active from centre) place),
        'channels', (select jsonb_agg(to_jsonb(channel) order by channel.id) from channel),
        'partners', (select jsonb_agg(jsonb_build_array(id, account_name, account_bank, account_no_index) order by id) from partner),
        'cards', (select jsonb_agg(jsonb_build_array(id, operator_id, card_no_index, is_verified, is_default) order by id) from operator_card))::text as all`.execute(
        db(),
      )
    ).rows[0]?.all
  const unmoved = async (work: () => Promise<void>) => {
    const before = await money()
    await work()
    assert.equal(await money(), before)
  }
  const batchOf = async (who: string) => {
    const { id } = await act.draft([{ person: demoPeople().ordinary[0] ?? assert.fail(), yuan: '1000.00' }])
    const lineId = (await act.lines(id))[0]?.id ?? assert.fail('no line')
    await server.must(who, 'lines.repair', { batchId: id, changes: [{ lineId, cells: { amountText: '49000.00' } }] })
    return act.submit(await act.get(id), who)
  }

  before(async () => {
    server = await startTest()
    act = story(server)
    for (const who of [admin, lead]) await proveAs(server, who)
  })
  after(() => server.close())

  describe('a stranger', () => {
    test('no operation that moves money opens without a session, and public ones move none', () =>
      unmoved(async () => {
        const dice = new Dice(20_261_127)
        const writes = everyOperation.filter(({ spec }) => spec.kind === 'write')
        for (const named of writes) {
          const body = await send(
            server,
            named,
            fittingInput(named.spec.input, dice, () => 1),
            {},
          )
          if (named.spec.access !== 'public') assert.equal(body.code, 50008, named.name)
        }
        assert.ok(writes.length > 200)
      }))

    test('a public operation names no place that money goes to', () => {
      const open = everyOperation.filter(({ spec }) => spec.access === 'public' && spec.kind === 'write').map(({ module }) => module)
      assert.deepEqual(
        [...new Set(open)].filter((module) => ['payments', 'payouts', 'prepayments', 'commissions', 'centres', 'partners', 'changes'].includes(module)),
        [],
      )
    })
  })

  describe('a unit’s administrator', () => {
    test('the administrator of a unit neither checks nor pays a batch with a hand in it', () =>
      unmoved(async () => {
        const batch = await batchOf(admin)
        const target = { id: batch.id, version: batch.version }
        assert.equal((await server.call(admin, 'payments.check', { ...target, approve: true })).error, 'ownWork')
        const { lineCount, net, tax, fee, cost } = batch
        const figures = { lineCount, net, tax, fee, cost }
        assert.notEqual((await server.call(admin, 'payments.pay', { ...target, ...figures, paymentPassword: 'Guess#2026' })).error, undefined)
      }))

    test('the administrator of a unit makes no balance by naming a transfer that never arrived', () =>
      unmoved(async () => {
        const row = await server.must(admin, 'prepayments.submit', {
          centreId: 2,
          mode: 2,
          amount: '888888.00',
          payerName: '星河互娱科技有限公司',
          payerAccount: '571900001111',
          bankSerial: 'NEVER00001',
        })
        assert.equal((await server.call(admin, 'prepayments.confirm', { id: row.id, version: row.version })).error, 'forbidden')
      }))

    test('the administrator of a unit has no prepayment returned to another account', () =>
      unmoved(async () => {
        const requested = { centreId: 2, mode: 2, account: thief.accountNo, amount: '10.00', reason: '项目结束' } as const
        assert.equal((await server.call(admin, 'prepayments.applyRefund', requested)).error, 'notAnOrigin')
      }))

    test('the administrator of a unit makes no second person who checks or pays', () =>
      unmoved(async () => {
        const { roles } = await server.must(admin, 'users.choices', {})
        const duties = roles.filter(({ needsReview }) => needsReview)
        assert.ok(duties.length > 1)
        const unitId = (await sql<{ id: number }>`select unit_id as id from app_user where username = ${admin}`.execute(db())).rows[0]?.id ?? 0
        for (const [nth, { id }] of duties.entries()) {
          const account = {
            username: `alone${nth}`,
            name: '单独人',
            mobile: `1390000445${nth}`,
            usertype: userType.unit,
            roleIds: [id],
            subjectId: unitId,
            letterFile: letter,
          }
          const made = await server.call(admin, 'users.create', account as never)
          assert.ok(made.error !== undefined || (made.data?.isWaiting === true && made.data.password === null), `role ${id}: ${made.error}`)
        }
        const self = await idOf(admin)
        assert.equal((await server.call(admin, 'users.setRoles', { id: self, roleIds: duties.map(({ id }) => id) })).error, 'ownAccount')
      }))

    test('the administrator of a unit reaches no account, channel or decision of a centre', () =>
      unmoved(async () => expectShut(admin, ['centres', 'changes', 'partners', 'gateways', 'einvoices', 'certificates', 'reconciliation', 'roles'])))
  })

  describe('a centre’s finance lead', () => {
    test('the finance lead corrects no balance alone', () =>
      unmoved(async () => {
        const requested = { unitId: 1, mode: 2, direction: 'more', amount: '888888.00', reason: '银行手续费补差', file: letter } as const
        const row = await server.must(lead, 'prepayments.proposeAdjustment', requested, at)
        const decided = await server.call(lead, 'prepayments.decideAdjustment', { adjustmentId: row.id, version: row.version, approve: true }, at)
        assert.equal(decided.error, 'ownAdjustment')
      }))

    test('the finance lead asks for no refund, and does not pay one after deciding on it', async () => {
      const requested = { centreId: 2, mode: 2, account: thief.accountNo, amount: '10.00', reason: '项目结束' } as const
      assert.equal((await server.call(lead, 'prepayments.applyRefund', requested, at)).error, 'forbidden')
      const { rows } = await server.must('payer', 'prepayments.refundOrigins', { centreId: 2, mode: 2 })
      const origin = rows.find(({ left }) => left >= 1000)?.account ?? assert.fail('no origin')
      const row = await server.must('payer', 'prepayments.applyRefund', { ...requested, account: origin })
      await unmoved(async () => {
        const approved = await server.must(lead, 'prepayments.decideRefund', { refundId: row.id, version: row.version, approve: true }, at)
        const paid = { refundId: row.id, version: approved.version, paidOn: dayOf(server.running.kernel.clock.now()), bankSerial: 'T0000000077', slip: letter }
        assert.equal((await server.call(lead, 'prepayments.payRefund', paid, at)).error, 'sameHands')
      })
    })

    test('the finance lead neither makes, checks, audits nor pays a batch', () =>
      unmoved(async () => {
        const batch = await batchOf('maker')
        const target = { id: batch.id, version: batch.version }
        for (const what of ['payments.check', 'payments.audit'] as const)
          assert.equal((await server.call(lead, what, { ...target, approve: true } as never, at)).error, 'forbidden', what)
        const { lineCount, net, tax, fee, cost } = batch
        const figures = { lineCount, net, tax, fee, cost, paymentPassword: 'Guess#2026' }
        assert.equal((await server.call(lead, 'payments.pay', { ...target, ...figures }, at)).error, 'forbidden')
      }))

    test('the finance lead reaches no account, channel, gateway, certificate or right', () =>
      unmoved(async () => expectShut(lead, ['changes', 'gateways', 'roles', 'users', 'centres', 'partners', 'einvoices', 'certificates'])))
  })

  /** Every write of these modules is forbidden; asking the issuing channel for its quota changes nothing there. */
  async function expectShut(who: string, barred: readonly string[]): Promise<void> {
    const dice = new Dice(20_261_127)
    const { id } = await knownAs(server, who)
    const requested = everyOperation.filter(({ name, module, spec }) => spec.kind === 'write' && barred.includes(module) && name !== 'einvoices.askQuota')
    assert.ok(requested.length > 10)
    for (const named of requested) {
      const body = await sendAs(
        server,
        id,
        named,
        fittingInput(named.spec.input, dice, () => 1),
        { centre: '2', mode: '2' },
      )
      assert.equal(body.error, 'forbidden', named.name)
    }
  }
})
