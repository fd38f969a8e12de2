import { z } from 'zod'
import { anyMobileProblem } from '#/domain/base/contact.ts'
import type { Text } from '#/domain/base/text.ts'
import { mobileProblem, nameProblem, priceProblem } from '#/domain/base/validation.ts'

/** Returns the schema of a text that a rule checks. A refusal includes the rule's message in the caller's language. */
export function checkedText(problem: (text: string) => Text | null) {
  return z
    .string()
    .trim()
    .max(200)
    .superRefine((text, field) => {
      const fault = problem(text)
      if (fault) field.addIssue({ code: 'custom', message: fault.zh, params: { text: fault } })
    })
}

/** A name of 2 to 30 characters. */
export const NameText = checkedText(nameProblem)
/** A mainland mobile number. */
export const MobileText = checkedText(mobileProblem)
/** A mobile number that may be foreign, for people with a foreign ID. */
export const AnyMobileText = checkedText(anyMobileProblem)
/** A unit price in yuan, up to two decimals. */
export const PriceText = checkedText(priceProblem)
