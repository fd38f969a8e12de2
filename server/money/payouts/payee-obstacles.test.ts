import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import type { DemoPerson } from '#/demo/people.ts'
import { drawWorld } from '#/demo/world.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { creditCodeFor } from '#/domain/base/identity.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { recalculateBatch } from '#/server/money/lines/public.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// The payability rules exist twice: `checkPayee` in the domain for messages, and `app.payee_obstacles` in the database
// for thousands of lines at once. Both must agree after every change of a payee.

const owners = drawWorld('small').people.filter(
  (person) => person.unitIds.length === 1 && person.unitIds[0] === 1 && person.entity !== null && person.status === accountStatus.active,
)

type Change = (ctx: Context, person: DemoPerson) => RawBuilder<unknown>

const dayFromNow = (ctx: Context, away: number) => dayOf(new Date(ctx.now.getTime() + away * 86_400_000))

const otherCentreId = sql`(select id from centre where id <> 2 order by id limit 1)`

const insertDispute = (operatorId: number, unitId: number, state: string, at: Date) =>
  sql`insert into identity_dispute (operator_id, unit_id, centre_id, statement, state, created_by, created_at, resolution, file_id, resolved_by, resolved_at)
    values (${operatorId}, ${unitId}, 2, '不是本人', ${state}, 1, ${at}, '已核实', (select id from stored_file order by id limit 1), ${state === 'open' ? null : 2}, ${state === 'open' ? null : at})`

/** Adds an exception of the centre that lets the unit pay its staff until a day. */
const insertException = (ctx: Context, centre: RawBuilder<unknown>, state: string, away: number) =>
  sql`insert into relation_exception (related_id, unit_id, centre_id, statement, file_id, state, created_by, created_at, decided_by, decided_at, valid_to)
    select person.id, 1, ${centre}, '亲属', (select id from stored_file order by id limit 1), ${state}, 1, ${ctx.now}, 2, ${ctx.now},
      ${state === 'approved' ? dayFromNow(ctx, away) : null}::date from unit_related_person person where person.unit_id = 1`

