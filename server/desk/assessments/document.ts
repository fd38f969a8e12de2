import { assessmentQuestions as questions, assessmentTexts as texts } from '#/api/desk/assessments.texts.ts'
import { activities, copyTexts, legalBasisNames } from '#/api/desk/personal.texts.ts'
import { personalPartNames } from '#/api/desk/personal-parts.texts.ts'
import { faceFilingThreshold } from '#/domain/agreements/face.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type Language, listed } from '#/domain/base/text.ts'
import { registerOf } from '#/server/desk/personal/public.ts'
import type { PersonalPart } from '#/server/kernel/personal.ts'
import { say } from '#/server/kernel/say.ts'
import type { DocumentModel } from '#/server/lib/pdf/document.ts'

interface Facts {
  readonly parts: readonly PersonalPart[]
  readonly people: number
  readonly faces: number
  readonly at: Date
  readonly language: Language
}

type Blocks = DocumentModel['blocks'][number][]

/** Height of the space for a handwritten answer, in points. */
const answerHeight = 46

function registerBlocks({ parts, language }: Facts): Blocks {
  const rows = registerOf(parts).map(({ category, parts: names, bases }) => {
    const { name, purpose, ground, recipients } = activities[category]
    const contents = listed(
      names.map((each) => (personalPartNames[each] ? say(personalPartNames[each], language) : each)),
      language,
    )
    const laws = bases.map((basis) => say(legalBasisNames[basis], language)).join('\n')
    return [say(name, language), say(purpose, language), contents, say(ground, language), laws, say(recipients, language)]
  })
  const columns = (['category', 'purpose', 'contents', 'ground', 'period', 'recipients'] as const).map((key, at) => ({
    heading: say(copyTexts[key], language),
    width: at === 0 ? 1 : 2,
  }))
  return [
    { kind: 'heading', text: say(texts.register, language) },
    { kind: 'table', columns, rows },
  ]
}

/**
 * Returns the template: today's counts, questions with space for answers, the register of processing and the signature
 * fields.
 */
export function templateOf(facts: Facts): DocumentModel {
  const { people, faces, at, language } = facts
  const questionBlocks = questions.flatMap(
    ({ title, items }): Blocks => [
      { kind: 'heading', text: say(title, language) },
      ...items.flatMap(
        (item): Blocks => [
          { kind: 'paragraph', text: say(item, language) },
          { kind: 'paragraph', text: say(texts.answer, language), small: true },
          { kind: 'gap', height: answerHeight },
        ],
      ),
    ],
  )
  const party = (title: keyof typeof texts) => ({ title: say(texts[title], language), lines: ['', '', say(texts.day, language)] })
  return {
    title: say(texts.title, language),
    subtitle: say(texts.subtitle, language, { day: dayOf(at) }),
    createdAt: at,
    landscape: true,
    blocks: [
      { kind: 'heading', text: say(texts.facts, language) },
      {
        kind: 'fields',
        columns: 2,
        rows: [
          [say(texts.handler, language), ''],
          [say(texts.people, language), String(people)],
          [say(texts.faces, language), `${faces} / ${faceFilingThreshold}`],
        ],
      },
      ...questionBlocks,
      ...registerBlocks(facts),
      { kind: 'paragraph', text: say(texts.conclusion, language), bold: true },
      { kind: 'signatures', parties: [party('signed'), party('approved')] },
    ],
    footer: say(texts.keep, language),
  }
}
