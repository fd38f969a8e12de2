import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { formTexts } from '#/web/ui/form.texts.ts'
import { TextField } from '#/web/ui/TextField.tsx'
import { normalizeYuan, yuanPattern } from '#/web/ui/yuan.ts'

interface AmountFilterProps {
  readonly id: string
  readonly value: string
  readonly onChange: (amount: string) => void
}

/** An amount in yuan as a filter, typed or pasted in the user's language. Explains an amount that sets no filter. */
export function AmountFilter({ id, value, onChange }: AmountFilterProps) {
  const t = useText()
  const currentLanguage = useLanguage()
  return (
    <>
      <TextField id={id} value={value} onCommit={(text) => onChange(normalizeYuan(text, currentLanguage))} />
      {value === '' || yuanPattern.test(value) ? null : (
        <small className="k-problem" role="alert">
          {t(formTexts.amountWrong)}
        </small>
      )}
    </>
  )
}
