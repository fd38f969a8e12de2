import { useText } from '#/web/kernel/i18n.ts'
import { formTexts } from './form.texts.ts'
import type { FormRule } from './form-rules.ts'
import { signedYuanPattern, yuanPattern } from './yuan.ts'

/** Returns the rule of a field for an amount in yuan. With `isSigned` the amount may be below zero. */
export function useAmountRule({ isSigned = false }: { readonly isSigned?: boolean } = {}): FormRule {
  const t = useText()
  return { pattern: isSigned ? signedYuanPattern : yuanPattern, message: t(formTexts.amountWrong) }
}
