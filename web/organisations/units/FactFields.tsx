import type { ReactNode } from 'react'
import { bizKindNames, taxpayerKindNames, unitFields, unitRefusals } from '#/api/organisations/units.texts.ts'
import { readIdNumber } from '#/domain/base/identity.ts'
import type { Text } from '#/domain/base/text.ts'
import { mobileProblem, nameProblem } from '#/domain/base/validation.ts'
import { allChoicesOf, useText } from '#/web/kernel/i18n.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { Field } from '#/web/ui/Field.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'
import './units.css'

export interface UnitDataValues {
  name: string
  legalPerson: string
  bizKind: 'ordinary' | 'platform'
  taxpayerKind: 'general' | 'small'
  industry: string
  contactName: string
  contactMobile?: string
  legalIdNumber?: string
  email?: string
  address?: string
  description?: string
}

const idNumberProblem = (text: string) => (readIdNumber(text.normalize('NFKC').replace(/\s/g, '').toUpperCase()).isValid ? null : unitRefusals.legalIdNumber)

function ruleOf(problem: (text: string) => Text | null, isOptional = false) {
  return {
    validator: (_: unknown, value: string | undefined) => {
      if (isOptional && (value ?? '').trim() === '') return Promise.resolve()
      const fault = problem(value ?? '')
      return fault ? Promise.reject(new Error(inCurrentLanguage(fault))) : Promise.resolve()
    },
  }
}

/** Converts the data of a unit to call input, without numbers that stay unchanged. */
export function unitDataOf(values: UnitDataValues) {
  return {
    legalPerson: values.legalPerson.trim(),
    bizKind: values.bizKind,
    taxpayerKind: values.taxpayerKind,
    industry: values.industry.trim(),
    contactName: values.contactName.trim(),
    email: (values.email ?? '').trim(),
    address: (values.address ?? '').trim(),
    description: (values.description ?? '').trim(),
  }
}

/** The fields of a unit: name, people, trade, address. */
export function UnitDataFields({
  isKept: isStored,
  mobile = '',
  children,
}: {
  /** The unit exists already: an empty number field leaves the stored number unchanged. */
  readonly isKept: boolean
  readonly mobile?: string
  readonly children?: ReactNode
}) {
  const t = useText()
  const rules = [{ required: true, whitespace: true, message: t(texts.required) }]
  return (
    <div className="k-fields">
      <Field name="name" label={t(unitFields.name)} rules={rules}>
        <TextInput maxLength={100} autoComplete="off" />
      </Field>
      {children}
      <Field name="bizKind" label={t(unitFields.bizKind)} rules={rules}>
        <Select options={allChoicesOf(t, bizKindNames)} />
      </Field>
      <Field name="legalPerson" label={t(unitFields.legalPerson)} required rules={[ruleOf(nameProblem)]}>
        <TextInput maxLength={30} autoComplete="off" />
      </Field>
      <Field
        name="legalIdNumber"
        label={t(texts.legalIdNumber)}
        required={!isStored}
        rules={[ruleOf(idNumberProblem, isStored)]}
        hint={t(isStored ? texts.legalIdKept : texts.legalIdHint)}
      >
        <TextInput maxLength={30} autoComplete="off" />
      </Field>
      <Field name="taxpayerKind" label={t(unitFields.taxpayerKind)} rules={rules}>
        <Select options={allChoicesOf(t, taxpayerKindNames)} />
      </Field>
      <Field name="industry" label={t(unitFields.industry)} rules={rules}>
        <TextInput maxLength={60} autoComplete="off" />
      </Field>
      <Field name="contactName" label={t(unitFields.contactName)} required rules={[ruleOf(nameProblem)]}>
        <TextInput maxLength={30} autoComplete="off" />
      </Field>
      <Field
        name="contactMobile"
        label={t(unitFields.contactMobile)}
        required={!isStored}
        rules={[ruleOf(mobileProblem, isStored)]}
        hint={isStored ? t(texts.mobileKept, { mobile }) : undefined}
      >
        <TextInput maxLength={11} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field name="email" label={t(unitFields.email)} rules={[{ type: 'email' }]}>
        <TextInput maxLength={100} autoComplete="off" inputMode="email" />
      </Field>
      <Field name="address" label={t(unitFields.address)} className="k-fields-wide">
        <TextInput maxLength={200} autoComplete="off" />
      </Field>
      <Field name="description" label={t(unitFields.description)} className="k-fields-wide">
        <TextArea maxLength={1000} rows={2} />
      </Field>
    </div>
  )
}
