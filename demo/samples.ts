import { renderDocument } from '#/server/lib/pdf/pdf.ts'

/** Returns a document that cannot be mistaken for an invoice. */
export async function renderSampleInvoice(number: string, amount: string, at: Date) {
  const blocks = [
    {
      kind: 'fields' as const,
      rows: [
        ['发票号码', number],
        ['价税合计', amount],
      ] as const,
    },
    { kind: 'paragraph' as const, bold: true, text: '演示样张，非真实发票，不得作为凭证使用。' },
  ]
  const bytes = await renderDocument({ title: '电子发票（普通发票）', createdAt: at, author: '云创客平台', watermark: '样张', blocks, footer: '演示数据' })
  return { filename: `${number}.pdf`, mediaType: 'application/pdf', bytes }
}
