import { createHash } from 'node:crypto'
import { type Fen, fen, formatPpm, formatYuan, plainYuan } from '#/domain/base/money.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import type { EinvoiceChannel, IssueOrder, IssueResult, RedLetterOrder, RedLetterResult } from '#/server/taxation/einvoices/channel.ts'
import type { OpenEinvoice } from '#/server/taxation/einvoices/channels.ts'

// Derives the number from the request. The sandbox issues and stores nothing. The prefix 00 is never used by the tax
// office. For a red letter ending in 2 fen the buyer must confirm, and does so at the next query. Every other red
// letter is ready at once.

const invoiceNumberOf = (requestNo: string) =>
  `00${String(BigInt(`0x${createHash('sha256').update(requestNo).digest('hex').slice(0, 20)}`))
    .padStart(18, '0')
    .slice(-18)}`
const confirmNoOf = (requestNo: string) => `SX${createHash('sha256').update(requestNo).digest('hex').slice(0, 14).toUpperCase()}`
const needsBuyer = (order: RedLetterOrder) => order.total % 10 === 2

const entityByCharacter: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeXml = (text: string) => text.replace(/[&<>]/g, (letter) => entityByCharacter[letter] ?? letter)
const signedYuan = (amount: Fen) => (amount < 0 ? `-${plainYuan(fen(-amount))}` : plainYuan(amount))

function xmlOf(order: IssueOrder, number: string, day: string): Uint8Array {
  const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`
  const party = (name: string, { taxNo, name: words }: { taxNo: string; name: string }) => `${element(`${name}IdNum`, taxNo)}${element(`${name}Name`, words)}`
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?><EInvoice><EInvoiceData><SellerInformation>${party('Seller', order.seller)}</SellerInformation><BuyerInformation>${party('Buyer', order.buyer)}</BuyerInformation><BasicInformation>${element('TotalAmWithoutTax', signedYuan(order.price))}${element('TotalTaxAm', signedYuan(order.tax))}${element('TotalTax-includedAmount', signedYuan(order.total))}${element('RequestTime', day)}</BasicInformation><IssuItemInformation>${element('ItemName', order.goods)}${element('TaxRate', `${formatPpm(order.rate)}%`)}</IssuItemInformation></EInvoiceData><TaxSupervisionInfo>${element('InvoiceNumber', number)}${element('IssueTime', day)}</TaxSupervisionInfo></EInvoice>`,
  )
}

function pdfOf(order: IssueOrder, number: string, day: string): Promise<Buffer> {
  return renderDocument({
    title: `电子发票（${order.kind === 'special' ? '增值税专用发票' : '普通发票'}）`,
    subtitle: order.red ? `红字 ${number}` : number,
    createdAt: new Date(`${day}T00:00:00Z`),
    watermark: '演示样张 不得入账',
    blocks: [
      {
        kind: 'fields',
        columns: 2,
        rows: [
          ['购买方', order.buyer.name],
          ['购方税号', order.buyer.taxNo],
          ['销售方', order.seller.name],
          ['销方税号', order.seller.taxNo],
          ['项目名称', order.goods],
          ['开票日期', day],
          ['金额', formatYuan(order.price)],
          ['税率', `${formatPpm(order.rate)}%`],
          ['税额', formatYuan(order.tax)],
          ['价税合计', formatYuan(order.total)],
          ...(order.red ? ([['对应蓝字发票', order.red.blueNumber]] as const) : []),
        ],
      },
      { kind: 'paragraph', text: order.remark || ' ', small: true },
    ],
  })
}

export const openSandbox: OpenEinvoice = ({ quota = '0' }, { day }): EinvoiceChannel => {
  const issue = async (order: IssueOrder): Promise<IssueResult> => ({
    kind: 'issued',
    requestNo: order.requestNo,
    number: invoiceNumberOf(order.requestNo),
    issuedOn: day,
    price: order.price,
    tax: order.tax,
    total: order.total,
    sellerNo: order.seller.taxNo,
    buyerNo: order.buyer.taxNo,
  })
  const redAnswer = (order: RedLetterOrder, code: '01' | '02' | '04'): RedLetterResult => ({
    kind: 'stands',
    code,
    confirmNo: order.confirmNo || confirmNoOf(order.requestNo),
    blueNumber: order.blueNumber,
    total: order.total,
  })
  return {
    issue,
    query: issue,
    redApply: async (order) => redAnswer(order, needsBuyer(order) ? '02' : '01'),
    redQuery: async (order) => redAnswer(order, needsBuyer(order) ? '04' : '01'),
    redConfirm: async (order) => redAnswer(order, '04'),
    files: async (order, number) => [
      { filename: `${number}.pdf`, mediaType: 'application/pdf', bytes: await pdfOf(order, number, day) },
      { filename: `${number}.xml`, mediaType: 'application/xml', bytes: xmlOf(order, number, day) },
    ],
    quota: async () => fen(Number(quota) * 100),
    test: async () => undefined,
  }
}
