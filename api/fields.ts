import { z } from 'zod'
import { anyMobileProblem } from '#/domain/base/contact.ts'
import type { Text } from '#/domain/base/text.ts'
import { mobileProblem, nameProblem, priceProblem } from '#/domain/base/validation.ts'

/** Returns the schema of a text with a rule. The rule's message is part of the refusal, in the caller's language. */
export function ruled(problem: (text: string) => Text | null) {
  return z
    .string()
    .trim()
    .max(200)
    .superRefine((text, field) => {
      const found = problem(text)
      if (found) field.addIssue({ code: 'custom', message: found.zh, params: { text: found } })
    })
}

/** A name of 2 to 30 characters. */
export const NameText = ruled(nameProblem)
/** A mainland mobile number. */
export const MobileText = ruled(mobileProblem)
/** A mobile number that may be foreign, for people with a foreign ID. */
export const AnyMobileText = ruled(anyMobileProblem)
/** A unit price in yuan, up to two decimals. */
export const PriceText = ruled(priceProblem)
