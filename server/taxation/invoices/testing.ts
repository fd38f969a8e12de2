import { buffer } from 'node:stream/consumers'
import { fen, plainYuan } from '#/domain/money.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { zipStream } from '#/server/lib/zip.ts'

/** An invoice as the issuing software tells of it. */
export interface Result {
  readonly no: string
  readonly number: string
  readonly day: string
  readonly price: number
  readonly tax: number
  readonly total: number
  readonly rate?: string
  readonly file?: string
}

const headings = ['申请单号', '发票号码', '开票日期', '不含税金额', '税率', '税额', '价税合计', '文件名']
const yuan = (value: number) => plainYuan(fen(value))

/** A file of results (T7). */
export async function resultsFile(rows: readonly Result[]) {
  const bytes = await writeSheet({
    sheets: [
      {
        name: '开票结果',
        columns: headings.map((heading) => ({ heading, width: 20 })),
        rows: rows.map((row) => [row.no, row.number, row.day, yuan(row.price), row.rate ?? '6%', yuan(row.tax), yuan(row.total), row.file ?? '']),
      },
    ],
  })
  return { filename: '开票结果.xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', bytes }
}

/** A ZIP of files by name. */
export async function zipOf(files: Readonly<Record<string, Uint8Array>>) {
  const bytes = await buffer(zipStream(Object.entries(files).map(([name, content]) => ({ name, bytes: content }))))
  return { filename: '发票.zip', mediaType: 'application/zip', bytes }
}

/** The XML of an electronic invoice. */
export function eInvoice(of: {
  number: string
  day: string
  price: number
  tax: number
  total: number
  seller: string
  buyer: string
  rate?: string
}): Uint8Array {
  const { number, day, price, tax, total, seller, buyer, rate = '0.06' } = of
  const signed = (value: number) => (value < 0 ? `-${yuan(-value)}` : yuan(value))
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
<EInvoice><Header><InherentLabel><GeneralOrSpecialVAT><LabelCode>02</LabelCode><LabelName>普通发票</LabelName></GeneralOrSpecialVAT></InherentLabel></Header>
<EInvoiceData><SellerInformation><SellerIdNum>${seller}</SellerIdNum></SellerInformation><BuyerInformation><BuyerIdNum>${buyer}</BuyerIdNum></BuyerInformation>
<BasicInformation><TotalAmWithoutTax>${signed(price)}</TotalAmWithoutTax><TotalTaxAm>${signed(tax)}</TotalTaxAm>
<TotalTax-includedAmount>${signed(total)}</TotalTax-includedAmount><RequestTime>${day} 10:00:00</RequestTime></BasicInformation>
<IssuItemInformation><ItemName>*服务*推广</ItemName><TaxRate>${rate}</TaxRate></IssuItemInformation></EInvoiceData>
<TaxSupervisionInfo><InvoiceNumber>${number}</InvoiceNumber><IssueTime>${day}</IssueTime></TaxSupervisionInfo></EInvoice>`)
}
