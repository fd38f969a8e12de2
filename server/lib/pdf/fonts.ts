import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import type { FontFaces } from '#/server/lib/pdf/blocks.ts'

/** Package and file name of each font family: the main family first, then those for characters that it lacks. */
const families = [
  ['noto-sans-sc', 'NotoSansSC'],
  // For Latin Extended and Vietnamese: Łukasz.
  ['noto-sans', 'NotoSans'],
  // For Hangul: 김.
  ['noto-sans-kr', 'NotoSansKR'],
  // For name characters beyond the basic plane: 𠮷.
  ['noto-sans-jp', 'NotoSansJP'],
] as const

const familyPromises = new Map<number, Promise<FontFaces>>()

/**
 * Returns a font family. Each family is parsed only once, because parsing 20 MB of outlines costs more than a document.
 */
function loadFamily(at: number): Promise<FontFaces> {
  const cachedFamily = familyPromises.get(at)
  if (cachedFamily) return cachedFamily
  const [folder, file] = families[at] ?? families[0]
  const readFace = async (weight: '400Regular' | '700Bold'): Promise<Font> =>
    create(await readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${folder}/${weight}/${file}_${weight}.ttf`))))
  const familyPromise = Promise.all([readFace('400Regular'), readFace('700Bold')]).then(([regular, bold]) => ({ regular, bold }))
  familyPromises.set(at, familyPromise)
  return familyPromise
}

/** Returns the main Chinese font. */
export function mainFontFaces(): Promise<FontFaces> {
  return loadFamily(0)
}

/** Characters that need no glyph: spaces, controls, joiners and variation selectors. */
const invisiblePattern = /[\p{C}\p{Z}\p{M}]/u

/** Returns the visible characters that a font lacks. */
const missingCharacters = ({ regular }: FontFaces, characters: Iterable<string>) =>
  [...new Set(characters)].filter((each) => !invisiblePattern.test(each) && !regular.hasGlyphForCodePoint(each.codePointAt(0) ?? 0))

interface Fallbacks {
  /** Families for characters that the main font lacks, loaded only for texts with such characters. */
  readonly families: readonly FontFaces[]
  /** Characters that no family has. */
  readonly missing: readonly string[]
}

/** Returns the additional families that a text needs. */
async function fallbacksFor(text: string): Promise<Fallbacks> {
  const fallbackFamilies: FontFaces[] = []
  let missingEverywhere = missingCharacters(await mainFontFaces(), text)
  for (let at = 1; at < families.length && missingEverywhere.length > 0; at += 1) {
    const family = await loadFamily(at)
    const stillMissing = missingCharacters(family, missingEverywhere)
    if (stillMissing.length < missingEverywhere.length) fallbackFamilies.push(family)
    missingEverywhere = stillMissing
  }
  return { families: fallbackFamilies, missing: missingEverywhere }
}

/** Returns the characters of a text that no font can print, each once. */
export async function unprintableCharacters(text: string): Promise<readonly string[]> {
  return (await fallbacksFor(text)).missing
}

interface FragmentOptions {
  readonly width?: number
  readonly lineWidth?: number
  readonly textWidth?: number
  readonly align?: string
}

/**
 * The methods of a pdfkit document that draw and measure one line. The types of pdfkit lack them, so the version is
 * pinned.
 */
interface LineWriter {
  _font: { readonly name: string; readonly font: Font; readonly ascender: number }
  readonly _fontSize: number
  font(face: Font): unknown
  widthOfString(text: string, options?: object): number
  _fragment(text: string, x: number, y: number, options: FragmentOptions): void
}

interface FontRun {
  readonly face: Font | null
  text: string
}

/** Splits a line into runs at each change of font. Null means the current font. */
function runsOf(text: string, current: Font, faceOf: (codePoint: number) => Font | null): FontRun[] {
  const runs: FontRun[] = []
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    const last = runs.at(-1)
    const isInvisible = invisiblePattern.test(character)
    const face = isInvisible ? (last?.face ?? null) : current.hasGlyphForCodePoint(codePoint) ? null : faceOf(codePoint)
    if (last && last.face === face) last.text += character
    else runs.push({ face, text: character })
  }
  return runs
}

/** Makes a document draw the characters of `text` that the main font lacks with other fonts. */
export async function addFallbackFonts(pdf: PDFKit.PDFDocument, text: string): Promise<void> {
  const { families: more } = await fallbacksFor(text)
  if (more.length === 0) return
  const lineWriter = pdf as unknown as LineWriter
  const [measure, draw] = [lineWriter.widthOfString.bind(pdf), lineWriter._fragment.bind(pdf)]
  const splitLine = (line: string): FontRun[] => {
    const isBold = lineWriter._font.name.includes('Bold')
    const faceOf = (codePoint: number) =>
      more.map(({ regular, bold }) => (isBold ? bold : regular)).find((face) => face.hasGlyphForCodePoint(codePoint)) ?? null
    return runsOf(line, lineWriter._font.font, faceOf)
  }
  const withFont = <T>(run: FontRun, work: () => T): T => {
    const lineFont = lineWriter._font
    if (run.face !== null) lineWriter.font(run.face)
    const result = work()
    lineWriter._font = lineFont
    return result
  }
  const widthOf = (runs: readonly FontRun[], options?: object) => runs.reduce((sum, run) => sum + withFont(run, () => measure(run.text, options)), 0)
  lineWriter.widthOfString = (line, options) => widthOf(splitLine(line), options)
  lineWriter._fragment = (line, x, y, options) => {
    const runs = splitLine(line)
    const { align, width, lineWidth = 0 } = options
    const freeWidth = width === undefined ? 0 : lineWidth - widthOf(splitLine(line.trimEnd()), options)
    let at = x + (align === 'right' ? freeWidth : align === 'center' ? freeWidth / 2 : 0)
    // Other fonts use the baseline of the main font.
    const baseline = (-lineWriter._font.ascender / 1000) * lineWriter._fontSize
    for (const run of runs) {
      const textWidth = withFont(run, () => measure(run.text, options))
      withFont(run, () => draw(run.text, at, y, { ...options, align: 'left', textWidth, baseline } as FragmentOptions))
      at += textWidth
    }
  }
}
