import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import type { ExceptionKind, Resolution } from '#/domain/payout-exception.ts'
import { pdfPage } from '#/server/files/testing.ts'
import { atCentre } from '#/server/payments/testing.ts'
import type { ChannelAnswer, PayoutChannel, PayoutRequest, ReturnNotice } from '#/server/payouts/channel.ts'
import type { TestServer } from '#/server/testing.ts'

type Exception = z.output<Modules['payouts']['exception']['output']>

/** What a bank under test says; where nothing is given it is silent. */
export interface Script {
  readonly send?: (request: PayoutRequest) => readonly ChannelAnswer[]
  readonly query?: (requestNo: string) => readonly ChannelAnswer[]
  readonly notices?: readonly ReturnNotice[]
}

/** A bank that says what it is told to say, and remembers which notices were acknowledged. */
export function scripted({ send, query, notices = [] }: Script): PayoutChannel & { readonly acknowledged: string[] } {
  const acknowledged: string[] = []
  return {
    acknowledged,
    send: async (requests) => requests.flatMap((request) => send?.(request) ?? []),
    query: async (numbers) => numbers.flatMap((requestNo) => query?.(requestNo) ?? []),
    notices: async () => notices,
    acknowledge: async (ids) => void acknowledged.push(...ids),
  }
}

/** How exceptions are worked on at centre 2: finance proposes, the director confirms. */
export function exceptionsOf(server: TestServer) {
  const paper = (name = '银行证明.pdf') => ({ filename: name, mediaType: 'application/pdf', bytes: pdfPage(name) })
  const get = (id: number): Promise<Exception> => server.must('finance', 'payouts.exception', { id }, atCentre)
  const open = async () => (await server.must('finance', 'payouts.exceptions', { states: ['open', 'proposed'], size: 200 }, atCentre)).rows
  const proposal = (exception: { id: number; version: number }, resolution: Resolution) => ({
    id: exception.id,
    version: exception.version,
    resolution,
    reason: '已与银行核对流水',
    file: paper(),
  })
  const propose = (exception: { id: number; version: number }, resolution: Resolution) =>
    server.must('finance', 'payouts.proposeException', proposal(exception, resolution), atCentre)
  const settle = async (exception: { id: number; version: number }, resolution: Resolution): Promise<Exception> => {
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
    /** The only exception that is open, which must be of this kind. */
    only: async (kind: ExceptionKind): Promise<Exception> => {
      const rows = await open()
      const [row] = rows
      if (rows.length !== 1 || row?.kind !== kind) throw new Error(`wanted ${kind}, found ${rows.map((each) => each.kind).join(', ') || 'nothing'}`)
      return get(row.id)
    },
  }
}
