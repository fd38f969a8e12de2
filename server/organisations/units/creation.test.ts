import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import { creditCodeFor } from '#/domain/base/identity.ts'
import type { Context } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import type { Refusal } from '#/server/kernel/request/refusal.ts'
import { createPartner } from '#/server/organisations/partners/public.ts'
import type { NewUnit } from '#/server/organisations/units/creation.ts'
import { activateUnit, createUnit } from '#/server/organisations/units/public.ts'
import { testServer } from '#/server/tests/testing.ts'

const platformUserId = 1
const centreTwoAuditorId = 3

describe('creation of units and partners', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  const runAs = <T>(userId: number, work: (ctx: Context) => Promise<T>, operation = 'units.create') =>
    jobContext(server.running.kernel, () => false).runAs(userId, operation, work)
  const unit = (serial: number, rest: Partial<NewUnit> = {}): NewUnit => ({
    name: `新程科技${serial}有限公司`,
    creditCode: creditCodeFor('91', '330106', 500_000 + serial),
    legalPerson: '程新',
    bizKind: 'ordinary',
    industry: '软件开发',
    contactName: '程新',
    contactMobile: '13900001111',
    settings: [{ centreId: 2, mode: 2, feePlanId: 1 }],
    ...rest,
  })
  const refusal = (name: string) => (error: Refusal) => error.error === name

  test('a new unit gets numbers, terms in force, accounts and an invoice title in both modes', async () => {
    const settings = [
      { centreId: 2, mode: 2, feePlanId: 1 },
      { centreId: 2, mode: 1, feePlanId: 3 },
    ] as const
    const { unitId, code } = await runAs(centreTwoAuditorId, (ctx) =>
      createUnit(ctx, unit(1, { settings, title: { bank: '招商银行杭州分行', accountNo: '571900001111222' } })),
    )
    assert.match(code, /^DW\d{8}02\d{6}$/)
    const row = await db().selectFrom('unit').selectAll().where('id', '=', unitId).executeTakeFirstOrThrow()
    assert.deepEqual([row.code, row.status, row.version], [code, 8, 1])
    const storedSettings = await db().selectFrom('unit_setting').selectAll().where('unit_id', '=', unitId).orderBy('id').execute()
    assert.deepEqual(
      storedSettings.map((each) => [each.centre_id, each.mode, each.is_active, /^\d{16}$/.test(each.virtual_account_no)]),
      [
        [2, 2, true, true],
        [2, 1, true, true],
      ],
    )
    assert.notEqual(storedSettings[0]?.virtual_account_no, storedSettings[1]?.virtual_account_no)
    const terms = await db().selectFrom('unit_setting_version').selectAll().where('unit_id', '=', unitId).orderBy('id').execute()
    assert.deepEqual(
      terms.map((term) => [term.no, term.state, term.dual_control, term.fee_plan_id, term.created_by]),
      [
        [1, 'approved', true, 1, centreTwoAuditorId],
        [1, 'approved', true, 3, centreTwoAuditorId],
      ],
    )
    const title = await db().selectFrom('invoice_title').selectAll().where('unit_id', '=', unitId).executeTakeFirstOrThrow()
    assert.deepEqual([title.name, title.tax_no, title.account_no, title.is_default], [row.name, row.credit_code, '571900001111222', true])
    const accounts = await server.must('finance', 'prepayments.accounts', { unitId }, { mode: 2 })
    assert.deepEqual(
      accounts.map((account) => [account.memo, account.lowBalance]),
      [[storedSettings[0]?.virtual_account_no, 2_000_000]],
    )
  })

  test('a new unit with a duplicate company or a wrong code, plan, centre or person is refused', async () => {
    await runAs(platformUserId, (ctx) => createUnit(ctx, unit(2)))
    const expectRefused = (rest: Partial<NewUnit>, name: string) =>
      assert.rejects(
        runAs(platformUserId, (ctx) => createUnit(ctx, unit(3, rest))),
        refusal(name),
      )
    await expectRefused({ creditCode: unit(2).creditCode.toLowerCase() }, 'creditCodeTaken')
    await expectRefused({ creditCode: '91330106MA00000000' }, 'creditCode')
    await expectRefused({ settings: [] }, 'settingNeeded')
    await expectRefused({ settings: [{ centreId: 2, mode: 1, feePlanId: 1 }] }, 'planUnfit')
    await expectRefused({ settings: [{ centreId: 77, mode: 2, feePlanId: 1 }] }, 'centreUnfit')
    await expectRefused({ settings: [{ centreId: 2, mode: 2, feePlanId: 1, channelIds: [3] }] }, 'channelUnfit')
    await expectRefused({ settings: [{ centreId: 2, mode: 2, feePlanId: 1, feeBearer: 'shared' }] }, 'shareMisfit')
    await expectRefused({ settings: [{ ...{ centreId: 2, mode: 2, feePlanId: 1 }, ...{ singleLimit: 4_000_000_000 } }] as never }, 'limitOrder')
    await expectRefused({ settings: [unit(2).settings[0], unit(2).settings[0]] as never }, 'settingTwice')
    await expectRefused({ marketerId: 5 }, 'staffUnfit')
    await expectRefused({ partnerId: 99 }, 'partnerUnfit')
    assert.equal((await db().selectFrom('unit').select('id').where('name', '=', unit(3).name).execute()).length, 0)
  })

  test('a unit waiting for its contract is activated once, on signing', async () => {
    const { unitId } = await runAs(platformUserId, (ctx) => createUnit(ctx, unit(4, { waitsForContract: true })))
    const status = async () => (await db().selectFrom('unit').select('status').where('id', '=', unitId).executeTakeFirstOrThrow()).status
    assert.equal(await status(), 3)
    await runAs(platformUserId, (ctx) => activateUnit(ctx, unitId))
    assert.equal(await status(), 8)
    await db().updateTable('unit').set({ status: accountStatus.frozen }).where('id', '=', unitId).execute()
    await runAs(platformUserId, (ctx) => activateUnit(ctx, unitId))
    assert.equal(await status(), 6, 'a frozen unit is not freed by a contract')
  })

  test('a credit code belongs to one partner, who may bring units while an agreement is in effect', async () => {
    const enterprise = {
      kind: 'enterprise',
      name: '汇川渠道有限公司',
      creditCode: creditCodeFor('91', '330106', 700_001),
      contactName: '汇川',
      contactMobile: '13900002222',
    } as const
    const noAccount = { accountName: '', accountBank: '', accountNo: '' }
    const { partnerId, code } = await runAs(centreTwoAuditorId, (ctx) => createPartner(ctx, enterprise, noAccount, ''), 'partners.create')
    assert.match(code, /^HZ\d{8}00\d{6}$/)
    await assert.rejects(
      runAs(platformUserId, (ctx) => createPartner(ctx, enterprise, noAccount, ''), 'partners.create'),
      refusal('taken'),
    )
    await assert.rejects(
      runAs(platformUserId, (ctx) => createPartner(ctx, { ...enterprise, creditCode: '1' }, noAccount, ''), 'partners.create'),
      refusal('creditCode'),
    )
    await assert.rejects(
      runAs(platformUserId, (ctx) => createUnit(ctx, unit(5, { partnerId }))),
      refusal('partnerUnfit'),
    )
    await sql`insert into contract (no, name, kind, centre_id, partner_id, mode, valid_from, valid_to, sign_state, created_at)
      values ('HT0', '渠道合作协议', 'partner', 2, ${partnerId}, 2, '2020-01-01', '2099-12-31', 'done', now())`.execute(db())
    const { unitId } = await runAs(platformUserId, (ctx) => createUnit(ctx, unit(5, { partnerId })))
    assert.equal((await db().selectFrom('unit').select('partner_id').where('id', '=', unitId).executeTakeFirstOrThrow()).partner_id, null)
    const proposed = db().selectFrom('unit_assignment').select(['role', 'party_id', 'state']).where('unit_id', '=', unitId)
    assert.deepEqual(await proposed.execute(), [{ role: 'partner', party_id: partnerId, state: 'proposed' }])
  })
})
