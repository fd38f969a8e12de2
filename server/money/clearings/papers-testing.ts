import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { DemoPerson } from '#/demo/people.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { atCentre, type clearingScenario, transferSlip } from '#/server/money/clearings/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** A world with an offered clearing of a person without an account. */
interface World {
  readonly server: TestServer
  readonly the: ReturnType<typeof clearingScenario>
  readonly person: DemoPerson
  /** Another person, to whom the test can assign the demo's payee account. */
  readonly other: DemoPerson
}

const scan = { ...transferSlip, filename: '书面选择.pdf' }

/** Returns the steps of two people at the centre who handle a person's paper. */
function documentScenario({ server, the, person }: World) {
  const row = () => the.findClearing({ person })
  const target = () => the.target(person)
  const enter = async (choice: 'credit' | 'refund' | 'refuse', more: object = {}) =>
    server.call('finance', 'clearings.enterChoice', { ...(await target()), choice, signedOn: dayOf(the.now()), file: scan, ...more }, atCentre)
  const confirm = async (who: 'finance' | 'centre', isConfirmed = true, reason = isConfirmed ? '' : '签名与登记不符') => {
    const { id, version, pending } = await row()
    return server.call(who, 'clearings.confirm', { taxClearingId: id, version, clearingEntryId: pending?.id ?? 1, isConfirmed, reason }, atCentre)
  }
  /** Enters and confirms a choice. */
  const confirmChoice = async (choice: 'credit' | 'refund' | 'refuse', more: object = {}) => {
    assert.equal((await enter(choice, more)).code, 1)
    assert.equal((await confirm('centre')).code, 1)
    return row()
  }
  const approveChoice = async () => server.must('centre', 'clearings.decide', { ...(await target()), isApproved: true }, atCentre)
  return { row, target, enter, confirm, chosen: confirmChoice, approved: approveChoice }
}

class RolledBack extends Error {}

/** Runs statements as the program does for the director, then rolls them back. Returns the error, or nothing. */
async function tryStatements(the: World['the'], server: TestServer, ...statements: string[]): Promise<string> {
  const { id } = await the.db().selectFrom('app_user').select('id').where('username', '=', 'centre').executeTakeFirstOrThrow()
  return inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': `${id}` }, async (trx) => {
    for (const statement of statements) await sql.raw(statement).execute(trx)
    throw new RolledBack()
  }).catch((error: Error) => (error instanceof RolledBack ? '' : error.message))
}

function testEntry(world: () => World): void {
  describe('choice on paper for a person without an account', () => {
    test('a choice on paper needs a scan and a valid date, and its rejection changes nothing', async () => {
      const { the, person, other } = world()
      const { row, enter, confirm } = documentScenario(world())
      await the.linkAccount(other)
      assert.equal((await enter('refund')).error, 'hasAccount')
      await the.db().updateTable('app_user').set({ status: accountStatus.disabled }).where('operator_id', '=', person.id).execute()
      const rowBefore = await row()
      assert.equal(rowBefore.may.enter, '')
      assert.notEqual((await enter('refund', { file: undefined })).code, 1)
      assert.equal((await enter('refund', { signedOn: '2026-01-01' })).error, 'signedEarly')
      assert.equal((await enter('refund', { signedOn: '2099-01-01' })).error, 'dayAhead')
      assert.equal((await enter('refuse')).error, 'reasonNeeded')
      assert.equal((await enter('refund')).code, 1)
      assert.equal((await enter('refund')).error, 'entryPending')
      const { pending, ...entered } = await row()
      assert.deepEqual([entered.state, entered.choice, entered.path, pending?.choice], ['offered', null, '', 'refund'], 'nothing counts yet')
      assert.equal((await confirm('finance')).error, 'ownEntry')
      assert.equal((await confirm('centre', false, '')).error, 'reasonNeeded')
      assert.equal((await confirm('centre', false)).code, 1)
      const { version, pending: none, ...after } = await row()
      const { version: _version, pending: _pending, ...asBefore } = rowBefore
      assert.deepEqual([after, none, version > rowBefore.version], [asBefore, null, true], 'a rejection leaves everything as it was')
    })

    test('people with an account cannot choose on paper, and staff cannot confirm their own choice', async () => {
      const { server, the, person, other } = world()
      const { enter, confirm } = documentScenario(world())
      assert.equal((await enter('refund')).code, 1)
      await the.linkAccount(person)
      assert.equal((await confirm('centre')).error, 'hasAccount', 'the person can choose now')
      await the.linkAccount(other)
      const centre = the.db().updateTable('app_user').where('username', '=', 'centre')
      const { mobile } = await the.db().selectFrom('app_user').select('mobile').where('username', '=', 'centre').executeTakeFirstOrThrow()
      const { mobile_sealed } = await the.db().selectFrom('operator').select('mobile_sealed').where('id', '=', person.id).executeTakeFirstOrThrow()
      await centre.set({ mobile: server.running.kernel.vault.open('mobile', mobile_sealed) }).execute()
      assert.equal((await confirm('centre')).error, 'ownMoney')
      await centre.set({ mobile }).execute()
      assert.equal((await confirm('centre', false)).code, 1)
      await the.linkAccount(person)
      assert.equal((await enter('refund')).error, 'hasAccount')
      await the.linkAccount(other)
    })

    test('a refusal on paper refuses the clearing, and the centre can offer it again', async () => {
      const { server } = world()
      const { row, chosen, target, enter } = documentScenario(world())
      const refusedRow = await chosen('refuse', { reason: '金额与本人记录不符' })
      assert.deepEqual([refusedRow.state, refusedRow.reason, refusedRow.choice], ['refused', '金额与本人记录不符', null])
      assert.match(refusedRow.path, /书面选择，由 .+ 录入、.+ 核对/)
      assert.equal((await enter('refund')).error, 'wrongState', 'the centre offers again first')
      await server.must('finance', 'clearings.offer', await target(), atCentre)
      assert.deepEqual([(await row()).path, (await row()).paper], ['', null])
    })
  })
}

