// A font of plain boxes for pictures of the gallery. The fonts, hinting and smoothing of a machine would change the
// width and edges of every text, and with them a picture.

const unitsPerEm = 1000
const [ascent, descent] = [950, 250]

interface Glyph {
  readonly advance: number
  /** Corners of the box: left, bottom, right, top; null for a space. */
  readonly box: readonly [number, number, number, number] | null
}

/** Returns glyph 0 (unknown), a space, a digit, a letter, and a character of full width. Bold boxes are taller. */
const glyphsOf = (rise: number): readonly Glyph[] => [
  { advance: 550, box: [0, 0, 550, 500] },
  { advance: 300, box: null },
  { advance: 550, box: [0, 0, 550, 650 + rise] },
  { advance: 550, box: [0, 0, 550, 500 + rise] },
  { advance: 1000, box: [0, -50, 1000, 750 + rise] },
]

/** Ranges of characters that share a glyph: first, last, glyph. */
const ranges = [
  [0x20, 0x20, 1],
  [0x21, 0x2f, 3],
  [0x30, 0x39, 2],
  [0x3a, 0x9f, 3],
  [0xa0, 0xa0, 1],
  [0xa1, 0x2e7f, 3],
  [0x2e80, 0x10ffff, 4],
] as const

const u16 = (...values: number[]) => Buffer.from(new Uint8Array(values.flatMap((value) => [(value >> 8) & 255, value & 255])))
const u32 = (...values: number[]) => Buffer.concat(values.map((value) => u16(value >>> 16, value & 65_535)))
const zeros = (count: number) => Buffer.alloc(count)

/** A rectangle of four points on the curve, with absolute 16-bit coordinates. */
function outlineOf({ box }: Glyph): Buffer {
  if (!box) return zeros(0)
  const [left, bottom, right, top] = box
  const points = [u16(left, 0, right - left, 0), u16(bottom, top - bottom, 0, bottom - top)]
  const outline = Buffer.concat([u16(1, left, bottom, right, top, 3, 0), Buffer.from([1, 1, 1, 1]), ...points])
  return Buffer.concat([outline, zeros(outline.length % 4 === 0 ? 0 : 4 - (outline.length % 4))])
}

/** The character table in format 13, in which all characters of a range share one glyph. */
function characterTable(): Buffer {
  const groups = ranges.map((range) => u32(...range))
  return Buffer.concat([u16(0, 1, 3, 10), u32(12), u16(13, 0), u32(16 + groups.length * 12, 0, groups.length), ...groups])
}

/** The metrics of the whole font, for Windows and for all other systems. */
function metricsTable(weight: number): Buffer {
  const strikeAndScripts = u16(500, weight, 5, 0, 600, 600, 0, 75, 600, 600, 0, 350, 50, 300, 0)
  const vendor = Buffer.concat([zeros(10), u32(0, 0, 0, 0), Buffer.from('BOX ')])
  return Buffer.concat([u16(4), strikeAndScripts, vendor, u16(64, 0x20, 0xffff, ascent, -descent, 0, ascent, descent), u32(0, 0), u16(500, 700, 0, 0x20, 0)])
}

function nameTable(): Buffer {
  const text = Buffer.from('Boxes', 'utf16le').swap16()
  const records = [1, 2, 4, 6].map((id) => u16(3, 1, 0x409, id, text.length, 0))
  return Buffer.concat([u16(0, records.length, 6 + records.length * 12), ...records, text])
}

function sumOf(table: Buffer): number {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}

/** Returns a TrueType font in which every character is a box. */
export function boxFont(isBold: boolean): Buffer {
  const glyphs = glyphsOf(isBold ? 120 : 0)
  const outlines = glyphs.map(outlineOf)
  const starts = outlines.map((_, at) => outlines.slice(0, at).reduce((sum, { length }) => sum + length, 0))
  const end = outlines.reduce((sum, { length }) => sum + length, 0)
  const tables: Readonly<Record<string, Buffer>> = {
    'OS/2': metricsTable(isBold ? 700 : 400),
    cmap: characterTable(),
    glyf: Buffer.concat(outlines),
    head: Buffer.concat([u32(0x10000, 0x10000, 0, 0x5f0f3cf5), u16(3, unitsPerEm), zeros(16), u16(0, -50, 1000, 950, 0, 8, 2, 1, 0)]),
    hhea: Buffer.concat([u32(0x10000), u16(ascent, -descent, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length)]),
    hmtx: Buffer.concat(glyphs.map(({ advance, box }) => u16(advance, box?.[0] ?? 0))),
    loca: u32(...starts, end),
    maxp: Buffer.concat([u32(0x10000), u16(glyphs.length, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
    name: nameTable(),
    post: Buffer.concat([u32(0x30000, 0), u16(-100, 50), u32(0, 0, 0, 0, 0)]),
  }
  const padded = Object.entries(tables).map(([tag, table]) => ({ tag, table, bytes: Buffer.concat([table, zeros((4 - (table.length % 4)) % 4)]) }))
  const head = 12 + padded.length * 16
  const places = padded.map((_, at) => head + padded.slice(0, at).reduce((sum, { bytes }) => sum + bytes.length, 0))
  const directory = padded.map(({ tag, table, bytes }, at) => Buffer.concat([Buffer.from(tag), u32(sumOf(bytes), places[at] ?? 0, table.length)]))
  return Buffer.concat([u32(0x10000), u16(padded.length, 128, 3, padded.length * 16 - 128), ...directory, ...padded.map(({ bytes }) => bytes)])
}
