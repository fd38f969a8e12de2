import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ppm } from '#/domain/base/money.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { expectPdf, expectXml, readInvoice } from '#/server/taxation/invoices/einvoice.ts'
import { eInvoice } from '#/server/taxation/invoices/testing.ts'

const number = '26352000000000000001'
const amounts = { price: 94_340, tax: 5_660, total: 100_000 }
const partyNumbers = { seller: '91330100MA0000015K', buyer: '91330106MA0000015K' }
const expected = { number, issuedOn: '2026-11-25', ...amounts, rate: ppm(60_000), sellerNo: partyNumbers.seller, buyerNo: partyNumbers.buyer }

async function refusalOf(act: () => unknown): Promise<string> {
  try {
    await act()
    return ''
  } catch (error) {
    if (error instanceof Refusal) return `${error.error} ${String(error.values.found ?? '')}`
    throw error
  }
}

test('an XML of several lines matches when every line has the invoice’s rate', async () => {
  const xml = new TextDecoder().decode(eInvoice({ number, day: '2026-11-25', ...amounts, ...partyNumbers }))
  const withSecondRate = (rate: string) =>
    xml.replace('</IssuItemInformation>', `</IssuItemInformation><IssuItemInformation><TaxRate>${rate}</TaxRate></IssuItemInformation>`)
  const xmlRefusal = (text: string) => refusalOf(async () => expectXml(await readInvoice(new TextEncoder().encode(text)), expected, 'zh'))
  assert.equal(await xmlRefusal(xml), '')
  assert.equal(await xmlRefusal(withSecondRate('6%')), '')
  assert.equal(await xmlRefusal(withSecondRate('13%')), 'xmlContradicts 13%')
  assert.match(await xmlRefusal(xml.replace('<TotalTaxAm>', '<TotalTaxAm>56.60</TotalTaxAm><TotalTaxAm>')), /^xmlContradicts/)
})

test('a readable PDF is refused if its number or total differs', async () => {
  const pdfRefusal = (text: string) => refusalOf(() => expectPdf(text, expected, 'zh'))
  const textWith = (text: string) => `发票号码：${number}\n${text}`
  assert.equal(await pdfRefusal(''), '')
  assert.equal(await pdfRefusal('扫描件 2026'), '')
  assert.equal(await pdfRefusal('发票号码：26352000000000000009'), 'pdfContradicts 26352000000000000009')
  // The number has one character per line, or the day follows it directly.
  assert.equal(await pdfRefusal(`${[...number].join('\n')}2026年11月25日`), '')
  assert.equal(await pdfRefusal(textWith('¥943.40 ¥56.60 （小写）¥1,000.00')), '')
  assert.equal(await pdfRefusal(textWith('￥943.40￥56.60￥1000.01')), 'pdfContradicts ¥943.40 / ¥56.60 / ¥1,000.01')
  assert.equal(await pdfRefusal(textWith('¥943.40')), '', 'not everything was read')
  // A red invoice names the blue one next to its own number and has negative amounts.
  const red = () => expectPdf(textWith('蓝字 26352000000000000009 ¥-943.40 ¥-56.60 ¥-1000.00'), { number, total: -100_000 }, 'zh')
  assert.equal(await refusalOf(red), '')
})
