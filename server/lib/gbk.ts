// Encodes GBK for programs that accept no other encoding. The table is built with the platform's decoder from every
// pair of bytes.

let table: Map<string, readonly [number, number]> | undefined

function bytePairs(): Map<string, readonly [number, number]> {
  if (table) return table
  const decoder = new TextDecoder('gbk')
  table = new Map()
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail === 0x7f) continue
      const text = decoder.decode(Uint8Array.of(lead, trail))
      if (text.length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, [lead, trail])
    }
  }
  return table
}

/** Encodes a text in GBK. Characters that GBK lacks become question marks. */
export function encodeGbk(text: string): Uint8Array {
  const bytes = [...text].flatMap((letter) => (letter.charCodeAt(0) < 0x80 ? [letter.charCodeAt(0)] : (bytePairs().get(letter) ?? [0x3f])))
  return Uint8Array.from(bytes)
}
