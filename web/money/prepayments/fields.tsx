import { type ReactNode, useState } from 'react'
import { type Mode, settlementMode } from '#/domain/base/codes.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { Problem } from '#/web/ui/Problem.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import { moneyTexts } from './money-texts.ts'
import { texts } from './texts.ts'

/** A selectable account: a unit's at a centre in a mode. */
interface SelectableAccount {
  readonly unitId: number
  readonly unitName: string
  readonly centreId: number
  readonly centreName: string
  readonly mode: Mode
}

/** Parses the value of the account field. */
export function placeOf(value: string): { unitId: number; centreId: number; mode: Mode } {
  const [unitId = 0, centreId = 0, mode = settlementMode.generalContract] = value.split(':').map(Number)
  return { unitId, centreId, mode: mode as Mode }
}

export function useRequiredRules() {
  const t = useText()
  return [{ required: true, message: t(texts.required) }]
}

/** Selects an account. A unit sees its accounts by centre, a centre sees them by unit. */
export function AccountField({ accounts, isOwn }: { readonly accounts: readonly SelectableAccount[]; readonly isOwn: boolean }) {
  const t = useText()
  const options = accounts.map(({ unitId, unitName, centreId, centreName, mode }) => ({
    value: `${unitId}:${centreId}:${mode}`,
    label: `${isOwn ? centreName : unitName} · ${t(mode === settlementMode.individualBusiness ? texts.mode1 : texts.mode2)}`,
  }))
  return (
    <Field name="funds" label={t(moneyTexts.funds)} rules={useRequiredRules()}>
      <Select options={options} isSearchable />
    </Field>
  )
}

export function AmountField({ label, extra }: { readonly label?: string; readonly extra?: ReactNode }) {
  const t = useText()
  const rules = useRequiredRules()
  const amountRule = useAmountRule()
  return (
    <Field name="amount" label={label ?? t(texts.amount)} rules={[...rules, amountRule]} hint={extra}>
      <MoneyInput />
    </Field>
  )
}

export function ReasonItem({ label }: { readonly label?: string }) {
  const t = useText()
  const rules = useRequiredRules()
  return (
    <Field name="reason" label={label ?? t(moneyTexts.reason)} rules={[...rules, { min: 2 }]}>
      <TextArea maxLength={200} autoSize={{ minRows: 2 }} />
    </Field>
  )
}

/** Returns a required file field and a function that returns the file or shows that it is missing. */
export function useRequiredFile(label: string): { readonly take: () => File | null; readonly field: ReactNode } {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState('')
  const requireFile = () => {
    setProblem(file ? '' : t(moneyTexts.fileNeeded))
    return file
  }
  const field = (
    <>
      <FileDrop value={file} onChange={setFile} kinds={evidenceEndings} maxBytes={maxFileBytes} label={label} />
      <Problem text={problem} />
    </>
  )
  return { take: requireFile, field }
}
