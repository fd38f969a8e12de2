import { type CardWarning, type DocumentImageKind, fieldsByImageKind, type RecognisedField } from '#/domain/people/recognition.ts'
import { type Card, cropCard, openPhotograph, type Photograph, rotateQuarters } from '#/server/people/identity/card.ts'
import type { Engine } from '#/server/people/identity/engine.ts'
import { examinePicture } from '#/server/people/identity/examination.ts'
import type { ReaderInput } from '#/server/people/identity/reader-input.ts'
import { readBack } from '#/server/people/identity/reading-back.ts'
import { readBank } from '#/server/people/identity/reading-bank.ts'
import { readFront } from '#/server/people/identity/reading-front.ts'
import { readLicence } from '#/server/people/identity/reading-licence.ts'
import { rotateQuad, tiltOf } from '#/server/people/identity/tilt.ts'

/** The result of reading a picture. */
export interface CardReadingResult {
  readonly fields: readonly RecognisedField[]
  readonly warnings: readonly CardWarning[]
  /** Picture quality from 0 to 100. */
  readonly quality: number
}

const readerBySide = { front: readFront, back: readBack, bank: readBank, licence: readLicence } as const
const widthBySide = { front: 1000, back: 1000, bank: 1000, licence: 1800 } as const
const idRatio = 1.585
// Words that identify a side, whichever was requested.
const sidePatterns: Readonly<Record<DocumentImageKind, RegExp>> = {
  front: /公民身份|身份号码|性别|民族/,
  back: /居民身份|中华人民|签发机关|有效期限|公安局/,
  bank: /银行|借记卡|信用卡|银联|BANK/i,
  licence: /营业执照|统一社会信用|经营范围|法定代表人|登记机关|注册资本/,
}

interface Attempt {
  readonly photograph: Photograph
  readonly card: Card
  readonly fields: readonly RecognisedField[]
  readonly text: string
}

async function attemptReading(engine: Engine, photograph: Photograph, side: DocumentImageKind, today: string): Promise<Attempt> {
  const card = cropCard(photograph, photograph.ratio < 1 ? Math.round(widthBySide[side] * 0.75) : widthBySide[side])
  const input: ReaderInput = { engine, card, isPlaced: Math.abs(photograph.ratio - idRatio) < 0.15, today }
  return { photograph, card, ...(await readerBySide[side](input)) }
}

const countReadFields = ({ fields }: Attempt) => fields.filter((field) => field.value !== '').length
const showsSide = (side: DocumentImageKind, { text }: Attempt) => sidePatterns[side].test(text)

/** Levels a picture without detected edges by its text lines. */
function levelPhotograph(photograph: Photograph, width: number): Photograph {
  if (photograph.isFound) return photograph
  const angle = tiltOf(cropCard(photograph, width).luma)
  return angle === 0 ? photograph : { ...photograph, quad: rotateQuad(photograph.quad, angle) }
}

/** Reads the card as it is, and rotated if that gives no plausible result. */
async function bestAttempt(engine: Engine, photograph: Photograph, side: DocumentImageKind, today: string): Promise<Attempt> {
  const isOnSide = side !== 'licence' && photograph.ratio < 1
  const levelledPhotograph = levelPhotograph(isOnSide ? rotateQuarters(photograph, 1) : photograph, 1000)
  let best = await attemptReading(engine, levelledPhotograph, side, today)
  if (showsSide(side, best) && countReadFields(best) > 0) return best
  const rotatedAttempt = await attemptReading(engine, rotateQuarters(levelledPhotograph, 2), side, today)
  if (showsSide(side, rotatedAttempt) && !showsSide(side, best)) return rotatedAttempt
  if (countReadFields(rotatedAttempt) > countReadFields(best) && showsSide(side, rotatedAttempt)) best = rotatedAttempt
  return best
}

function isExpired(fields: readonly RecognisedField[], today: string): boolean {
  const until = fields.find(({ field }) => field === 'validTo')?.value ?? ''
  return /^\d{4}-/.test(until) && until < today
}

/** Reads a card from a checked picture. `today` decides whether it has expired. */
export async function readCard(engine: Engine, bytes: Uint8Array, side: DocumentImageKind, today: string): Promise<CardReadingResult> {
  const photograph = await openPhotograph(bytes)
  const best = await bestAttempt(engine, photograph, side, today)
  const { warnings, quality } = examinePicture(best.photograph, best.card, side)
  const otherSide = (Object.keys(sidePatterns) as DocumentImageKind[]).find((sign) => sign !== side && showsSide(sign, best))
  const isWrongSide = !showsSide(side, best) && otherSide !== undefined && countReadFields(best) < fieldsByImageKind[side].length
  const allWarnings: CardWarning[] = [
    ...(isWrongSide ? (['wrong_side'] as const) : countReadFields(best) === 0 ? (['unread'] as const) : []),
    ...warnings,
    ...(isExpired(best.fields, today) ? (['expired'] as const) : []),
    ...(/样本|SPECIMEN/i.test(best.text) ? (['specimen'] as const) : []),
  ]
  const fields = isWrongSide ? fieldsByImageKind[side].map((field): RecognisedField => ({ field, value: '', confidence: 0, doubt: 'unread' })) : best.fields
  return { fields, warnings: allWarnings, quality }
}
