import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ordinaryPerson } from '#/server/money/lines/testing.ts'
import { invariants } from '#/server/money/payments/invariants.ts'
import { pendingKinds } from '#/server/money/payments/pending.ts'
import { find } from '#/server/money/payments/store.ts'
import { resendableLines } from '#/server/money/payments/store-debts.ts'
import { findRecipientIds } from '#/server/money/payments/store-recipients.ts'
import { arePayoutsStopped } from '#/server/money/payments/store-terms.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { stopCases } from '#/server/money/payouts/stops-testing.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

type Change = RawBuilder<unknown>

// Boundaries of period, mode, state, unit and centre in the queries of batches. The fixture has an earlier, paid batch
// and a later one in check. Each case changes it within a transaction that is rolled back.
describe('boundaries of the payment queries: batches, payees and people', () => {
  const server = testServer()
  let [earlierBatchId, laterBatchId] = [0, 0]
  const batchOf = async (ctx: Context, id: number) => (await find(ctx, id)) ?? assert.fail(`no batch ${id}`)
  /** Runs a query after these changes and returns its result. The triggers of batches and lines are disabled. */
  const withChanges = <R>(changes: readonly Change[], ask: (ctx: Context) => Promise<R>): Promise<R> =>
    runAndRollBack(server, async (ctx) => {
      for (const table of ['payment_batch', 'payment_line', 'recon_item', 'account']) await ctx.run`alter table ${sql.table(table)} disable trigger user`
      for (const change of changes) await change.execute(ctx.db)
      return ask(ctx)
    })
  const batchChange = (id: number, set: Change): Change => sql`update payment_batch set ${set} where id = ${id}`
  const lineChange = (id: number, seq: number, set: Change): Change => sql`update payment_line set ${set} where batch_id = ${id} and seq = ${seq}`

  before(async () => {
    const act = paymentScenario(server)
    const payeesWith = (yuan: readonly string[]) => yuan.map((each, at) => ({ person: ordinaryPerson(at), yuan: each }))
    earlierBatchId = (await act.createPaidBatch(payeesWith(['100.00', '200.00', '300.00']))).id
    await server.settle(2)
    laterBatchId = (await act.check(await act.submit(await act.draft(payeesWith(['150.00', '200.00', '149.99']))))).id
    assert.deepEqual(
      (await act.lines(earlierBatchId)).map(({ state }) => state),
      ['success', 'success', 'success'],
    )
  })

  for (const [title, change, expected] of stopCases)
    test(`${title} ${expected ? 'stops' : 'does not stop'} payments of the unit`, async () => {
      assert.equal(await withChanges([change(earlierBatchId)], (ctx) => arePayoutsStopped(ctx, { unit_id: 1, centre_id: 2 }, 2)), expected)
    })

  describe('pending work', () => {
    const pendingKindsAfter = async (change: Change) => {
      const sums = (changes: readonly Change[]) =>
        withChanges(changes, async (ctx) => {
          const counts: Record<string, number> = {}
          for (const { kind, sums: sumsOf } of pendingKinds) counts[kind] = (await sumsOf(ctx, ctx.scope)).reduce((sum, each) => sum + each.count, 0)
          return counts
        })
      const [idle, now] = [await sums([batchChange(laterBatchId, sql`state = 'draft'`)]), await sums([batchChange(laterBatchId, change)])]
      return Object.keys(now).filter((kind) => now[kind] !== idle[kind])
    }

    for (const [title, change, expected] of [
      ['a batch with faults', sql`state = 'fixing'`, ['fix']],
      ['a submitted batch', sql`state = 'checking'`, ['check']],
      ['a checked batch', sql`state = 'auditing', is_insufficient = false`, ['audit']],
      ['a checked batch without enough money', sql`state = 'auditing', is_insufficient = true`, ['topup']],
      ['an audited batch', sql`state = 'payable'`, ['pay']],
      ['a batch in payment through a bank', sql`state = 'paying'`, []],
      ['a batch with failed and paid lines', sql`state = 'partial', failed_count = 2, failed_resent_count = 1`, ['failed']],
      ['a batch of failed lines only', sql`state = 'failed', failed_count = 2, failed_resent_count = 1`, ['failed']],
      ['a batch whose failed lines were all repeated', sql`state = 'partial', failed_count = 2, failed_resent_count = 2`, []],
      ['a batch with returned lines', sql`state = 'partial', returned_count = 1`, ['returned']],
      ['a batch of returned lines only', sql`state = 'failed', returned_count = 1`, ['returned']],
      ['a batch whose returned lines were all repeated', sql`state = 'partial', returned_count = 1, returned_resent_count = 1`, []],
      ['a closed batch with failed lines', sql`state = 'closed', failed_count = 2`, []],
      ['a batch in payment with failed lines so far', sql`state = 'paying', failed_count = 2, returned_count = 1`, []],
    ] as const)
      test(`${title} is ${expected.length === 0 ? 'no pending work' : `pending work of kind ${expected.join()}`}`, async () => {
        assert.deepEqual(new Set(await pendingKindsAfter(change)), new Set(expected))
      })

    test('a batch that is paid manually is pending for the centre', async () => {
      const manualChannel: Change = sql`update channel set kind = 'offline' where id = 3`
      const countByHandAfter = (changes: readonly Change[]) =>
        withChanges([manualChannel, ...changes], async (ctx) => {
          const sums = await pendingKinds.find(({ kind }) => kind === 'byHand')?.sums(ctx, ctx.scope)
          return sums?.reduce((sum, each) => sum + each.count, 0)
        })
      assert.deepEqual(
        [
          await countByHandAfter([]),
          await countByHandAfter([batchChange(laterBatchId, sql`state = 'paying', channel_id = 3`)]),
          await countByHandAfter([batchChange(laterBatchId, sql`state = 'payable', channel_id = 3`)]),
        ],
        [0, 1, 0],
      )
    })
  })

  describe('people notified to continue a batch', () => {
    const people = { maker: 5, checker: 6, payer: 7, checkerOfUnit2: 122, auditor: 3, auditorOf3: 23, finance: 4 } as const
    const isNotified = (state: Parameters<typeof findRecipientIds>[2], who: keyof typeof people, ...changes: Change[]) =>
      withChanges(changes, async (ctx) => (await findRecipientIds(ctx, await batchOf(ctx, laterBatchId), state, 2)).includes(people[who]))
    const manualPayment = sql`update channel set kind = 'offline' where id = 2`

    test('a batch awaiting check, audit or payment notifies people with that permission there', async () => {
      assert.deepEqual(
        [await isNotified('checking', 'checker'), await isNotified('checking', 'payer'), await isNotified('checking', 'checkerOfUnit2')],
        [true, false, false],
      )
      assert.deepEqual(
        [await isNotified('auditing', 'auditor'), await isNotified('auditing', 'finance'), await isNotified('auditing', 'auditorOf3')],
        [true, false, false],
      )
      assert.deepEqual([await isNotified('payable', 'payer'), await isNotified('payable', 'maker')], [true, false])
    })

    test('auditors of another centre or mode, frozen auditors and participants are not notified', async () => {
      for (const change of [
        sql`update user_centre set modes = '{1}' where user_id = 3`,
        sql`update user_centre set centre_id = 3 where user_id = 3`,
        sql`update app_user set status = ${accountStatus.frozen} where id = 3`,
        batchChange(laterBatchId, sql`checker_id = 3`),
        sql`insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at) values (${laterBatchId}, 3, 'edit', 2, 1, now())`,
      ])
        assert.equal(await isNotified('auditing', 'auditor', change), false)
      const secondBatchAction = sql`insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at) values (${earlierBatchId}, 3, 'edit', 2, 1, now())`
      assert.equal(await isNotified('auditing', 'auditor', secondBatchAction), true)
    })

    test('a batch in payment notifies the centre only if its channel pays manually', async () => {
      assert.deepEqual([await isNotified('paying', 'finance'), await isNotified('paying', 'finance', manualPayment)], [false, true])
      assert.equal(await isNotified('paying', 'finance', sql`update channel set kind = 'offline' where id = 3`), false)
    })
  })

  describe('book checks of batches', () => {
    const violatedInvariants = async (...changes: Change[]) =>
      (await withChanges(changes, (ctx) => checkInvariants(ctx.db, invariants))).map(({ name }) => name).sort()
    const failFirstLine = () =>
      batchChange(
        earlierBatchId,
        sql`state = 'partial', success_count = 2, success_cost_fen = success_cost_fen - (select cost_fen from payment_line
      where batch_id = ${earlierBatchId} and seq = 1), failed_count = 1, failed_cost_fen = (select cost_fen from payment_line where batch_id = ${earlierBatchId} and seq = 1)`,
      )

    test('the counts of a batch include cancelled lines as failed (INV-06)', async () => {
      assert.deepEqual(await violatedInvariants(), [])
      assert.deepEqual(await violatedInvariants(failFirstLine(), lineChange(earlierBatchId, 1, sql`state = 'cancelled'`)), ['INV-09'])
      assert.deepEqual(await violatedInvariants(failFirstLine(), lineChange(earlierBatchId, 1, sql`state = 'failed'`)), ['INV-09'])
      assert.deepEqual(await violatedInvariants(lineChange(earlierBatchId, 1, sql`state = 'cancelled'`)), ['INV-06', 'INV-09'])
    })

    for (const [title, change, expected] of [
      ['a paid line that was excluded', () => lineChange(earlierBatchId, 1, sql`state = 'excluded'`), ['INV-06', 'INV-28']],
      ['a batch with a wrong line count', () => batchChange(earlierBatchId, sql`line_count = 4`), ['INV-06']],
      ['a batch whose repeats exceed its failures', () => batchChange(earlierBatchId, sql`failed_resent_cost_fen = 1`), ['INV-06']],
      ['a batch marked as reserved without the money', () => batchChange(laterBatchId, sql`is_frozen = not is_frozen`), ['INV-07', 'INV-09', 'INV-28']],
      ['a paid batch without its payment time', () => batchChange(earlierBatchId, sql`paid_at = null`), ['INV-07']],
      [
        'a line sent at the moment of the halt',
        () =>
          batchChange(
            earlierBatchId,
            sql`halted_at = (select max(sent_at) from payment_line where batch_id = ${earlierBatchId}), halted_by = 1, halt_reason = '停'`,
          ),
        [],
      ],
      [
        'a line sent after the halt',
        () =>
          batchChange(
            earlierBatchId,
            sql`halted_at = (select min(sent_at) - interval '1 second' from payment_line where batch_id = ${earlierBatchId}), halted_by = 1, halt_reason = '停'`,
          ),
        ['INV-44'],
      ],
      ['a paid line that returned without a booking', () => lineChange(earlierBatchId, 1, sql`state = 'returned'`), ['INV-06', 'INV-09']],
      ['a line in progress that was booked', () => lineChange(earlierBatchId, 1, sql`state = 'held'`), ['INV-06', 'INV-09']],
    ] as const)
      test(`${title} breaks ${expected.length === 0 ? 'no invariant' : expected.join()}`, async () => {
        assert.deepEqual(await violatedInvariants(change()), expected)
      })

    test('reserved money belongs to the account of its unit, centre and mode', async () => {
      const others = sql`insert into account (centre_id, mode, kind, unit_id) values (2, 1, 'unit_frozen', 1), (3, 2, 'unit_frozen', 1), (2, 2, 'unit_frozen', 3) on conflict do nothing`
      const reserveMark = sql`update payment_batch set is_frozen = true where id = ${laterBatchId}`
      assert.deepEqual(await violatedInvariants(others), [])
      assert.deepEqual(await violatedInvariants(others, reserveMark), ['INV-07', 'INV-09', 'INV-28'])
      const reserveMoney = sql`update account set balance_fen = balance_fen + (select cost_fen from payment_batch where id = ${laterBatchId})
        where kind = 'unit_frozen' and unit_id = 1 and centre_id = 2 and mode = 2`
      const makePayable = sql`update payment_batch set state = 'payable' where id = ${laterBatchId}`
      assert.deepEqual(
        await violatedInvariants(others, reserveMoney, reserveMark, makePayable),
        ['INV-07', 'INV-28'],
        'the account agrees, but no journal set it aside',
      )
    })

    test('each debt has at most one line paid or under way', async () => {
      const repeatFirstLine = sql`update payment_line line set first_line_id = first.id, first_line_month = first.month
        from payment_line first where first.batch_id = ${earlierBatchId} and first.seq = 1 and line.batch_id = ${laterBatchId} and line.seq = 1`
      assert.deepEqual(await violatedInvariants(repeatFirstLine), [])
      for (const state of ['queued', 'sent', 'processing', 'held', 'unknown', 'success'])
        assert.ok((await violatedInvariants(repeatFirstLine, lineChange(laterBatchId, 1, sql`state = ${state}`))).includes('INV-59'), state)
      for (const state of ['failed', 'cancelled', 'returned'])
        assert.ok(!(await violatedInvariants(repeatFirstLine, lineChange(laterBatchId, 1, sql`state = ${state}`))).includes('INV-59'), state)
      assert.ok(
        !(
          await violatedInvariants(repeatFirstLine, lineChange(earlierBatchId, 1, sql`state = 'failed'`), lineChange(laterBatchId, 1, sql`state = 'success'`))
        ).includes('INV-59'),
      )
    })
  })

  test('a line can be repeated if it failed, was cancelled or returned, and belongs to no claim', async () => {
    const countResendableAfter = async (...changes: Change[]) =>
      (await withChanges(changes, async (ctx) => resendableLines(ctx, await batchOf(ctx, earlierBatchId)))).ids.length
    for (const state of ['failed', 'cancelled', 'returned'])
      assert.equal(await countResendableAfter(lineChange(earlierBatchId, 1, sql`state = ${state}`)), 1, state)
    for (const state of ['success', 'excluded', 'unknown'])
      assert.equal(await countResendableAfter(lineChange(earlierBatchId, 1, sql`state = ${state}`)), 0, state)
    assert.equal(
      await countResendableAfter(lineChange(earlierBatchId, 1, sql`state = 'failed', collection_id = 1`)),
      0,
      'a claim is merged again, not repeated',
    )
  })

  test('a batch follows the terms of its own unit, centre and mode', async () => {
    const termChanges = [
      sql`insert into unit_setting (id, unit_id, centre_id, mode, virtual_account_no) values (990001, 1, 3, 2, 'VA990001')`,
      sql`insert into unit_setting_version select (jsonb_populate_record(version, '{"id": 990001, "setting_id": 990001, "centre_id": 3}')).*
        from unit_setting_version version where setting_id = 12 order by id desc limit 1`,
      sql`update unit_setting_version version set evidence_limit_fen = setting.unit_id * 1000 + setting.centre_id * 10 + setting.mode from unit_setting setting
        where setting.id = version.setting_id`,
    ]
    const evidenceLimitAfter = (set: Change) =>
      withChanges([...termChanges, batchChange(laterBatchId, set)], async (ctx) => (await batchOf(ctx, laterBatchId)).evidence_limit_fen)
    assert.deepEqual(
      [await evidenceLimitAfter(sql`mode = 2`), await evidenceLimitAfter(sql`mode = 1`), await evidenceLimitAfter(sql`centre_id = 3`)],
      [1022, 1021, 1032],
    )
  })
})
