import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { demoPeople } from '#/demo/load.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import type { ExceptionKind, ExceptionResolution } from '#/domain/money/payout-exception.ts'
import { manualChannelKinds } from '#/domain/organisations/payout-channel.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postJournals } from '#/server/money/ledger/public.ts'
import { ordinaryPerson } from '#/server/money/lines/testing.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import type { ChannelResponse, PayoutRequest, ReturnNotice } from '#/server/money/payouts/channels/channel.ts'
import { channelOpener, type OpenChannel } from '#/server/money/payouts/channels/registry.ts'
import { claimQueuedLines } from '#/server/money/payouts/dispatch/claiming.ts'
import { busyChannels, importReturns, queryDueOrders, sendQueuedOrders, sendQueuedOrdersOnChannel } from '#/server/money/payouts/dispatch/dispatch.ts'
import type { OutgoingRow } from '#/server/money/payouts/store.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

type Exception = z.output<Modules['payouts']['exception']['output']>

export type BankNotice = ReturnNotice & { readonly channelId: number }

/** A test bank that replaces every channel except manual ones. */
export interface ScriptedBank {
  send(requests: readonly PayoutRequest[], channelId: number): Promise<readonly ChannelResponse[]>
  query(requestNos: readonly string[]): Promise<readonly ChannelResponse[]>
  notices(): Promise<readonly BankNotice[]>
  acknowledge(notifyIds: readonly string[]): Promise<void>
}

export function openerForBank(job: JobContext, bank: ScriptedBank): OpenChannel {
  const open = channelOpener(job)
  return (channel) => {
    const id = channel.channel_id
    if (manualChannelKinds.some((kind) => kind === channel.channel_kind)) return open(channel)
    return {
      send: (requests) => bank.send(requests, id),
      query: (requestNos) => bank.query(requestNos),
      notices: async () => (await bank.notices()).filter((notice: BankNotice | null) => (notice?.channelId ?? payoutChannelId) === id),
      acknowledge: (notifyIds) => bank.acknowledge(notifyIds),
    }
  }
}

/**
 * Simulates a server that stops between marking up to `limit` lines per channel as sent and sending them. Returns those
 * lines.
 */
export async function claimWithoutSending(job: JobContext, limit: number): Promise<OutgoingRow[]> {
  const claimedRows: OutgoingRow[] = []
  for (const { channel_id } of await busyChannels(job)) {
    const { rows } = await job.run('test', (ctx) => claimQueuedLines(ctx, channel_id, limit, new Date(ctx.now.getTime() + 60_000)))
    claimedRows.push(...rows)
  }
  return claimedRows
}

/** The scripted answers of a test bank. Without a script it does not answer. */
export interface BankScript {
  readonly send?: (request: PayoutRequest) => readonly ChannelResponse[]
  readonly query?: (requestNo: string) => readonly ChannelResponse[]
  readonly notices?: readonly BankNotice[]
}

/** Builds a bank that follows the script and records the acknowledged notices. */
export function scriptBank({ send, query, notices = [] }: BankScript): ScriptedBank & { readonly acknowledged: string[] } {
  const acknowledged: string[] = []
  return {
    acknowledged,
    send: async (requests) => requests.flatMap((request) => send?.(request) ?? []),
    query: async (numbers) => numbers.flatMap((requestNo) => query?.(requestNo) ?? []),
    notices: async () => notices,
    acknowledge: async (ids) => void acknowledged.push(...ids),
  }
}

