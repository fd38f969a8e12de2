import { stringValue } from '#/tools/service-simulator/signing.ts'

// The tax office from an issuer's view: 20-digit numbers, a monthly quota without tax, and red letters up to the amount
// of the invoice. A red letter for a used invoice needs a confirmation sheet with a deadline of 72 hours. Everything is
// stored in memory.

type Fields = Readonly<Record<string, unknown>>
export type OfficeResponse = Readonly<Record<string, unknown>>

interface IssuedInvoice {
  readonly requestNo: string
  readonly number: string
  readonly issuedOn: string
  readonly price: number
  readonly tax: number
  readonly total: number
  readonly sellerNo: string
  readonly buyerNo: string
  readonly rate: number
  readonly goods: string
  /** Whether the buyer has booked the invoice or confirmed its use. */
  isUsed: boolean
}

interface ConfirmationSheet {
  readonly requestNo: string
  readonly confirmNo: string
  readonly blueNumber: string
  readonly total: number
  readonly enteredAt: number
  code: '01' | '02' | '03' | '04' | '05' | '07' | '08'
  isIssued: boolean
}

const hourMs = 3_600_000
const waitMs = 72 * hourMs
const refusalOf = (reason: string): OfficeResponse => ({ result: 'refused', reason })
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const integerOf = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : 0)

/** A tax office with this monthly quota, in fen without tax. */
export class TaxOffice {
  #left: number
  #month: string
  #ahead = 0
  #serial = 0
  readonly #quota: number
  readonly #papers = new Map<string, IssuedInvoice>()
  readonly #sheets = new Map<string, ConfirmationSheet>()
  readonly #clock: () => number

  constructor(quota: number, clock: () => number = Date.now) {
    this.#clock = clock
    this.#quota = quota
    this.#left = quota
    this.#month = this.#today().slice(0, 7)
  }

