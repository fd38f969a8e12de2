import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import type { Fen } from '#/domain/base/money.ts'
import { addChannel } from '#/server/access/changes/testing.ts'
import { sheetMediaType, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

const { ordinary } = demoPeople()
/** Returns a demo payee of unit 1. */
export const demoPayee = (index: number): DemoPerson => ordinary[index % ordinary.length] as DemoPerson

export const headings = ['明细号', '银行流水号', '支付时间', '结果', '失败原因', '回单文件名']
export type SheetCells = readonly [no: string, serial: string, paidAt: string, result: string, reason: string, slip: string]

export const pdf = (name = '回单.pdf', text = randomUUID()) => ({ filename: name, mediaType: 'application/pdf', bytes: pdfPage(text) })

export const sheet = async (rows: readonly SheetCells[]) => ({
  filename: '线下支付回填.xlsx',
  mediaType: sheetMediaType,
  bytes: await writeSheet({ sheets: [{ name: '线下支付回填', columns: headings.map((heading) => ({ heading })), rows }] }),
})

/** Sets up unit 1 to pay through a manual channel of centre 2. */
export async function offlineScenario(server: TestServer) {
  const act = paymentScenario(server)
  const more = await addChannel(server, { centreId: 2, name: '线下付款', kind: 'offline' })
  const channelId = more.channels.find((channel) => channel.kind === 'offline')?.id ?? assert.fail('no channel to pay by hand')
  let serialCount = 0
  type Line = Awaited<ReturnType<typeof act.lines>>[number]
  const setUnitChannels = (ids: readonly number[]) =>
    sql`update unit_setting_version version set channel_ids = ${[...ids]}::bigint[] from unit_setting setting
      where setting.id = version.setting_id and setting.unit_id = 1 and setting.centre_id = 2 and setting.mode = 2`.execute(
      server.running.kernel.database.kysely,
    )
  const nextSerial = () => `YH${String(++serialCount).padStart(8, '0')}`
  const clockText = (minutes = 0) =>
    new Date(server.running.kernel.clock.now().getTime() + 8 * 3_600_000 + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')
  const payManually = async (owed: Parameters<typeof act.createPaidBatch>[0]) => {
    await setUnitChannels([channelId])
    const batch = await act.createPaidBatch(owed)
    await setUnitChannels([])
    return batch
  }
  return {
    /** Returns the next bank slip number. */
    nextSerial: nextSerial,
    clock: clockText,
    /** Pays a batch through the manual channel. The lines are not released yet. */
    payManually: payManually,
    addSlip: async (batchId: number, who = 'finance', name?: string) =>
      (await server.must(who, 'payouts.addSlip', { batchId, file: pdf(name) }, atCentre)).fileId,
    /** Creates a batch of `count` lines that wait for slips, one minute after their release. */
    createWaitingBatch: async (count: number, from = 0) => {
      const batch = await payManually(Array.from({ length: count }, (_, index) => ({ person: demoPayee(from + index), yuan: `${100 + index}.00` })))
      await server.settle(1)
      server.advance(60_000)
      return { batch, lines: await act.lines(batch.id) }
    },
    slipEntry: (line: Line, more: { serial?: string; result?: 'success' | 'failed' | 'returned'; reason?: string; paidAt?: string } = {}) => ({
      lineId: line.id,
      serial: more.serial ?? nextSerial(),
      paidAt: more.paidAt ?? clockText(),
      result: more.result ?? ('success' as const),
      reason: more.reason ?? '',
      slip: pdf(),
      amount: line.net as Fen,
    }),
    totalsOf: (lines: readonly Line[]) => ({ count: lines.length, amount: lines.reduce((sum, line) => sum + line.net, 0) as Fen }),
    /** Confirms every reported failure and return as a second person, in one call. Returns their number. */
    confirm: async (who = 'centre') => {
      const { rows } = await server.must(who, 'payouts.reports', { size: 200 }, atCentre)
      if (rows.length > 0) await server.must(who, 'payouts.decideReports', { reportIds: rows.map(({ id }) => id), approve: true }, atCentre)
      return rows.length
    },
    states: async (batchId: number) => (await act.lines(batchId)).map((line) => line.state),
  }
}
