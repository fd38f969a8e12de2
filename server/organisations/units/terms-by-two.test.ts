import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { TermsOutput } from '#/api/organisations/unit-terms.ts'
import { plainYuan } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { testServer } from '#/server/tests/testing.ts'
import { expectTaskLists } from '#/server/tests/waiting-testing.ts'

const dayMs = 86_400_000
const settingId = 12

type Terms = z.output<typeof TermsOutput>
const yuanFields = ['autoAuditLimit', 'singleLimit', 'dayLimit', 'monthLimit', 'evidenceLimit', 'lowBalance'] as const

/** Returns terms as a form sends them, with changes. */
function inputOf({ planName: _, basis: __, lowestPpm: ___, highestPpm: ____, channelNames: _____, ...held }: Terms, changed: object): never {
  return { ...held, ...Object.fromEntries(yuanFields.map((name) => [name, plainYuan(held[name])])), ...changed } as never
}

describe('approved terms of a unit that two people withdraw', () => {
  const server = testServer()
  const get = () => server.must('platform', 'units.terms', { settingId })
  const singleLimit = async () => (await get()).terms.singleLimit
  const withdraw = (versionId: number, who = 'platform') => server.call(who, 'units.withdraw', { versionId, reason: '客户改主意' })
  const decide = (who: string, versionId: number, isApproved = true, subject: 'terms' | 'withdrawal' = 'withdrawal') =>
    server.call(who, 'units.decide', { versionId, subject, isApproved })
  const propose = async (yuan: string, inDays: number) => {
    const { latestNo, terms } = await get()
    const effectiveFrom = shiftDay(dayOf(server.running.kernel.clock.now()), inDays)
    const input = { settingId, baseNo: latestNo, terms: inputOf(terms, { singleLimit: yuan }), effectiveFrom, reason: '商务约定' }
    return (await server.must('platform', 'units.propose', input)).versions[0] ?? assert.fail('no version')
  }

  test('one person asks to withdraw tighter terms, which stay planned until another confirms', async () => {
    const version = await propose('100', 2)
    assert.equal(version.stand, 'later')
    const request = await withdraw(version.id)
    assert.equal(request.data?.versions[0]?.stand, 'later', 'one person withdrew tighter terms')
    assert.deepEqual([request.data?.versions[0]?.withdrawal?.reason, request.data?.versions[0]?.may.decide === ''], ['客户改主意', false])
    assert.equal((await decide('platform', version.id)).error, 'ownWithdrawal')
    assert.equal((await withdraw(version.id, 'operation')).error, 'withdrawalAsked')
    const confirmed = await decide('operation', version.id)
    assert.deepEqual([confirmed.data?.versions[0]?.state, confirmed.data?.versions[0]?.withdrawal?.reason], ['withdrawn', '客户改主意'])
    server.advance(3 * dayMs)
    assert.equal(await singleLimit(), 20_000_000)
  })

  test('a declined withdrawal leaves the terms, and one that no one confirms in time lapses', async () => {
    const version = await propose('150000', 2)
    await withdraw(version.id)
    assert.equal((await decide('operation', version.id, false)).data?.versions[0]?.withdrawal, null)
    assert.equal((await decide('operation', version.id)).error, 'notPending')
    await withdraw(version.id)
    server.advance(3 * dayMs)
    assert.equal(await singleLimit(), 15_000_000)
    assert.equal((await decide('operation', version.id)).error, 'notPending')
    assert.equal((await get()).versions[0]?.withdrawal, null)
  })

  test('a stale approval of terms does not confirm a withdrawal, nor the other way round', async () => {
    const version = await propose('170000', 2)
    assert.deepEqual([version.state, (await decide('operation', version.id)).error], ['pending', 'notPending'])
    await server.must('operation', 'units.decide', { versionId: version.id, subject: 'terms', isApproved: true })
    await withdraw(version.id)
    assert.equal((await decide('operation', version.id, true, 'terms')).error, 'notPending')
    assert.equal((await get()).versions[0]?.state, 'approved', 'an approval withdrew the terms')
    assert.equal((await decide('operation', version.id)).data?.versions[0]?.state, 'withdrawn')
  })

  test('the history of withdrawn terms names everyone who decided, and their author is notified', async () => {
    const version = await propose('180000', 2)
    await server.must('operation', 'units.decide', { versionId: version.id, subject: 'terms', isApproved: true })
    await withdraw(version.id, 'operation')
    const { kysely } = server.running.kernel.database
    await sql`update unit_setting_version set created_by = (select id from app_user where username = 'auditor') where id = ${version.id}`.execute(kysely)
    const { versions } = await server.must('platform', 'units.decide', { versionId: version.id, subject: 'withdrawal', isApproved: true })
    const { state, decidedBy, withdrawal } = versions[0] ?? assert.fail('no version')
    assert.deepEqual([state, decidedBy, withdrawal?.askedBy, withdrawal?.confirmedBy], ['withdrawn', '齐云帆', '齐云帆', '周正明'])
    assert.ok(withdrawal?.confirmedAt)
    const { rows } = await sql<{ username: string }>`select username from message join app_user on app_user.id = message.user_id
      where message.kind = 'proposalDecided' and message.values ->> 'subject' = 'withdrawal' order by message.id desc limit 2`.execute(kysely)
    assert.deepEqual(rows.map(({ username }) => username).sort(), ['auditor', 'operation'])
  })

  test('a change or withdrawal is pending work of others, and the list shows it', async () => {
    const idsFor = async (who: string) => (await server.must(who, 'units.settings', { waiting: 'forMe' })).rows.map((row) => row.id)
    const kindsOf = async (who: string) => (await expectTaskLists(server, who)).filter((kind) => kind === 'unitTerms')
    const tighter = await propose('140000', 2)
    assert.deepEqual(await idsFor('operation'), [])
    await withdraw(tighter.id)
    assert.deepEqual([await idsFor('platform'), await idsFor('operation')], [[], [settingId]])
    assert.deepEqual([await kindsOf('platform'), await kindsOf('operation')], [[], ['unitTerms']])
    await decide('platform', tighter.id, false)
    const looser = await propose('160000', 3)
    assert.deepEqual([looser.state, await kindsOf('platform'), await kindsOf('operation')], ['pending', [], ['unitTerms']])
    assert.equal((await withdraw(looser.id)).data?.versions[0]?.state, 'withdrawn')
    assert.deepEqual(await kindsOf('operation'), [])
  })

  test('the database refuses that one person withdraws approved terms', async () => {
    const version = await propose('130000', 9)
    const withdrawAs = (askerId: number | null) =>
      inTransaction(server.running.kernel.database, { 'app.user': '1', 'app.all': 'on' }, async (trx) => {
        if (askerId !== null)
          await sql`update unit_setting_version set withdraw_asked_by = ${askerId}, withdraw_asked_at = now(), withdraw_reason = '改主意' where id = ${version.id}`.execute(
            trx,
          )
        await sql`update unit_setting_version set state = 'withdrawn', in_force_at = null, withdraw_confirmed_by = 1, withdraw_confirmed_at = now() where id = ${version.id}`.execute(
          trx,
        )
      })
    await assert.rejects(withdrawAs(null), /another person must confirm/)
    await assert.rejects(withdrawAs(1), { code: 'YC001' })
  })
})