  #now(): number {
    return this.#clock() + this.#ahead
  }

  #today(): string {
    return new Date(this.#now() + 8 * hourMs).toISOString().slice(0, 10)
  }

  /** Resets the quota in a new month. */
  #renew(): void {
    const month = this.#today().slice(0, 7)
    if (month === this.#month) return
    this.#month = month
    this.#left = this.#quota
  }

  advance(hours: number): void {
    this.#ahead += hours * hourMs
  }

  setQuota(quota: number): void {
    this.#left = quota
  }

  /** Marks an invoice as used by the buyer, so that a red letter needs both sides. */
  use(number: string): void {
    const issuedInvoice = this.#byNumber(number)
    if (issuedInvoice) issuedInvoice.isUsed = true
  }

  /** Records the buyer's decision on the seller's sheet. */
  decide(confirmNo: string, isAgreed: boolean): void {
    const sheet = this.#sheet({ confirmNo })
    if (sheet?.code === '02') sheet.code = isAgreed ? '04' : '05'
  }

  /** Creates a sheet in the buyer's name, which awaits the seller. */
  open(number: string, total: number): string {
    return this.#enter(`BUYER-${++this.#serial}`, number, total, '03').confirmNo
  }

  issue(order: Fields): OfficeResponse {
    this.#renew()
    const knownInvoice = this.#papers.get(stringValue(order.requestNo))
    if (knownInvoice) return knownInvoice.total === order.total ? this.#issued(knownInvoice) : refusalOf('请求号已用于其他发票')
    const [price, tax, total, rate] = [integerOf(order.price), integerOf(order.tax), integerOf(order.total), integerOf(order.rate)]
    if (price + tax !== total || total === 0) return refusalOf('价税合计不符')
    if (Math.abs(Math.round((price * rate) / 1_000_000) - tax) > 1) return refusalOf('税额与税率不符')
    const red = order.red === null ? null : fieldsOf(order.red)
    const refusalReason = red ? this.#cannotRed(red, total) : this.#cannotBlue(order, price)
    if (refusalReason !== '') return refusalOf(refusalReason)
    this.#left -= this.#moves(red, price)
    const seller = fieldsOf(order.seller)
    const buyer = fieldsOf(order.buyer)
    const issuedInvoice: IssuedInvoice = {
      requestNo: stringValue(order.requestNo),
      number: this.#number(),
      issuedOn: this.#today(),
      ...{ price, tax, total, rate },
      sellerNo: stringValue(seller.taxNo),
      buyerNo: stringValue(buyer.taxNo),
      goods: stringValue(order.goods),
      isUsed: false,
    }
    this.#papers.set(issuedInvoice.requestNo, issuedInvoice)
    return this.#issued(issuedInvoice)
  }

  query({ requestNo }: Fields): OfficeResponse {
    const issuedInvoice = this.#papers.get(stringValue(requestNo))
    return issuedInvoice ? this.#issued(issuedInvoice) : { result: 'absent' }
  }

  redApply(order: Fields): OfficeResponse {
    const sheet = this.#sheet({ requestNo: stringValue(order.requestNo) })
    if (sheet) return this.#stands(sheet)
    const blueInvoice = this.#byNumber(stringValue(order.blueNumber))
    if (!blueInvoice || blueInvoice.total <= 0 || blueInvoice.sellerNo !== order.sellerNo) return refusalOf('蓝字发票不存在')
    const total = integerOf(order.total)
    if (total <= 0 || this.#taken(blueInvoice.number) + total > blueInvoice.total) return refusalOf('红冲金额超过蓝字发票可红冲余额')
    return this.#stands(this.#enter(stringValue(order.requestNo), blueInvoice.number, total, blueInvoice.isUsed ? '02' : '01'))
  }

  redQuery({ requestNo, confirmNo }: Fields): OfficeResponse {
    const sheet = this.#sheet({ requestNo: stringValue(requestNo) }) ?? this.#sheet({ confirmNo: stringValue(confirmNo) })
    return sheet ? this.#stands(sheet) : { result: 'absent' }
  }

  redConfirm({ confirmNo }: Fields): OfficeResponse {
    const sheet = this.#sheet({ confirmNo: stringValue(confirmNo) })
    if (!sheet) return { result: 'absent' }
    this.#expire(sheet)
    if (sheet.code === '03') sheet.code = '04'
    return sheet.code === '04' ? this.#stands(sheet) : refusalOf('确认单当前状态不能确认')
  }

  quota(): OfficeResponse {
    this.#renew()
    return { result: 'quota', left: this.#left }
  }

  files({ number }: Fields): OfficeResponse {
    const issuedInvoice = this.#byNumber(stringValue(number))
    if (!issuedInvoice) return { result: 'files', number: stringValue(number), files: [] }
    const base64Of = (value: string) => Buffer.from(value).toString('base64')
    return {
      result: 'files',
      number: issuedInvoice.number,
      files: [
        { kind: 'pdf', content: base64Of(pdfOf(issuedInvoice.number)) },
        { kind: 'xml', content: base64Of(xmlOf(issuedInvoice)) },
      ],
    }
  }

  #issued({ isUsed: _, goods: __, rate: ___, ...paper }: IssuedInvoice): OfficeResponse {
    return { result: 'issued', ...paper }
  }

  #cannotBlue(order: Fields, price: number): string {
    const buyer = fieldsOf(order.buyer)
    if (price <= 0) return '金额须大于零'
    if (stringValue(buyer.taxNo) === '' || stringValue(order.taxCode).length !== 19) return '购方税号或税收分类编码缺失'
    const isComplete = ['address', 'telephone', 'bank', 'accountNo'].every((key) => stringValue(buyer[key]) !== '')
    if (order.kind === 'special' && !isComplete) return '专用发票购方信息不全'
    return price > this.#left ? '本月发票总额度不足' : ''
  }

  #cannotRed(red: Fields, total: number): string {
    const sheet = this.#sheet({ confirmNo: stringValue(red.confirmNo) })
    if (!sheet || sheet.blueNumber !== red.blueNumber || sheet.total !== -total) return '红字确认单与红字发票不符'
    this.#expire(sheet)
    if (sheet.isIssued || (sheet.code !== '01' && sheet.code !== '04')) return '红字确认单当前状态不能开具'
    sheet.isIssued = true
    return ''
  }

  /** Returns the change of the used quota. A red invoice lowers it only in the month of the original invoice. */
  #moves(red: Fields | null, price: number): number {
    if (!red) return price
    return this.#byNumber(stringValue(red.blueNumber))?.issuedOn.slice(0, 7) === this.#today().slice(0, 7) ? price : 0
  }

  /** Returns an invoice number: year, region and channel, followed by a serial number of fifteen digits. */
  #number(): string {
    return `${this.#today().slice(2, 4)}359${String(++this.#serial).padStart(15, '0')}`
  }

  #byNumber(number: string): IssuedInvoice | undefined {
    return [...this.#papers.values()].find((paper) => paper.number === number)
  }

  #sheet(by: { requestNo: string } | { confirmNo: string }): ConfirmationSheet | undefined {
    const sheets = [...this.#sheets.values()]
    const sheet = 'requestNo' in by ? sheets.find((sheet) => sheet.requestNo === by.requestNo) : sheets.find((sheet) => sheet.confirmNo === by.confirmNo)
    if (sheet) this.#expire(sheet)
    return sheet
  }

  #expire(sheet: ConfirmationSheet): void {
    if ((sheet.code === '02' || sheet.code === '03') && this.#now() - sheet.enteredAt >= waitMs) sheet.code = '07'
  }

  #taken(blueNumber: string): number {
    const currentSheets = [...this.#sheets.values()].filter((sheet) => sheet.blueNumber === blueNumber)
    for (const sheet of currentSheets) this.#expire(sheet)
    return currentSheets.filter((sheet) => ['01', '02', '03', '04'].includes(sheet.code)).reduce((sum, sheet) => sum + sheet.total, 0)
  }

  #enter(requestNo: string, blueNumber: string, total: number, code: ConfirmationSheet['code']): ConfirmationSheet {
    const confirmNo = `${this.#today().replaceAll('-', '')}${String(++this.#serial).padStart(12, '0')}`
    const sheet: ConfirmationSheet = { requestNo, confirmNo, blueNumber, total, enteredAt: this.#now(), code, isIssued: false }
    this.#sheets.set(confirmNo, sheet)
    return sheet
  }

  #stands(sheet: ConfirmationSheet): OfficeResponse {
    this.#expire(sheet)
    return { result: 'stands', code: sheet.code, confirmNo: sheet.confirmNo, blueNumber: sheet.blueNumber, total: sheet.total }
  }
}

