import { invoiceRefusals } from '#/api/taxation/invoice-refusals.texts.ts'
import { invoiceFields as fields } from '#/api/taxation/invoices.texts.ts'
import { fen, formatPpm, formatYuan, type Ppm, parseYuan } from '#/domain/base/money.ts'
import { dayOf, parseMoment } from '#/domain/base/period.ts'
import type { Language, Text } from '#/domain/base/text.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import { readInWorker } from '#/server/lib/spreadsheet/thread.ts'

const xmlPathByField = {
  number: 'TaxSupervisionInfo/InvoiceNumber',
  issuedOn: 'EInvoiceData/BasicInformation/RequestTime',
  price: 'EInvoiceData/BasicInformation/TotalAmWithoutTax',
  tax: 'EInvoiceData/BasicInformation/TotalTaxAm',
  total: 'EInvoiceData/BasicInformation/TotalTax-includedAmount',
  seller: 'EInvoiceData/SellerInformation/SellerIdNum',
  buyer: 'EInvoiceData/BuyerInformation/BuyerIdNum',
  rate: 'EInvoiceData/IssuItemInformation/TaxRate',
} as const

/** The values of an invoice that its XML must match. */
export interface ExpectedInvoice {
  readonly number: string
  readonly issuedOn: string
  readonly price: number
  readonly tax: number
  readonly total: number
  readonly rate: Ppm
  readonly sellerNo: string
  readonly buyerNo: string
}

const normalizeText = (text: string) => text.normalize('NFKC').trim()
/** Reads `0.06` and `6%` as the same rate, in millionths. */
const parseRate = (text: string) => (text.endsWith('%') ? Number(text.slice(0, -1)) * 10_000 : Number(text) * 1_000_000)
const parseDay = (text: string) => {
  const moment = parseMoment(text)
  return moment ? dayOf(moment.at) : text
}
const parseAmount = (text: string) => {
  const amount = parseYuan(
    text
      .replace(/^-/, '')
      .replace(/\.0+$/, '')
      .replace(/(\.\d\d)0+$/, '$1'),
  )
  return amount === null ? null : text.startsWith('-') ? -amount : amount
}
const formattedAmount = (text: string) => {
  const amount = parseAmount(text)
  return amount === null ? text : formatYuan(fen(amount))
}

/** Texts in the XML of an invoice by field. Several values of one field are on separate lines. */
export type InvoiceTexts = Readonly<Partial<Record<keyof typeof xmlPathByField, string>>>

/** Reads the XML of an invoice in a thread. Returns no texts for a document that is not well-formed. */
export async function readInvoice(bytes: Uint8Array): Promise<InvoiceTexts> {
  refuseInTransaction('reading the XML of an invoice')
  const { answer } = await readInWorker({ kind: 'xml', bytes, paths: Object.values(xmlPathByField) })
  return Object.fromEntries(Object.entries(xmlPathByField).map(([key, path]) => [key, answer?.get(path)?.join('\n') ?? '']))
}

/** Refuses an XML that is not an electronic invoice, or is another invoice. A red invoice has negative amounts. */
export function expectXml(texts: InvoiceTexts, expected: ExpectedInvoice, language: Language): void {
  const requireText = (key: keyof typeof xmlPathByField) =>
    normalizeText(texts[key] ?? '') || refuse(invoiceRefusals, 'xmlNoInvoice', { field: xmlPathByField[key] })
  const compareField = (field: Text, actual: string, requested: string) => {
    if (actual !== requested) refuse(invoiceRefusals, 'xmlContradicts', { field: translate(field, language), found: actual, expected: requested })
  }
  const yuanText = (value: number) => formatYuan(fen(value))
  compareField(fields.number, requireText('number'), expected.number)
  compareField(fields.issuedOn, parseDay(requireText('issuedOn')), expected.issuedOn)
  compareField(fields.price, formattedAmount(requireText('price')), yuanText(expected.price))
  compareField(fields.tax, formattedAmount(requireText('tax')), yuanText(expected.tax))
  compareField(fields.amount, formattedAmount(requireText('total')), yuanText(expected.total))
  compareField(fields.centre, requireText('seller'), expected.sellerNo)
  compareField(fields.taxNo, requireText('buyer'), expected.buyerNo)
  const rateText = requireText('rate')
    .split('\n')
    .find((rate) => Math.round(parseRate(normalizeText(rate))) !== expected.rate)
  if (rateText !== undefined) compareField(fields.rate, rateText, `${formatPpm(expected.rate)}%`)
}

/** Refuses a readable PDF of another invoice or amount. Accepts a scan, which has no text. */
export function expectPdf(text: string, { number, total }: Pick<ExpectedInvoice, 'number' | 'total'>, language: Language): void {
  const compactText = text.normalize('NFKC').replaceAll(/\s/g, '')
  const refuseContradiction = (field: Text, actual: string, expected: string) =>
    refuse(invoiceRefusals, 'pdfContradicts', { field: translate(field, language), found: actual, expected })
  if (!compactText.includes(number)) {
    const writtenNumber = /(?<!\d)\d{20}(?!\d)/.exec(text)?.[0]
    if (writtenNumber) refuseContradiction(fields.number, writtenNumber, number)
    return
  }
  // An invoice shows price, tax and total with the ¥ sign. With fewer than three amounts, the text is incomplete.
  const amounts = [...compactText.matchAll(/[¥￥]-?([\d,]*\d\.\d\d)/g)].flatMap(([, amount = '']) => parseYuan(amount.replaceAll(',', '')) ?? [])
  const expectedAmount = fen(Math.abs(total))
  if (amounts.length >= 3 && !amounts.includes(expectedAmount))
    refuseContradiction(fields.amount, amounts.map(formatYuan).slice(0, 5).join(' / '), formatYuan(expectedAmount))
}
