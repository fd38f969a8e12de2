import type { LegalBasis } from '#/domain/desk/legal-basis.ts'
import { type PersonalCategory, personalCategories } from '#/domain/desk/personal.ts'
import { legalBasesOf } from '#/server/desk/retention/public.ts'
import type { PersonalPart } from '#/server/kernel/declarations/personal.ts'

export interface RegisterRow {
  readonly category: PersonalCategory
  readonly parts: string[]
  readonly bases: LegalBasis[]
}

/** Returns the register of processing: each activity with its parts and the laws of their retention. */
export function processingRegister(parts: readonly PersonalPart[]): RegisterRow[] {
  return personalCategories.map((category) => {
    const categoryParts = parts.filter((part) => part.category === category)
    return { category, parts: categoryParts.map(({ name }) => name), bases: [...new Set(categoryParts.flatMap(({ table }) => legalBasesOf(table)))] }
  })
}
