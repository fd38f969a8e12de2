import { useState } from 'react'
import { custodyMethodNames } from '#/api/money/custody.texts.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { type CustodyMethod, custodyMethods } from '#/domain/money/custody.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import type { CustodyCentre } from './CustodyPage.tsx'
import { texts } from './texts.ts'

interface Values {
  way: CustodyMethod
  agreedOn: string
  validUntil: string
  counsel?: string
  opinionOn?: string
}

interface FileFieldProps {
  readonly label: string
  readonly value: File | null
  readonly onChange: (file: File | null) => void
  readonly isLacking: boolean
}

function FileField({ label, value, onChange, isLacking }: FileFieldProps) {
  const t = useText()
  return (
    <Field label={label} required problem={isLacking && value === null ? t(texts.fileNeeded) : undefined}>
      <FileDrop value={value} onChange={onChange} kinds={evidenceEndings} maxBytes={maxFileBytes} label={label} />
    </Field>
  )
}

/** Enters the next proof of a centre, with the documents that its way needs. */
export function ProposeDialog({ centre, onClose }: { readonly centre: CustodyCentre; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [agreement, setAgreement] = useState<File | null>(null)
  const [opinion, setOpinion] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const isEntrusted = useWatch('way', form) === 'entrusted'
  const propose = useSubmit(api.custody.propose, { onDone: onClose })
  const requiredRules = [{ required: true, message: t(texts.required) }]
  const sendValid = form.whenValid(async (values) => {
    if (agreement === null || (isEntrusted && opinion === null)) return
    await propose.submit({ centreId: centre.centreId, ...values, agreement, ...(isEntrusted && opinion ? { opinion } : {}) })
  })
  const send = () => {
    setMissing(true)
    sendValid()
  }
  return (
    <Dialog
      title={t(texts.proposeTitle, { name: centre.centreName })}
      onClose={onClose}
      confirm={{ text: t(texts.submit), onPress: send, isBusy: propose.isBusy }}
    >
      {propose.failure ? <Alert type="error" title={propose.failure.message} /> : null}
      <Form form={form}>
        <Field
          name="way"
          label={t(texts.way)}
          rules={requiredRules}
          {...(!isEntrusted && { hint: t(texts.supervisedHint, { bank: centre.bank, account: centre.accountNo }) })}
        >
          <RadioGroup aria-label={t(texts.way)} options={choicesOf(t, custodyMethods, custodyMethodNames)} />
        </Field>
        <Field name="agreedOn" label={t(texts.agreedOn)} rules={requiredRules}>
          <DayInput />
        </Field>
        <Field name="validUntil" label={t(texts.validUntil)} rules={requiredRules}>
          <DayInput />
        </Field>
        <FileField label={t(texts.agreement)} value={agreement} onChange={setAgreement} isLacking={isMissing} />
        {isEntrusted ? (
          <>
            <Field name="counsel" label={t(texts.counsel)} rules={requiredRules}>
              <TextInput maxLength={100} autoComplete="off" />
            </Field>
            <Field name="opinionOn" label={t(texts.opinionOn)} rules={requiredRules}>
              <DayInput />
            </Field>
            <FileField label={t(texts.opinion)} value={opinion} onChange={setOpinion} isLacking={isMissing} />
          </>
        ) : null}
      </Form>
    </Dialog>
  )
}
