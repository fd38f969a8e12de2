import { z } from 'zod'
import { fen } from '#/domain/base/money.ts'
import { redCodes } from '#/domain/taxation/invoice.ts'
import type { EinvoiceChannel, IssueResult, RedLetterResult } from '#/server/taxation/einvoices/channel.ts'
import type { OpenEinvoice } from '#/server/taxation/einvoices/channels.ts'

// Protocol: docs/einvoice-http.md. JSON over HTTPS, signed by both sides (server/kernel/external/signed-call.ts).

const Fen = z.int()
const Reason = z.string().trim().min(1).max(120)
const IssuedReply = z.object({
  result: z.literal('issued'),
  requestNo: z.string().max(64),
  number: z.string().max(40),
  issuedOn: z.string().max(20),
  price: Fen,
  tax: Fen,
  total: Fen,
  sellerNo: z.string().max(40),
  buyerNo: z.string().max(40),
})
const RefusedReply = z.object({ result: z.literal('refused'), reason: Reason })
const IssueReply = z.discriminatedUnion('result', [
  IssuedReply,
  RefusedReply,
  z.object({ result: z.literal('pending') }),
  z.object({ result: z.literal('absent') }),
])
const RedReply = z.discriminatedUnion('result', [
  z.object({ result: z.literal('stands'), code: z.enum(redCodes), confirmNo: z.string().max(40), blueNumber: z.string().max(40), total: Fen }),
  RefusedReply,
  z.object({ result: z.literal('absent') }),
])
const fileKinds = ['pdf', 'ofd', 'xml'] as const
const FilesReply = z.object({
  result: z.literal('files'),
  number: z.string(),
  files: z.array(z.object({ kind: z.enum(fileKinds), content: z.base64() })).max(3),
})
const QuotaReply = z.object({ result: z.literal('quota'), left: Fen.min(0) })
const PingAnswer = z.object({ result: z.literal('ok') })

const mediaTypes: Readonly<Record<(typeof fileKinds)[number], string>> = { pdf: 'application/pdf', ofd: 'application/ofd', xml: 'application/xml' }

const toIssueResult = ({ result: kind, ...rest }: z.output<typeof IssueReply>) => ({ kind, ...rest }) as IssueResult
const toRedLetterResult = ({ result: kind, ...rest }: z.output<typeof RedReply>) => ({ kind, ...rest }) as RedLetterResult

/** The reference channel: a direct connection to the tax office's platform, or one through a provider. */
export const openHttp: OpenEinvoice = (_settings, { call }): EinvoiceChannel => ({
  issue: async (order) => toIssueResult(IssueReply.parse(await call('/einvoice/issue', order))),
  query: async ({ requestNo }) => toIssueResult(IssueReply.parse(await call('/einvoice/query', { requestNo }))),
  redApply: async (order) => toRedLetterResult(RedReply.parse(await call('/einvoice/red/apply', order))),
  redQuery: async ({ requestNo, confirmNo }) => toRedLetterResult(RedReply.parse(await call('/einvoice/red/query', { requestNo, confirmNo }))),
  redConfirm: async ({ requestNo, confirmNo, blueNumber }) =>
    toRedLetterResult(RedReply.parse(await call('/einvoice/red/confirm', { requestNo, confirmNo, blueNumber }))),
  async files(_order, number) {
    const filesAnswer = FilesReply.parse(await call('/einvoice/files', { number }))
    if (filesAnswer.number !== number) throw new Error('files of another invoice')
    return filesAnswer.files.map(({ kind, content }) => ({ filename: `${number}.${kind}`, mediaType: mediaTypes[kind], bytes: Buffer.from(content, 'base64') }))
  },
  quota: async () => fen(QuotaReply.parse(await call('/einvoice/quota', {})).left),
  test: async () => void PingAnswer.parse(await call('/einvoice/ping', {})),
})