const yuanText = (value: number) => `${value < 0 ? '-' : ''}${Math.floor(Math.abs(value) / 100)}.${String(Math.abs(value) % 100).padStart(2, '0')}`

function xmlOf(paper: IssuedInvoice): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<EInvoice><EInvoiceData><SellerInformation><SellerIdNum>${paper.sellerNo}</SellerIdNum></SellerInformation><BuyerInformation><BuyerIdNum>${paper.buyerNo}</BuyerIdNum></BuyerInformation>
<BasicInformation><TotalAmWithoutTax>${yuanText(paper.price)}</TotalAmWithoutTax><TotalTaxAm>${yuanText(paper.tax)}</TotalTaxAm><TotalTax-includedAmount>${yuanText(paper.total)}</TotalTax-includedAmount>
<RequestTime>${paper.issuedOn} 10:00:00</RequestTime></BasicInformation><IssuItemInformation><ItemName>${paper.goods}</ItemName><TaxRate>${paper.rate / 1_000_000}</TaxRate></IssuItemInformation></EInvoiceData>
<TaxSupervisionInfo><InvoiceNumber>${paper.number}</InvoiceNumber><IssueTime>${paper.issuedOn}</IssueTime></TaxSupervisionInfo></EInvoice>`
}

/** Returns a PDF page that shows the number. */
function pdfOf(number: string): string {
  const content = `BT /F1 18 Tf 60 760 Td (${number}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const xrefRows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${xrefRows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
}