/** Returns helpers for exceptions at centre 2: finance proposes, the director confirms. */
export function exceptionScenario(server: TestServer) {
  const paper = (name = '银行证明.pdf') => ({ filename: name, mediaType: 'application/pdf', bytes: pdfPage(name) })
  const get = (id: number): Promise<Exception> => server.must('finance', 'payouts.exception', { id }, atCentre)
  const open = async () => (await server.must('finance', 'payouts.exceptions', { states: ['open', 'proposed'], size: 200 }, atCentre)).rows
  const proposal = (exception: { id: number; version: number }, resolution: ExceptionResolution) => ({
    id: exception.id,
    version: exception.version,
    resolution,
    reason: '已与银行核对流水',
    file: paper(),
  })
  const propose = (exception: { id: number; version: number }, resolution: ExceptionResolution) =>
    server.must('finance', 'payouts.proposeException', proposal(exception, resolution), atCentre)
  const settle = async (exception: { id: number; version: number }, resolution: ExceptionResolution): Promise<Exception> => {
    await propose(exception, resolution)
    const { version } = await get(exception.id)
    await server.must('centre', 'payouts.decideException', { id: exception.id, version, approve: true }, atCentre)
    return get(exception.id)
  }
  return {
    get,
    open,
    proposal,
    propose,
    settle,
    /** Returns the audit entries of an exception, oldest first. */
    trail: async (id: number) => {
      const { rows } = await sql<{ action: string; detail: Record<string, unknown> }>`select action, detail - 'sha256' as detail from audit_log
        where ref_type = 'payout_exception' and ref_id = ${String(id)} and detail ? 'no' order by seq`.execute(server.running.kernel.database.kysely)
      return rows.map(({ action, detail }) => [action, detail])
    },
    /** Returns the only open exception, which must be of this kind. */
    findOnly: async (kind: ExceptionKind): Promise<Exception> => {
      const rows = await open()
      const [row] = rows
      if (rows.length !== 1 || row?.kind !== kind) throw new Error(`expected ${kind}, found ${rows.map((each) => each.kind).join(', ') || 'nothing'}`)
      return get(row.id)
    },
  }
}

/** Simulates a fault in our ledger: releases all but this amount (fen) of unit 1's reserved funds. */
export async function reduceReservedFunds(server: TestServer, remaining: number): Promise<void> {
  const { frozen } = await paymentScenario(server).balance()
  const amount = frozen - remaining
  const journalHead = {
    kind: 'unfreeze',
    owner: { centreId: 2, mode: 2, unitId: 1 },
    refType: 'topup',
    refId: 0,
    refNo: 'fault',
    idemKey: `fault:${randomUUID()}`,
  } as const
  const postings = [
    { account: 'unit_frozen', amount: fen(-amount) },
    { account: 'unit_available', amount: fen(amount) },
  ] as const
  await jobContext(server.running.kernel, () => false).run('test', (ctx) => postJournals(ctx, [{ ...journalHead, postings }]))
}

export const payoutChannelId = 2
const hourMs = 3_600_000

export const replies = {
  paid: (requestNo: string, amount: number): ChannelResponse => ({ requestNo, kind: 'success', reference: `B${requestNo}`, amount: fen(amount) }),
  failed: (requestNo: string): ChannelResponse => ({ requestNo, kind: 'failed', code: 'card_invalid', reason: '账户状态异常' }),
  held: (requestNo: string): ChannelResponse => ({ requestNo, kind: 'held', code: 'limit', reason: '限额' }),
  accepted: (requestNo: string): ChannelResponse => ({ requestNo, kind: 'accepted', reference: `B${requestNo}` }),
  absent: (requestNo: string): ChannelResponse => ({ requestNo, kind: 'absent' }),
  back: (requestNo: string, amount: number, notifyId: string): BankNotice => ({
    channelId: payoutChannelId,
    notifyId,
    requestNo,
    amount: fen(amount),
    reason: '账户已销户',
  }),
}

