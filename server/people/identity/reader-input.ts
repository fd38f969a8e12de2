import type { RecognisedField } from '#/domain/people/recognition.ts'
import { type Box, type Card, cropToHeight } from '#/server/people/identity/card.ts'
import type { Engine, Word } from '#/server/people/identity/engine.ts'
import { type TextPart, withoutStains } from '#/server/people/identity/sheet.ts'

/** The picture of a card and the engine that reads it. */
export interface ReaderInput {
  readonly engine: Engine
  readonly card: Card
  /** Whether the picture shows the card alone, so that positions on it are meaningful. */
  readonly isPlaced: boolean
  /** yyyy-MM-dd. */
  readonly today: string
}

const joinedText = (lines: readonly (readonly Word[])[]) =>
  lines
    .flat()
    .map((word) => word.text)
    .join('')

const lineHeight = 72

/** Reads a line again, restricted to its possible characters, once as it is and once with colours faded. */
export async function rereadLine({ engine, card }: ReaderInput, box: Box, only: string, height = lineHeight): Promise<string[]> {
  const readings: string[] = []
  for (const picture of [card.luma, card.ink]) {
    const line = cropToHeight(picture, box, height)
    readings.push(joinedText(await engine.lines(line, { tongue: 'eng', layout: 'line', only })))
  }
  return readings
}

/** Reads a line of Chinese again, once as it is and once with colours faded. */
export async function rereadChineseLine({ engine, card }: ReaderInput, box: Box): Promise<string[]> {
  const readings: string[] = []
  for (const picture of [card.luma, card.ink])
    readings.push(withoutStains(joinedText(await engine.lines(cropToHeight(picture, box, lineHeight), { tongue: 'chi_sim', layout: 'line' }))))
  return readings
}

/** Returns the first reading that occurs twice, or else the first reading. */
export function mostFrequent(readings: readonly string[]): string {
  const nonEmptyReadings = readings.filter((text) => text !== '')
  return nonEmptyReadings.find((text, at) => nonEmptyReadings.indexOf(text) !== at || nonEmptyReadings.lastIndexOf(text) !== at) ?? nonEmptyReadings[0] ?? ''
}

/** Returns a part of the card with a margin, as a multiple of the part's height. */
export function withMargin(part: Pick<TextPart, 'left' | 'right' | 'top' | 'bottom'>, room: number, { colour }: Card): Box {
  const margin = (part.bottom - part.top) * room
  const sideMargin = (margin * colour.height) / colour.width
  return { left: part.left - sideMargin, right: part.right + sideMargin, top: part.top - margin, bottom: part.bottom + margin }
}

/** Returns a field that was read but not verified. */
export function unverifiedField(field: RecognisedField['field'], value: string, confidence: number): RecognisedField {
  return value === '' ? { field, value, confidence: 0, doubt: 'unread' } : { field, value, confidence, doubt: 'unproven' }
}
