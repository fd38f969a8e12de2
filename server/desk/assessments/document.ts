import { assessmentQuestions as questions, assessmentTexts as texts } from '#/api/desk/assessments.texts.ts'
import { activities, copyTexts, legalBasisNames } from '#/api/desk/personal.texts.ts'
import { personalPartNames } from '#/api/desk/personal-parts.texts.ts'
import { faceFilingThreshold } from '#/domain/agreements/face.ts'
import { dayOf } from '#/domain/base/period.ts'
import { joinWords, type Language } from '#/domain/base/text.ts'
import { processingRegister } from '#/server/desk/personal/public.ts'
import type { PersonalPart } from '#/server/kernel/declarations/personal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { DocumentModel } from '#/server/lib/pdf/document.ts'

interface AssessmentData {
  readonly parts: readonly PersonalPart[]
  readonly people: number
  readonly faces: number
  readonly at: Date
  readonly language: Language
}

type Blocks = DocumentModel['blocks'][number][]

/** Height of the space for a handwritten answer, in points. */
const answerHeight = 46

function registerBlocks({ parts, language }: AssessmentData): Blocks {
  const rows = processingRegister(parts).map(({ category, parts: names, bases }) => {
    const { name, purpose, ground, recipients } = activities[category]
    const partTexts = joinWords(
      names.map((each) => (personalPartNames[each] ? translate(personalPartNames[each], language) : each)),
      language,
    )
    const laws = bases.map((basis) => translate(legalBasisNames[basis], language)).join('\n')
    return [translate(name, language), translate(purpose, language), partTexts, translate(ground, language), laws, translate(recipients, language)]
  })
  const columns = (['category', 'purpose', 'contents', 'ground', 'period', 'recipients'] as const).map((key, at) => ({
    heading: translate(copyTexts[key], language),
    width: at === 0 ? 1 : 2,
  }))
  return [
    { kind: 'heading', text: translate(texts.register, language) },
    { kind: 'table', columns, rows },
  ]
}

/**
 * Returns the template: today's counts, questions with space for answers, the register of processing and the signature
 * fields.
 */
export function assessmentTemplate(facts: AssessmentData): DocumentModel {
  const { people, faces, at, language } = facts
  const questionBlocks = questions.flatMap(
    ({ title, items }): Blocks => [
      { kind: 'heading', text: translate(title, language) },
      ...items.flatMap(
        (item): Blocks => [
          { kind: 'paragraph', text: translate(item, language) },
          { kind: 'paragraph', text: translate(texts.answer, language), small: true },
          { kind: 'gap', height: answerHeight },
        ],
      ),
    ],
  )
  const signatureParty = (title: keyof typeof texts) => ({ title: translate(texts[title], language), lines: ['', '', translate(texts.day, language)] })
  return {
    title: translate(texts.title, language),
    subtitle: translate(texts.subtitle, language, { day: dayOf(at) }),
    createdAt: at,
    landscape: true,
    blocks: [
      { kind: 'heading', text: translate(texts.facts, language) },
      {
        kind: 'fields',
        columns: 2,
        rows: [
          [translate(texts.handler, language), ''],
          [translate(texts.people, language), String(people)],
          [translate(texts.faces, language), `${faces} / ${faceFilingThreshold}`],
        ],
      },
      ...questionBlocks,
      ...registerBlocks(facts),
      { kind: 'paragraph', text: translate(texts.conclusion, language), bold: true },
      { kind: 'signatures', parties: [signatureParty('signed'), signatureParty('approved')] },
    ],
    footer: translate(texts.keep, language),
  }
}
