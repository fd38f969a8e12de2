import { useState } from 'react'
import { feeFields, feeRules, roleNames, scopeNames, splitMethodNames } from '#/api/organisations/fees.texts.ts'
import { assignedRoles, splitRoles } from '#/domain/organisations/split.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FindField } from '#/web/ui/FindField.tsx'
import { Form, useForm, useFormInstance, useWatch } from '#/web/ui/Form.tsx'
import { ReasonField } from '#/web/ui/ReasonFrame.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { dayFromNow, percentRule, type SplitRuleRow } from './forms.ts'
import { texts } from './texts.ts'
import './fees.css'

interface Values {
  centreId?: number
  unitId?: number
  role: SplitRuleRow['role']
  partyId?: number
  mode?: 1 | 2
  method: SplitRuleRow['method']
  rate: string
  effectiveFrom: string
  effectiveTo?: string
}

const isAssignedRole = (role: Values['role'] | undefined) => assignedRoles.some((assigned) => assigned === role)

interface UnitFieldProps {
  readonly id?: string
  readonly value?: number
  readonly onChange?: (unitId: number | undefined) => void
  readonly centreId: number | undefined
}

/** A unit of the centre. A unit in several modes is listed once. */
function UnitField({ centreId, value, ...field }: UnitFieldProps) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const matches = useRead(api.fees.feePlaces, setConditions({ keyword, centreId }), { isEnabled: centreId !== undefined })
  const options = [...new Map((matches.data ?? []).map((place) => [place.unitId, { value: place.unitId, label: place.unitName }])).values()]
  return (
    <FindField
      {...field}
      value={value}
      className="f-find"
      placeholder={t(texts.allUnits)}
      options={options}
      isLoading={matches.isFetching}
      onFind={setKeyword}
    />
  )
}

type Choices = OutputOf<typeof api.fees.splitChoices>

function PartyFields({ choices }: { readonly choices: Choices | undefined }) {
  const t = useText()
  const form = useFormInstance<Values>()
  const centreId = useWatch('centreId', form)
  const role = useWatch('role', form)
  const staff = (choices?.staff ?? []).filter((person) => person.role === role && person.centreId === centreId)
  const parties = role === 'partner' ? (choices?.partners ?? []) : staff
  const isAssigned = isAssignedRole(role)
  return (
    <>
      <Field name="centreId" label={t(feeFields.centre)} rules={[{ required: true, message: t(texts.required) }]}>
        <Select
          options={(choices?.centres ?? []).map((centre) => ({ value: centre.id, label: centre.name }))}
          onChange={() => form.resetFields(['unitId', 'partyId'])}
        />
      </Field>
      <Field name="unitId" label={t(feeFields.unit)}>
        <UnitField centreId={centreId} />
      </Field>
      <Field name="role" label={t(feeFields.role)}>
        <Select options={choicesOf(t, splitRoles, roleNames)} onChange={() => form.resetFields(['partyId'])} />
      </Field>
      {isAssigned ? (
        <Field name="partyId" label={t(feeFields.party)} hint={t(texts.partyHint)}>
          <Select isClearable isSearchable placeholder={t(scopeNames.anybody)} options={parties.map((party) => ({ value: party.id, label: party.name }))} />
        </Field>
      ) : null}
      <Field name="mode" label={t(feeFields.mode)}>
        <Select
          isClearable
          placeholder={t(scopeNames.bothModes)}
          options={Object.entries(modeNames).map(([value, text]) => ({ value: Number(value), label: t(text) }))}
        />
      </Field>
    </>
  )
}

function TermFields({ role, earliest }: { readonly role: SplitRuleRow['role'] | undefined; readonly earliest: string }) {
  const t = useText()
  const isRatio = useWatch('method') === 'ratio'
  return (
    <>
      <Field name="method" label={t(feeFields.splitMethod)}>
        <Select options={choicesOf(t, role === 'platform' ? (['difference'] as const) : (['difference', 'ratio'] as const), splitMethodNames)} />
      </Field>
      <Field
        name="rate"
        label={t(isRatio ? feeFields.ratio : feeFields.floor)}
        required
        rules={[percentRule(t(feeRules.part), true)]}
        hint={t(isRatio ? texts.ratioHint : texts.floorHint)}
      >
        <TextInput suffix="%" inputMode="decimal" maxLength={8} autoComplete="off" />
      </Field>
      <Field name="effectiveFrom" label={t(feeFields.from)} rules={[{ required: true, message: t(texts.required) }]}>
        <DayInput min={earliest} max={dayFromNow(366)} isNeeded />
      </Field>
      <Field name="effectiveTo" label={t(feeFields.until)} hint={t(texts.untilHint)}>
        <DayInput min={earliest} />
      </Field>
    </>
  )
}

/** Creates a split rule, or a new version of one. */
export function SplitDialog({ rule, title, onClose }: { readonly rule: SplitRuleRow | null; readonly title: string; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [seen] = useState(rule)
  const [reason, setReason] = useState('')
  const [isDirty, setDirty] = useState(false)
  const choices = useRead(api.fees.splitChoices, {}, { isEnabled: seen === null })
  const role = useWatch('role', form) ?? seen?.role
  const create = useSubmit(api.fees.createSplit, { onDone: onClose })
  const revise = useSubmit(api.fees.reviseSplit, { onDone: onClose })
  const send = form.whenValid(async (formValues) => {
    const effectiveDays = { effectiveFrom: formValues.effectiveFrom, effectiveTo: formValues.effectiveTo || null }
    const terms = { method: formValues.method, rate: formValues.rate.trim(), ...effectiveDays, reason: reason.trim() }
    if (seen) await revise.submit({ splitId: seen.id, ...terms })
    else if (formValues.centreId !== undefined) {
      const { centreId, unitId = null, partyId = null, mode = null } = formValues
      await create.submit({ centreId, unitId, role: formValues.role, partyId, mode, ...terms })
    }
  })
  const earliest = dayFromNow(seen ? 1 : 0)
  const startValues: Partial<Values> = seen
    ? { method: seen.method, rate: String(seen.ratePpm / 10_000), effectiveFrom: earliest, ...(seen.effectiveTo !== null && { effectiveTo: seen.effectiveTo }) }
    : { role: 'partner', method: 'difference', effectiveFrom: earliest }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      width={680}
      confirm={{
        text: t(texts.submit),
        onPress: send,
        isBusy: create.isBusy || revise.isBusy,
        isDisabled: !isDirty || reason.trim().length < 2,
      }}
    >
      <Form form={form} initialValues={startValues} onValuesChange={() => setDirty(true)}>
        <div className="k-fields">
          {seen ? null : <PartyFields choices={choices.data} />}
          <TermFields role={role} earliest={earliest} />
        </div>
      </Form>
      {isAssignedRole(role) ? <p className="k-muted">{t(texts.shareByTwo)}</p> : null}
      <ReasonField value={reason} onChange={setReason} />
    </Dialog>
  )
}
