import { useState } from 'react'
import { residenceGroundNames } from '#/api/money/residences.texts.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { type ResidenceGround, residenceGrounds } from '#/domain/money/residence.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { withNote } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { NumberInput } from '#/web/ui/NumberInput.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

interface Values {
  operatorId?: number
  fromDay: string
  ground: ResidenceGround
  days?: string
  permitUntil?: string
  reason: string
}

function OperatorField() {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const matches = useRead(api.lookups.operators, { keyword, limit: 50 }, { keepLast: true })
  return (
    <Field name="operatorId" label={t(texts.operator)} rules={[{ required: true, message: t(texts.required) }]}>
      <Select
        onSearch={setKeyword}
        isLoading={matches.isFetching}
        options={(matches.data?.data ?? []).map((each) => ({ value: each.id, label: withNote(each.name, each.mobile) }))}
      />
    </Field>
  )
}

interface ProposeDialogProps {
  /** The operator, when the dialog is opened from the drawer. */
  readonly operatorId?: number
  readonly onClose: () => void
}

/** Proposes the tax residence of an operator, with its ground and evidence. */
export function ProposeDialog({ operatorId, onClose }: ProposeDialogProps) {
  const t = useText()
  const [form] = useForm<Values>()
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setMissing] = useState(false)
  const isByDays = useWatch('ground', form) === 'days'
  const propose = useSubmit(api.residences.propose, { onDone: onClose })
  const requiredRules = [{ required: true, message: t(texts.required) }]
  const sendValid = form.whenValid(async ({ operatorId: chosen, permitUntil, days, ...values }) => {
    const id = operatorId ?? chosen
    if (id === undefined || file === null) return
    await propose.submit({ ...values, ...(days && { days: Number(days) }), ...(permitUntil && { permitUntil }), operatorId: id, file })
  })
  const send = () => {
    setMissing(true)
    sendValid()
  }
  return (
    <Dialog title={t(texts.propose)} onClose={onClose} confirm={{ text: t(texts.submit), onPress: send, isBusy: propose.isBusy }}>
      {propose.failure ? <Alert type="error" title={propose.failure.message} /> : null}
      <Form form={form}>
        {operatorId === undefined ? <OperatorField /> : null}
        <Field name="fromDay" label={t(texts.fromDay)} rules={requiredRules}>
          <DayInput />
        </Field>
        <Field name="ground" label={t(texts.ground)} rules={requiredRules}>
          <RadioGroup aria-label={t(texts.ground)} options={choicesOf(t, residenceGrounds, residenceGroundNames)} />
        </Field>
        {isByDays ? (
          <>
            <Field name="days" label={t(texts.days)} hint={t(texts.daysHint)} rules={requiredRules}>
              <NumberInput kind="digits" maxLength={3} />
            </Field>
            <Field name="permitUntil" label={t(texts.permitUntil)}>
              <DayInput />
            </Field>
          </>
        ) : null}
        <Field name="reason" label={t(texts.reason)} rules={[...requiredRules, { min: 2 }]}>
          <TextInput maxLength={200} autoComplete="off" />
        </Field>
        <Field label={t(texts.evidence)} required problem={isMissing && file === null ? t(texts.evidenceNeeded) : undefined}>
          <FileDrop value={file} onChange={setFile} kinds={evidenceEndings} maxBytes={maxFileBytes} label={t(texts.evidence)} hint={t(texts.evidenceHint)} />
        </Field>
      </Form>
    </Dialog>
  )
}