describe('bearers of fee and tax that two people change', () => {
  const server = testServer()
  const settingWith = async (bearers: object) => {
    const { latestNo, terms } = await server.must('platform', 'units.terms', { settingId })
    return { latestNo, input: { settingId, terms: inputOf(terms, bearers), effectiveFrom: dayOf(server.running.kernel.clock.now()) } }
  }
  const moves = [{ taxBearer: 'unit' }, { feeBearer: 'operator', feeUnitSharePpm: 0 }, { feeBearer: 'shared', feeUnitSharePpm: 400_000 }]

  test('each move of fee or tax between unit and payees waits for a second person', async () => {
    for (const bearers of moves) {
      const { latestNo, input } = await settingWith(bearers)
      const { movesBearers, needsSecond } = await server.must('platform', 'units.preview', input)
      assert.deepEqual([movesBearers, needsSecond], [true, true], JSON.stringify(bearers))
      const { versions } = await server.must('platform', 'units.propose', { ...input, baseNo: latestNo, reason: '商务约定' })
      assert.deepEqual([versions[0]?.state, versions[0]?.needsSecond], ['pending', true], JSON.stringify(bearers))
      await server.must('operation', 'units.decide', { versionId: versions[0]?.id ?? 0, subject: 'terms', isApproved: true })
      server.advance(60_000)
    }
    const { input } = await settingWith({ lowBalance: '1' })
    const { movesBearers, needsSecond } = await server.must('platform', 'units.preview', input)
    assert.deepEqual([movesBearers, needsSecond], [false, false])
  })

  test('the database refuses that one person moves fee or tax', async () => {
    for (const [column, value] of [
      ['tax_bearer', 'operator'],
      ['fee_bearer', 'unit'],
      ['fee_unit_share_ppm', 400_001],
    ] as const)
      await assert.rejects(
        inTransaction(server.running.kernel.database, { 'app.user': '1', 'app.all': 'on' }, (trx) =>
          sql`insert into unit_setting_version (setting_id, unit_id, centre_id, no, fee_plan_id, tax_bearer, fee_bearer, fee_unit_share_ppm, single_limit_fen,
              day_limit_fen, month_limit_fen, evidence_limit_fen, effective_from, in_force_at, state, created_by, created_at)
            select setting_id, unit_id, centre_id, 99, fee_plan_id, ${column === 'tax_bearer' ? value : sql.ref('tax_bearer')}, ${column === 'fee_bearer' ? value : sql.ref('fee_bearer')},
              ${column === 'fee_unit_share_ppm' ? value : sql.ref('fee_unit_share_ppm')}, 1, 1, 1, 0, current_date, now(), 'approved', 1, now()
            from unit_setting_version where setting_id = ${settingId} and in_force_at is not null order by no desc limit 1`.execute(trx),
        ),
        /two people loosen/,
        column,
      )
  })
})