/** Every change of a payee that can occur between the check of a batch and its payment. */
const changes: Readonly<Record<string, Change>> = {
  'another identity number': (_, { id }) => sql`update operator set id_number_index = 'another' where id = ${id}`,
  'another kind of ID': (_, { id }) => sql`update operator set id_kind = 'passport' where id = ${id}`,
  'declared a non-resident': (ctx, { id }) =>
    sql`update operator set tax_residence = 'non_resident', tax_residence_by = 1, tax_residence_at = ${ctx.now} where id = ${id}`,
  'declared a resident': (ctx, { id }) =>
    sql`update operator set tax_residence = 'resident', tax_residence_by = 1, tax_residence_at = ${ctx.now} where id = ${id}`,
  'the ID expired': (ctx, { id }) => sql`update operator set valid_to = ${dayFromNow(ctx, -1)} where id = ${id}`,
  'another name': (_, { id }) => sql`update operator set name = '别的名字' where id = ${id}`,
  frozen: (_, { id }) => sql`update operator set status = ${accountStatus.frozen}, status_reason = '核实' where id = ${id}`,
  closed: (_, { id }) => sql`update operator set status = ${accountStatus.closed} where id = ${id}`,
  'identity not verified': (_, { id }) => sql`update operator set is_identity_verified = false where id = ${id}`,
  'too young': (ctx, { id }) => sql`update operator set birth = (${dayFromNow(ctx, 1)}::date - interval '18 years')::date where id = ${id}`,
  'just old enough': (ctx, { id }) => sql`update operator set birth = (${dayFromNow(ctx, 0)}::date - interval '18 years')::date where id = ${id}`,
  'too old': (_, { id }) => sql`update operator set birth = '1930-02-28' where id = ${id}`,
  'card refused': (ctx, { id }) => sql`update operator_card set is_verified = false, verified_at = ${ctx.now} where operator_id = ${id}`,
  'agreement revoked': (ctx, { id }) => sql`update consent set revoked_at = ${ctx.now} where operator_id = ${id} and kind = 'agreement'`,
  'agreement until yesterday': (ctx, { id }) => sql`update consent set valid_to = ${dayFromNow(ctx, -1)} where operator_id = ${id} and kind = 'agreement'`,
  'agreement until today': (ctx, { id }) => sql`update consent set valid_to = ${dayFromNow(ctx, 0)} where operator_id = ${id} and kind = 'agreement'`,
  'agreement with another centre': (_, { id }) => sql`update consent set centre_id = ${otherCentreId} where operator_id = ${id} and kind = 'agreement'`,
  'tax filing consent for another centre': (_, { id }) =>
    sql`update consent set centre_id = ${otherCentreId} where operator_id = ${id} and kind = 'tax_filing'`,
  'tax filing consent until today': (ctx, { id }) => sql`update consent set valid_to = ${dayFromNow(ctx, 0)} where operator_id = ${id} and kind = 'tax_filing'`,
  'tax filing consent revoked': (ctx, { id }) => sql`update consent set revoked_at = ${ctx.now} where operator_id = ${id} and kind = 'tax_filing'`,
  'tax filing consent until yesterday': (ctx, { id }) =>
    sql`update consent set valid_to = ${dayFromNow(ctx, -1)} where operator_id = ${id} and kind = 'tax_filing'`,
  'no agreement needed': () => sql`update unit_setting_version set sign_required = false where setting_id in (select id from unit_setting where unit_id = 1)`,
  'no agreement needed in the other mode': () => sql`update unit_setting_version set sign_required = false
    where setting_id in (select id from unit_setting where unit_id = 1 and mode = 1)`,
  'no agreement needed at another centre': () => sql`update unit_setting_version set sign_required = false
    where setting_id in (select id from unit_setting where unit_id = 1 and centre_id <> 2)`,
  'an objection upheld': (ctx, { id }) => insertDispute(id, 1, 'ended', ctx.now),
  'an objection withdrawn': (ctx, { id }) => insertDispute(id, 1, 'withdrawn', ctx.now),
  'an objection against another unit': (ctx, { id }) => insertDispute(id, 2, 'open', ctx.now),
  'an objection by another person': (ctx, { id }) => insertDispute(id + 1, 1, 'open', ctx.now),
  'an objection': (ctx, { id }) => sql`insert into identity_dispute (operator_id, unit_id, centre_id, statement, state, created_by, created_at)
    values (${id}, 1, 2, '不是本人', 'open', 1, ${ctx.now})`,
  'of the unit’s own staff': (ctx, { id, name }) => sql`insert into unit_related_person (unit_id, name, id_number_sealed, id_number_index, relation, created_at)
    select 1, ${name}, id_number_sealed, id_number_index, 'employee', ${ctx.now} from operator where id = ${id}`,
  'other people of the unit’s own staff': (ctx) => sql`insert into unit_related_person (unit_id, name, id_number_sealed, id_number_index, relation, created_at)
    values (1, '别人', '', 'someone else', 'employee', ${ctx.now})`,
  'left the unit’s own staff': (ctx) => sql`update unit_related_person set ended_at = ${ctx.now}, ended_by = 1 where unit_id = 1`,
  'the contract with the business ended': (_, { id }) =>
    sql`update contract set sign_state = 'terminated' where kind = 'business_contract' and operator_id = ${id}`,
  'the contract with the business until yesterday': (ctx, { id }) =>
    sql`update contract set valid_to = ${dayFromNow(ctx, -1)} where kind = 'business_contract' and operator_id = ${id}`,
  'the contract with the business until today': (ctx, { id }) =>
    sql`update contract set valid_to = ${dayFromNow(ctx, 0)} where kind = 'business_contract' and operator_id = ${id}`,
  'no contract with businesses needed before tomorrow': (ctx) => sql`update centre set business_contracts_from = ${dayFromNow(ctx, 1)}`,
  'contracts with businesses needed from today': (ctx) => sql`update centre set business_contracts_from = ${dayFromNow(ctx, 0)}`,
  'owners refused': () => sql`update centre set refuses_owners = true`,
  'the business closed': (_, { id }) => sql`update operator_entity set state = 'cancelled' where operator_id = ${id}`,
  'the business renamed': (_, { id }) => sql`update operator_entity set name = name || '二' where operator_id = ${id}`,
  'the business under another number': (_, { id }) =>
    sql`update operator_entity set credit_code = ${creditCodeFor('92', '990000', 777_777)} where operator_id = ${id}`,
}

/** Changes that alone do not make a payee unpayable. */
const harmlessChanges = new Set([
  'just old enough',
  'no agreement needed',
  'no agreement needed in the other mode',
  'no agreement needed at another centre',
  'declared a resident',
  'the ID expired',
  'no contract with businesses needed before tomorrow',
  'contracts with businesses needed from today',
  'an objection withdrawn',
  'an objection against another unit',
  'an objection by another person',
  'other people of the unit’s own staff',
  'left the unit’s own staff',
])

