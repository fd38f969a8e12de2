import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { type Fen, plainYuan } from '#/domain/base/money.ts'
import type { ReconSource } from '#/domain/money/reconciliation.ts'
import { atCentre } from '#/server/money/payments/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

export type ReconItem = z.output<Modules['reconciliation']['item']['output']>

export interface PaidOrder {
  readonly requestNo: string
  readonly serial: string
  readonly amount: Fen
}

export const csvUpload = (lines: readonly (readonly string[])[], name = `${randomUUID()}.csv`) => ({
  filename: name,
  mediaType: 'text/csv',
  bytes: Buffer.from(lines.map((line) => line.join(',')).join('\r\n')),
})

const channelHeading = ['我方请求号', '通道流水号', '金额', '状态', '完成时间']
const bankHeading = ['交易时间', '银行流水号', '收支方向', '金额', '余额', '对方户名', '附言']

export const channelFile = (day: string, paid: readonly PaidOrder[], states: readonly string[] = []) =>
  csvUpload([channelHeading, ...paid.map((each, at) => [each.requestNo, each.serial, plainYuan(each.amount), states[at] ?? '成功', `${day} 10:00:00`])])

export interface BankMovement {
  readonly amount: number
  readonly serial: string
  readonly payee?: string
  readonly memo?: string
}

/** Builds a bank statement with consistent balances. */
export function bankFile(day: string, opening: number, movements: readonly BankMovement[]) {
  let balance = opening
  const rows = movements.map(({ amount, serial, payee = '', memo = '' }) => {
    balance += amount
    return [`${day} 11:00:00`, serial, amount < 0 ? '支出' : '收入', plainYuan(Math.abs(amount) as Fen), plainYuan(balance as Fen), payee, memo]
  })
  return csvUpload([bankHeading, ...rows])
}

/** Returns helpers for reconciliation at centre 2: finance proposes, the director approves. */
export function reconciliationScenario(server: TestServer) {
  const importFile = async () => {
    const { rows } = await sql<{ id: number }>`select id from recon_file where state = 'reading' order by id`.execute(server.running.kernel.database.kysely)
    for (const { id } of rows) await server.job('reconciliation.read', { reconFileId: id })
  }
  const days = async () => (await server.must('finance', 'reconciliation.days', {}, atCentre)).rows
  const item = (id: number): Promise<ReconItem> => server.must('finance', 'reconciliation.item', { itemId: id }, atCentre)
  return {
    readFiles: importFile,
    days,
    item,
    day: async (day: string) => {
      const row = (await days()).find((each) => each.day === day)
      if (!row) throw new Error(`no such day: ${day}`)
      return server.must('finance', 'reconciliation.day', { dayId: row.id }, atCentre)
    },
    items: async (dayId: number) => (await server.must('finance', 'reconciliation.items', { dayId, size: 200 }, atCentre)).rows,
    send: (channelId: number, source: ReconSource, file: ReturnType<typeof csvUpload>, who = 'finance') =>
      server.call(who, 'reconciliation.upload', { channelId, source, file }, atCentre),
    importStatement: async (channelId: number, source: ReconSource, file: ReturnType<typeof csvUpload>) => {
      const answer = await server.must('finance', 'reconciliation.upload', { channelId, source, file }, atCentre)
      await importFile()
      return answer
    },
    /** Returns the payments of a day (China time) in our books, ordered by order number. */
    paymentsOn: async (channelId: number, day: string): Promise<PaidOrder[]> => {
      const { rows } = await sql<PaidOrder>`select request_no as "requestNo", coalesce(channel_ref, '') as serial, amount_fen as amount from payout_attempt
        where channel_id = ${channelId} and state in ('success', 'returned') and (finished_at at time zone 'Asia/Shanghai')::date = ${day}::date order by id`.execute(
        server.running.kernel.database.kysely,
      )
      return rows
    },
    target: (of: { id: number; version: number }) => ({ itemId: of.id, version: of.version }),
  }
}
