import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { atCentre } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'
import { expectTaskLists } from '#/server/tests/waiting-testing.ts'

describe('looser reconciliation rules', () => {
  const server = testServer()
  const rules = async () => (await server.must('centre', 'reconciliation.rules', {}, atCentre)) ?? assert.fail('no centre')
  const set = async (wanted: { stopAbove?: string; needsBank: boolean }) =>
    server.call('centre', 'reconciliation.setRules', { version: (await rules()).version, ...wanted }, atCentre)
  const decide = async (who: string, isConfirmed: boolean, answer = '') =>
    server.call(who, 'reconciliation.decideRules', { centreId: 2, version: (await rules()).version, isConfirmed, answer }, who === 'centre' ? atCentre : {})
  const inForce = async () => {
    const { stopAbove, needsBank } = await rules()
    return [stopAbove, needsBank]
  }
  test('a director alone cannot switch off the statement check or raise the limit', async () => {
    assert.equal((await set({ stopAbove: '0', needsBank: false })).data?.isRequested, true)
    assert.deepEqual(await inForce(), [0, true])
    assert.equal((await set({ stopAbove: '0', needsBank: true })).error, 'rulesAsked')
    assert.equal((await decide('centre', true)).error, 'ownRules')
    const requests = await server.must('caiwu', 'reconciliation.ruleRequests', {})
    assert.deepEqual(
      requests.map(({ centreId, requested }) => [centreId, requested?.needsBank, requested?.isOwn]),
      [[2, false, false]],
    )
  })

  test('the request is a task of others, and not of the proposer', async () => {
    assert.ok((await expectTaskLists(server, 'caiwu')).includes('reconRules'))
    assert.ok(!(await expectTaskLists(server, 'centre', atCentre)).includes('reconRules'))
  })

  test('a rejection needs a reason and leaves the rules', async () => {
    assert.equal((await decide('caiwu', false)).error, 'declineReason')
    assert.equal((await decide('caiwu', false, '银行流水必须核对')).code, 1)
    assert.deepEqual([await inForce(), (await rules()).requested], [[0, true], null])
    assert.equal((await decide('caiwu', true)).error, 'rulesNotAsked')
    const { rows } = await server.must('centre', 'messages.list', {}, atCentre)
    assert.deepEqual(
      rows.filter(({ kind }) => kind === 'proposalDecided').map(({ values, path }) => [values.subject, values.isApproved, values.reason, path]),
      [['reconRules', 'no', '银行流水必须核对', '/zf/zfdzList?rules=1']],
    )
  })

  test('the proposer can withdraw the request without a reason', async () => {
    await set({ needsBank: true })
    assert.equal((await rules()).requested?.stopAbove, null)
    assert.equal((await decide('centre', false)).code, 1)
    assert.deepEqual([await inForce(), (await rules()).requested], [[0, true], null])
  })

  test('another person lets the rules take effect, and one person tightens them again', async () => {
    await set({ stopAbove: '10.00', needsBank: false })
    assert.equal((await decide('caiwu', true)).code, 1)
    assert.deepEqual([await inForce(), (await rules()).requested], [[1_000, false], null])
    assert.equal((await set({ stopAbove: '5.00', needsBank: true })).data?.isRequested, false)
    assert.deepEqual(await inForce(), [500, true])
    assert.equal((await set({ stopAbove: '10.00', needsBank: true })).data?.isRequested, true)
    await decide('caiwu', false, '不同意')
  })

  test('the database refuses looser rules that no other person confirmed', async () => {
    const { kysely } = server.running.kernel.database
    const asProgram = (statement: string) =>
      kysely
        .transaction()
        .execute(async (trx) => {
          await sql`select set_config('app.all', 'on', true)`.execute(trx)
          await sql`set local role app_rw`.execute(trx)
          await sql.raw(statement).execute(trx)
          throw new Error('passed')
        })
        .catch((error: Error) => error.message)
    const refusal = /another person must confirm looser rules/
    assert.match(await asProgram('update recon_rule set needs_bank = false where centre_id = 2'), refusal)
    assert.match(await asProgram('update recon_rule set stop_above_fen = null where centre_id = 2'), refusal)
    assert.match(await asProgram('update recon_rule set needs_bank = false, confirmed_by = 5, confirmed_at = now() where centre_id = 2'), refusal)
    assert.match(await asProgram('insert into recon_rule (centre_id, needs_bank) values (5, false)'), refusal)
    await set({ stopAbove: '5.00', needsBank: false })
    const confirmed = 'confirmed_at = now(), confirmed_by = (select id from app_user where username ='
    assert.match(await asProgram(`update recon_rule set stop_above_fen = null, needs_bank = false, ${confirmed} 'caiwu') where centre_id = 2`), refusal)
    assert.match(await asProgram(`update recon_rule set needs_bank = false, ${confirmed} 'centre') where centre_id = 2`), /took part/)
    assert.match(await asProgram('update recon_rule set asked_stop_above_fen = null where centre_id = 2'), /a request does not change/)
    assert.equal(await asProgram(`update recon_rule set needs_bank = false, ${confirmed} 'caiwu') where centre_id = 2`), 'passed')
  })
})