describe('payee obstacles', () => {
  let server: TestServer
  let person: DemoPerson
  /** One batch per mode. */
  let batchIds: number[]
  before(async () => {
    server = await startTestServer()
    const { kysely } = server.running.kernel.database
    const [owner] = owners
    assert.ok(owner?.entity)
    person = owner
    await sql`update operator_entity set state = 'operating' where operator_id = ${owner.id}`.execute(kysely)
    await sql`delete from unit_related_person where unit_id = 1`.execute(kysely)
    const { name, idNumber, mobile, bankName, cardNo } = owner
    const cells = { name, idNumber, mobile, bankName, cardNo, amountText: '100.00' }
    const batch = await server.must('maker', 'payments.create', { orderId: 12 })
    const rows = [cells, { ...cells, amountText: '200.00', entityName: owner.entity.name, entityCreditCode: owner.entity.creditCode }]
    await server.must('maker', 'lines.add', { batchId: batch.id, rows })
    const batchInMode1 = await server.must('maker', 'payments.create', { orderId: 11 })
    await server.must('maker', 'lines.add', { batchId: batchInMode1.id, rows: rows.slice(1) })
    batchIds = [batch.id, batchInMode1.id]
  })
  after(() => server.close())

  const blockersOf = async (ctx: Context) => {
    const rows = await ctx.rows<{
      codes: string[]
    }>`select array(select distinct code from app.payee_obstacles(line.month, line.id, ${ctx.now}::timestamptz) order by code) as codes
      from payment_line line where line.batch_id = any(${batchIds}::bigint[]) order by line.batch_id, line.seq`
    return rows.map((row) => row.codes)
  }
  const issuesOf = async (ctx: Context) => {
    for (const batchId of batchIds) await recalculateBatch(ctx, batchId, { reserves: true })
    const rows = await ctx.rows<{ codes: string[] }>`select array(select distinct issue ->> 'code' as code from jsonb_array_elements(line.issues) issue
        where issue ->> 'level' = 'error' and issue ->> 'code' like 'E2%' order by code) as codes
      from payment_line line where line.batch_id = any(${batchIds}::bigint[]) order by line.batch_id, line.seq`
    return rows.map((row) => row.codes)
  }

  /** Returns the obstacles of both implementations after these changes, which are rolled back. */
  const blockerCodes = (names: readonly string[]): Promise<{ database: string[][]; domain: string[][] }> =>
    runAndRollBack(server, async (ctx) => {
      for (const name of names) await changes[name]?.(ctx, person).execute(ctx.db)
      // The database checks the stored line, before anything is recomputed.
      return { database: await blockersOf(ctx), domain: await issuesOf(ctx) }
    })

  test('a payee without obstacles can be paid as a person, and as a business in both modes', async () => {
    assert.deepEqual(await blockerCodes([]), { database: [[], [], []], domain: [[], [], []] })
  })

  for (const name of Object.keys(changes))
    test(`${name}: database and domain agree`, async () => {
      const { database, domain } = await blockerCodes([name])
      assert.deepEqual(database, domain)
      if (!name.endsWith('today') && !harmlessChanges.has(name)) assert.notDeepEqual(database, [[], [], []], 'it makes a difference')
    })

  // The lines pay a person in mode 2, a business in mode 2 and a business in mode 1.
  for (const [names, expected] of [
    [['an objection upheld'], [['E209'], ['E209'], ['E209']]],
    [
      ['agreement revoked', 'no agreement needed in the other mode'],
      [['E206'], ['E206'], []],
    ],
    [
      ['agreement revoked', 'no agreement needed at another centre'],
      [['E206'], ['E206'], ['E206']],
    ],
    [
      ['the contract with the business ended', 'contracts with businesses needed from today'],
      [[], [], ['E206']],
    ],
    [
      ['the contract with the business ended', 'the business under another number'],
      [[], ['E211'], ['E211']],
    ],
    [['owners refused'], [['E220'], [], []]],
    [
      ['owners refused', 'the business closed'],
      [[], ['E211'], ['E211']],
    ],
    [
      ['of the unit’s own staff', 'left the unit’s own staff'],
      [[], [], []],
    ],
  ] as const)
    test(`${names.join(', ')}: database and domain refuse the affected lines`, async () => {
      const { database, domain } = await blockerCodes(names)
      assert.deepEqual(database, expected)
      assert.deepEqual(database, domain)
    })

  for (const [title, place, state, away, isAllowed] of [
    ['until today', sql`2`, 'approved', 0, true],
    ['until yesterday', sql`2`, 'approved', -1, false],
    ['at another centre', otherCentreId, 'approved', 30, false],
    ['rejected', sql`2`, 'rejected', 0, false],
  ] as const)
    test(`own staff with a permission ${title}: database and domain agree`, async () => {
      const { database, domain } = await runAndRollBack(server, async (ctx) => {
        await changes['of the unit’s own staff']?.(ctx, person).execute(ctx.db)
        await insertException(ctx, place, state, away).execute(ctx.db)
        return { database: await blockersOf(ctx), domain: await issuesOf(ctx) }
      })
      assert.deepEqual(database, domain)
      assert.equal(database.flat().length === 0, isAllowed)
    })

  // For an unknown card, the domain rule requires a query at the bank.
  test('a line to a card that the payee no longer has is refused by the database', async () => {
    const database = await runAndRollBack(server, async (ctx) => {
      await ctx.run`update operator_card card set card_no_index = 'another' where operator_id = ${person.id}`
      return blockersOf(ctx)
    })
    assert.deepEqual(database, [['E204'], ['E204'], ['E204']])
  })

  test('after several changes at once database and domain agree', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(Object.keys(changes)), async (names) => {
        const { database, domain } = await blockerCodes(names)
        assert.deepEqual(database, domain)
      }),
      { numRuns: 30, seed: 20_261_122 },
    )
  })
})