describe('a place that one person opens', () => {
  const server = testServer()

  test('a new place has a checker, and one person cannot open it without one', async () => {
    const place = { unitId: 2, centreId: 5, mode: 2, feePlanId: 1, dualControl: false }
    const { settingId: openedId } = await server.must('platform', 'units.openPlace', place as never)
    const { terms } = await server.must('platform', 'units.terms', { settingId: openedId })
    assert.deepEqual([terms.dualControl, terms.signRequired], [true, true], 'one person opened a place without a checker')
  })

  test('the database refuses first terms without a checker or contracts', async () => {
    for (const duty of ['dual_control', 'sign_required'])
      await assert.rejects(
        inTransaction(server.running.kernel.database, { 'app.user': '1', 'app.all': 'on' }, async (trx) => {
          const { rows } = await sql<{ id: number }>`insert into unit_setting (unit_id, centre_id, mode, virtual_account_no, is_active)
            values (2, 3, 2, '9999999999999999', true) returning id`.execute(trx)
          await sql`insert into unit_setting_version (setting_id, unit_id, centre_id, no, fee_plan_id, tax_bearer, fee_bearer, single_limit_fen, day_limit_fen,
              month_limit_fen, evidence_limit_fen, effective_from, in_force_at, state, created_by, created_at, ${sql.ref(duty)})
            values (${rows[0]?.id}, 2, 3, 1, 1, 'unit', 'unit', 1, 1, 1, 0, '2026-01-01', now(), 'approved', 1, now(), false)`.execute(trx)
        }),
        /two people loosen/,
        duty,
      )
  })
})
