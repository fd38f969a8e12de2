/** Creates a valid one-page PDF; different text gives a different file. */
export function pdfPage(text: string, words: readonly string[] = []): Uint8Array<ArrayBuffer> {
  const content = words.map((word, at) => `BT /F1 12 Tf 60 ${760 - 20 * at} Td (${word}) Tj ET`).join(' ') || 'BT ET'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Subject <${Buffer.from(text).toString('hex')}> >>`,
  ]
  let body = '%PDF-1.7\n'
  const xrefEntries = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${xrefEntries.join('')}`
  return Uint8Array.from(Buffer.from(`${body}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${body.length}\n%%EOF\n`))
}
