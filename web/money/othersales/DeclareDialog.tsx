import { useState } from 'react'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { firstDeclarableMonth } from '#/domain/money/other-sales.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { withNote } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import { texts } from './texts.ts'

interface Values {
  month: string
  none: boolean
  amount?: string
  payers?: string
  operatorId?: number
  reason?: string
}

/** Returns the months that the user can declare, newest first. */
function declarableMonths(): { value: string; label: string }[] {
  const current = monthOf(new Date(nowMs()))
  const firstMonth = firstDeclarableMonth(current)
  const months: string[] = []
  for (let month = current; month >= firstMonth; month = shiftMonth(month, -1)) months.push(month)
  return months.map((value) => ({ value, label: value }))
}

/** The operator for whom the centre enters a declaration, and the reason. */
function EntryFields() {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const matches = useRead(api.lookups.operators, { keyword, limit: 50 }, { keepLast: true })
  const requiredRules = [{ required: true, message: t(texts.required) }]
  return (
    <>
      <Field name="operatorId" label={t(texts.operator)} rules={requiredRules}>
        <Select
          onSearch={setKeyword}
          isLoading={matches.isFetching}
          options={(matches.data?.data ?? []).map((each) => ({ value: each.id, label: withNote(each.name, each.mobile) }))}
        />
      </Field>
      <Field name="reason" label={t(texts.reason)} rules={[...requiredRules, { min: 2 }]}>
        <TextInput maxLength={200} autoComplete="off" />
      </Field>
    </>
  )
}

/** The amount and the payers, for a month with sales on other platforms. */
function SalesFields() {
  const t = useText()
  const amountRule = useAmountRule()
  const requiredRules = [{ required: true, message: t(texts.required) }]
  return (
    <>
      <Field name="amount" label={t(texts.amount)} rules={[...requiredRules, amountRule]}>
        <MoneyInput hasWords />
      </Field>
      <Field name="payers" label={t(texts.payers)} hint={t(texts.payersHint)} rules={requiredRules}>
        <TextInput maxLength={200} autoComplete="off" />
      </Field>
    </>
  )
}

interface DeclareDialogProps {
  readonly month?: string
  /** Staff enter the declaration for an operator. */
  readonly isEntry?: boolean
  readonly onClose: () => void
}

/** Declares the sales of a month on other platforms. A month declared before gets another version. */
export function DeclareDialog({ month, isEntry = false, onClose }: DeclareDialogProps) {
  const t = useText()
  const [form] = useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const none: boolean | undefined = useWatch('none', form)
  const declare = useSubmit(api.othersales.declare, { onDone: onClose })
  const enterDeclaration = useSubmit(api.othersales.enter, { onDone: onClose })
  const months = declarableMonths()
  const needsFile = isEntry || none !== true
  const sendValid = form.whenValid(async ({ operatorId, reason, ...values }) => {
    if (needsFile && file === null) return
    const input = { ...values, ...(file ? { file } : {}) }
    if (!isEntry) await declare.submit(input)
    else if (operatorId !== undefined && reason !== undefined) await enterDeclaration.submit({ ...input, operatorId, reason })
  })
  const send = () => {
    setMissing(needsFile && file === null)
    sendValid()
  }
  const failure = declare.failure ?? enterDeclaration.failure
  return (
    <Dialog
      title={t(isEntry ? texts.enter : texts.declareTitle)}
      onClose={onClose}
      confirm={{ text: t(texts.submit), onPress: send, isBusy: declare.isBusy || enterDeclaration.isBusy }}
    >
      {failure ? <Alert type="error" title={failure.message} /> : null}
      <Form form={form} initialValues={{ month: month ?? months[0]?.value ?? '' }}>
        {isEntry ? <EntryFields /> : null}
        <Field name="month" label={t(texts.month)} rules={[{ required: true, message: t(texts.required) }]}>
          <Select options={months} />
        </Field>
        <Field name="none" label={t(texts.question)} rules={[{ required: true, message: t(texts.required) }]}>
          <RadioGroup
            aria-label={t(texts.question)}
            options={[
              { value: false, label: t(texts.some) },
              { value: true, label: t(texts.none) },
            ]}
          />
        </Field>
        {none === false ? <SalesFields /> : null}
        {none === false || isEntry ? (
          <Field label={t(texts.evidence)} required problem={isMissing && file === null ? t(texts.evidenceNeeded) : undefined}>
            <FileDrop
              value={file}
              onChange={setFile}
              kinds={[...evidenceEndings, 'xlsx']}
              maxBytes={maxFileBytes}
              label={t(texts.evidence)}
              hint={t(texts.evidenceHint)}
            />
          </Field>
        ) : null}
      </Form>
    </Dialog>
  )
}