function testConfirmation(world: () => World): void {
  describe('choice on paper that waits for its confirmation', () => {
    test('the database refuses a choice on paper without a matching entry confirmed by a second user', async () => {
      const { server, the } = world()
      const { row, enter } = documentScenario(world())
      assert.equal((await enter('credit')).code, 1)
      const { id, pending } = await row()
      const { created_by: enterer, clearing_version: version } = await the
        .db()
        .selectFrom('tax_clearing_entry')
        .select(['created_by', 'clearing_version'])
        .where('id', '=', pending?.id ?? 0)
        .executeTakeFirstOrThrow()
      const chosenAt = "'2030-01-01'"
      const setChoice = (choice: string, by: string | number = enterer, when = chosenAt) =>
        `update tax_clearing set state = 'chosen', choice = '${choice}', chosen_by = ${by}, chosen_at = ${when} where id = ${id}`
      const decide = `update tax_clearing_entry set state = 'confirmed', decided_by = app.user_id(), decided_at = ${chosenAt} where id = ${pending?.id}`
      const tryInOrder = (...statements: string[]) => tryStatements(the, server, ...statements)
      const refusal = /only the person chooses/
      assert.match(await tryInOrder(setChoice('credit')), refusal, 'not confirmed')
      assert.equal(await tryInOrder(decide, setChoice('credit')), '')
      assert.match(await tryInOrder(decide, setChoice('refund')), refusal, 'another choice')
      assert.match(await tryInOrder(decide, setChoice('credit', 'app.user_id()')), refusal, 'the confirmer as the person who chose')
      assert.match(await tryInOrder(decide, setChoice('credit', enterer, "'2030-01-02'")), refusal, 'another moment')
      assert.match(
        await tryInOrder(decide, `update tax_clearing set version = version + 1 where id = ${id}`, setChoice('credit')),
        refusal,
        'a changed clearing',
      )
      const resetVersion = `update tax_clearing set version = ${version} where id = ${id}`
      assert.match(await tryInOrder(decide, setChoice('credit'), resetVersion, setChoice('credit', 'null', 'null')), refusal, 'forgetting the choice')
      const forgedEntry = `insert into tax_clearing_entry (clearing_id, centre_id, operator_id, kind, choice, clearing_version, of_day, file_id, created_by, created_at)
        select clearing_id, centre_id, operator_id, kind, choice, clearing_version, of_day, file_id, created_by, created_at from tax_clearing_entry where id = ${pending?.id}`
      assert.match(
        await tryInOrder(`${decide.replace('confirmed', 'rejected')}`, forgedEntry),
        /append-only|change|refused/i,
        'an entry in the name of a colleague',
      )
      assert.match(await tryInOrder(decide.replace('app.user_id()', `${enterer}`)), /by_two|took part/, 'one person alone')
    })
  })
}

function testConfirmedChoice(world: () => World): void {
  describe('confirmed choice on paper', () => {
    test('a paper choice is outdated once a payment uses the credit, and a new one refunds the rest', async () => {
      const { server, the, person } = world()
      const { row, target, confirm, enter, chosen, approved } = documentScenario(world())
      assert.equal((await confirm('centre')).code, 1)
      const credit = await row()
      assert.deepEqual([credit.state, credit.choice, credit.pending], ['chosen', 'credit', null])
      assert.equal((await server.call('finance', 'clearings.decide', { ...(await target()), isApproved: true }, atCentre)).error, 'ownOffer')
      await approved()
      assert.equal((await enter('credit')).error, 'isCreditAlready')
      assert.equal((await enter('refund')).code, 1)
      const { credited } = await the.payPerson(person, '20000.00')
      assert.ok(credited > 0)
      const [shown] = (await server.must('centre', 'clearings.list', { keyword: person.name, isForMe: true }, atCentre)).rows
      assert.match(shown?.pending?.obstacle ?? '', /已变化/)
      assert.equal((await confirm('centre')).error, 'paperOutdated')
      assert.equal((await confirm('centre', false)).code, 1)
      assert.equal((await chosen('refund')).state, 'chosen')
      await approved()
      const { left } = await row()
      await server.must('finance', 'clearings.start', await target(), atCentre)
      const transfer = { ...(await target()), paidOn: dayOf(the.now()), serial: 'S-written', file: transferSlip }
      await server.must('finance', 'clearings.pay', transfer, atCentre)
      const { amount, used, refunded, state } = await row()
      assert.deepEqual([used, refunded, state, await the.brokenInvariants()], [credited, left, 'done', []])
      assert.equal(left, amount - credited)
    })

    test('a person who gets an account later sees the choice and its scan', async () => {
      const { server, the, person } = world()
      await the.linkAccount(person)
      const [own] = await the.ownClearings()
      assert.equal(own?.choice, 'refund')
      assert.match(own?.path ?? '', /书面选择，\d{4}-\d{2}-\d{2} 签署/)
      const { url } = await server.must('subcontractor', 'files.link', { fileId: own?.paper?.fileId ?? '' })
      assert.match(url, /^\/files\//)
    })
  })
}

/** Tests one person's choice on paper. Each test continues from the one before. */
export function testChoicesOnPaper(world: () => World): void {
  testEntry(world)
  testConfirmation(world)
  testConfirmedChoice(world)
}
