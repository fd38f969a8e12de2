import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { addChannel } from '#/server/access/changes/testing.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { applyResponses } from '#/server/money/payouts/dispatch/responses.ts'
import { replies } from '#/server/money/payouts/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Steps of random histories about debts with several lines. Claims are merged repeatedly, payments arrive after they
// failed, and slips are registered late.

interface Choices {
  readonly a: number
  readonly b: number
  readonly c: number
}

const at = { centre: 2, mode: 2 } as const
const paper = (name: string) => ({ filename: `${name}.pdf`, mediaType: 'application/pdf', bytes: pdfPage(name) })
const claimOrderId = 12
const amounts = ['80.00', '350.00', '8060.11', '29999.99'] as const
const dbOf = ({ running }: TestServer) => running.kernel.database.kysely
const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % Math.max(1, from.length)]

/** Configures the centre to enter claims for operators, and adds a channel for manual payments. */
export async function prepareDebts(server: TestServer): Promise<void> {
  await sql`update app_user set islr = 1 where username = 'centre'`.execute(dbOf(server))
  await addChannel(server, { centreId: 2, name: '线下付款', kind: 'offline' })
}

async function enterClaim(server: TestServer, { a, b, c }: Choices): Promise<void> {
  const people = demoPeople().ordinary.filter((person) => person.centreId === 2 && person.unitIds.includes(1))
  const day = shiftDay(dayOf(server.running.kernel.clock.now()), -(b % 4))
  const claimInput = { orderId: claimOrderId, amount: pick(amounts, c) ?? '80.00', content: '直播运营服务', from: day, to: day }
  await server.call('centre', 'collections.create', { ...claimInput, operatorId: people[a % 4]?.id ?? 0, file: paper('成果'), submit: true }, at)
}

/**
 * Performs one random step of a claim: enters a new one, or returns, confirms, merges, cancels or resubmits an existing
 * one. Returns the id of the batch that a merge creates, otherwise null.
 */
export async function advanceClaim(server: TestServer, choices: Choices): Promise<number | null> {
  const { a, b, c } = choices
  const { rows } = await server.must('maker', 'collections.list', { states: ['pending', 'confirmed', 'returned'], size: 50 })
  const row = pick(
    rows.filter((each) => each.mode === at.mode),
    a,
  )
  if (!row || c % 4 === 0) {
    await enterClaim(server, choices)
    return null
  }
  const target = { claimId: row.id, version: row.version }
  const isReturned = row.state !== 'returned' && b % 5 === 0
  if (isReturned) await server.call('maker', 'collections.giveBack', { ...target, reason: '请核对金额' })
  else if (row.state === 'pending') await server.call('maker', 'collections.confirm', target)
  else if (row.state === 'confirmed') return (await server.call('maker', 'collections.merge', { claimIds: [row.id] })).data?.batchId ?? null
  else if (b % 3 === 0) await server.call('centre', 'collections.cancel', target, at)
  else await server.call('centre', 'collections.submit', target, at)
  return null
}

/** Reports one of the most recent failed or cancelled payments as paid. */
export async function reportLatePayment(server: TestServer, { b }: Choices): Promise<void> {
  const { rows } = await sql<{ channel_id: number; request_no: string; amount: number }>`
    select attempt.channel_id, attempt.request_no, attempt.amount_fen as amount from payout_attempt attempt
      join channel on channel.id = attempt.channel_id and channel.kind = 'sandbox'
    where attempt.state in ('failed', 'held', 'cancelled') and attempt.sent_at is not null and attempt.centre_id = 2 order by attempt.id desc limit 6`.execute(
    dbOf(server),
  )
  const order = pick(rows, b)
  if (!order) return
  const answer = replies.paid(order.request_no, fen(order.amount))
  await jobContext(server.running.kernel, () => false).run('test', (ctx) => applyResponses(ctx, order.channel_id, [answer], 'query'))
}

/** Switches a unit to manual payment, or back to automatic channels. */
export const changeChannel = (server: TestServer, { a, b }: Choices) =>
  sql`update unit_setting_version set channel_ids = case when ${b % 2 === 0} then array(select id from channel where centre_id = 2 and kind = 'offline') else '{}' end
    where setting_id = ${a % 2 === 0 ? 12 : 22}`.execute(dbOf(server))

/** Registers bank slips dated now, or just after the release of the batch, which may be in a closed month. */
export async function registerSlips(server: TestServer, { a, b, c }: Choices): Promise<void> {
  const { rows } = await sql<{ id: number; net: number; state: string; released: Date; success: Date | null }>`
    select line.id, line.net_fen as net, line.state, batch.paid_at as released,
      (select max(slip.happened_at) from payout_slip slip where slip.line_id = line.id and slip.result = 'success') as success
    from payment_batch batch join channel on channel.id = batch.channel_id and channel.kind = 'offline'
      join payment_line line on line.month = batch.month and line.batch_id = batch.id
    where batch.paid_at is not null and line.state in ('sent', 'processing', 'success') order by line.state = 'success', line.id limit 8`.execute(dbOf(server))
  const now = server.running.kernel.clock.now()
  for (const [index, line] of rows.slice(0, 1 + (a % 3)).entries()) {
    const result = line.state === 'success' ? 'returned' : (b + index) % 4 === 0 ? 'failed' : 'success'
    if (result === 'returned' && c % 3 > 0) continue
    const first = new Date(Math.ceil((line.success ?? line.released).getTime() / 60_000 + 1) * 60_000)
    const slipDate = c % 2 === 0 && first < now ? first : now
    const paidAt = new Date(slipDate.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const slipInput = {
      serial: `SLIP-${line.id}-${result}`,
      paidAt,
      result,
      reason: result === 'success' ? '' : '账户异常',
      slip: paper(`${line.id}`),
    } as const
    await server.call('finance', 'payouts.registerLine', { lineId: line.id, amount: fen(line.net), ...slipInput }, at)
  }
  const { rows: reports } = await server.must('centre', 'payouts.reports', { size: 200 }, at)
  for (const { id } of reports) await server.call('centre', 'payouts.decideReports', { reportIds: [id], approve: (b + id) % 5 > 0, reason: '回单不符' }, at)
}

/** Expects the resend counts of every batch to match the lines of its debts. */
export async function expectResendCounts(server: TestServer): Promise<void> {
  const { rows } = await sql<{ no: string }>`
    with ended as materialized (select month, id, batch_id, state, collection_id from payment_line where state in ('failed', 'cancelled', 'returned')),
    handled as (
      select ended.batch_id, count(*) filter (where ended.state <> 'returned') as failed, count(*) filter (where ended.state = 'returned') as returned
      from ended join app.debts_of((select array_agg(month order by id) from ended), (select array_agg(id order by id) from ended)) debt on debt.line_id = ended.id
        left join collection claim on claim.id = ended.collection_id
      where debt.is_paid or debt.is_under_way or debt.is_prepared or debt.is_followed or claim.state <> 'confirmed' group by ended.batch_id)
    select batch.no from payment_batch batch left join handled on handled.batch_id = batch.id
    where (batch.failed_resent_count, batch.returned_resent_count) <> (coalesce(handled.failed, 0), coalesce(handled.returned, 0)) order by batch.no`.execute(
    dbOf(server),
  )
  assert.deepEqual(rows, [])
}