/** Sets up unit 1 to pay through a scripted bank. */
export function bankScenario(server: TestServer) {
  const act = paymentScenario(server)
  const { ordinary } = demoPeople()
  let next = 0
  const job = () => jobContext(server.running.kernel, () => false)
  const nextPayees = (count: number) =>
    Array.from({ length: count }, () => {
      const person = ordinary[next++ % ordinary.length]
      assert.ok(person)
      return { person, yuan: '100.00' }
    })
  const send = (script: BankScript) => sendQueuedOrders(job(), openerForBank(job(), scriptBank(script)))
  const lineOf = async (batchId: number) => {
    const [line] = await act.lines(batchId)
    assert.ok(line?.requestNo)
    return { lineId: line.id, state: line.state, net: line.net, no: line.requestNo }
  }
  return {
    act,
    job,
    nextPayees: nextPayees,
    send,
    lineOf,
    stateOf: async (batchId: number) => (await lineOf(batchId)).state,
    /** Sends the queued lines of the bank's own channel. Lines of other channels stay queued. */
    sendOwn: async (script: BankScript) => {
      const busyChannel = (await busyChannels(job())).find(({ channel_id }) => channel_id === payoutChannelId) ?? assert.fail('nothing is queued at the bank')
      await sendQueuedOrdersOnChannel(job(), openerForBank(job(), scriptBank(script)), busyChannel)
    },
    /** Queries the bank an hour later. */
    queryLater: async (query: NonNullable<BankScript['query']>, again?: BankScript['send']) => {
      server.advance(hourMs)
      await queryDueOrders(job(), openerForBank(job(), scriptBank({ query, ...(again && { send: again }) })))
    },
    /** Announces returns. Returns the acknowledged ids. */
    announceReturns: async (...notices: BankNotice[]) => {
      const bank = scriptBank({ notices })
      await importReturns(job(), openerForBank(job(), bank))
      return bank.acknowledged
    },
    /** Sends unsolicited answers in the reply to another order, which is paid. */
    sendUnsolicited: async (...answers: ChannelResponse[]) => {
      const batch = await act.createPaidBatch(nextPayees(1))
      await send({ send: ({ requestNo, amount }) => [replies.paid(requestNo, amount), ...answers] })
      return batch
    },
    /** Sends a batch of one line and applies the bank's response. */
    sendOneLine: async (answer: (requestNo: string, net: Fen) => ChannelResponse[]) => {
      const batch = await act.createPaidBatch(nextPayees(1))
      await send({ send: ({ requestNo, amount }) => answer(requestNo, amount) })
      return { id: batch.id, cost: batch.cost, ...(await lineOf(batch.id)) }
    },
    /** Returns the accounts of centre 2 in mode 2. */
    accounts: async () => {
      const { kysely } = server.running.kernel.database
      const rows = await kysely
        .selectFrom('account')
        .select(['kind', 'balance_fen'])
        .where('centre_id', '=', 2)
        .where('mode', '=', 2)
        .where('unit_id', 'is', null)
        .execute()
      const balanceOf = (kind: string) => rows.find((row) => row.kind === kind)?.balance_fen ?? 0
      return { bank: balanceOf('bank'), suspense: balanceOf('suspense'), adjustment: balanceOf('adjustment') }
    },
  }
}

/** Returns a log, and a function that takes the warnings and errors logged since its last call. */
export function createLogRecorder() {
  const entries: Record<string, unknown>[] = []
  const record = (fields: object, message: string) => void entries.push({ message, ...fields })
  return { log: { info: () => undefined, warn: record, error: record }, takeLogEntries: () => entries.splice(0) }
}

export type Change = RawBuilder<unknown>

export const changeLine = (set: Change, seq: number, batchId: number): Change =>
  sql`update payment_line set ${set} where batch_id = ${batchId} and seq = ${seq}`
export const changeOrder = (set: Change, seq: number, batchId: number): Change =>
  sql`update payout_attempt set ${set} where line_id = (select id from payment_line where batch_id = ${batchId} and seq = ${seq})`
/** Moves the first line of a batch and its order to this state of a line. */
export const changeState = (state: string, batchId: number): Change[] => [
  changeLine(sql`state = ${state}`, 1, batchId),
  changeOrder(sql`state = ${state === 'queued' ? 'created' : state}`, 1, batchId),
]

/**
 * Runs a query after these changes, rolls them back and returns its result. The triggers of lines and orders are
 * disabled.
 */
export const runAfterChanges = <R>(server: TestServer, changes: readonly Change[], ask: (ctx: Context) => Promise<R>): Promise<R> =>
  runAndRollBack(server, async (ctx) => {
    for (const table of ['payment_batch', 'payment_line', 'payout_attempt', 'payout_exception', 'recon_item', 'account'])
      await ctx.run`alter table ${sql.table(table)} disable trigger user`
    for (const change of changes) await change.execute(ctx.db)
    return ask(ctx)
  })

/** Creates two batches of two lines each: the lines of the first are paid, those of the second are queued. */
export async function createPaidAndQueuedBatches(server: TestServer): Promise<{ arrived: number; queued: number }> {
  const act = paymentScenario(server)
  const payeesWith = (yuan: readonly string[]) => yuan.map((each, at) => ({ person: ordinaryPerson(at), yuan: each }))
  const arrived = (await act.createPaidBatch(payeesWith(['100.00', '200.00']))).id
  await server.settle(2)
  const queued = (await act.createPaidBatch(payeesWith(['300.00', '400.00']))).id
  assert.deepEqual(
    [...(await act.lines(arrived)), ...(await act.lines(queued))].map(({ state }) => state),
    ['success', 'success', 'queued', 'queued'],
  )
  return { arrived, queued }
}
