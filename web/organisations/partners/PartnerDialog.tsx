import { useState } from 'react'
import { partnerFields, partnerKindNames } from '#/api/organisations/partners.texts.ts'
import { creditCodeProblem, readIdNumber } from '#/domain/base/identity.ts'
import type { Text } from '#/domain/base/text.ts'
import { mobileProblem, nameProblem } from '#/domain/base/validation.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ChangeReasonField } from '#/web/parts/proof/ChangeReasonField.tsx'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm, useFormInstance, useWatch } from '#/web/ui/Form.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

type Partner = OutputOf<typeof api.partners.get>

interface Values {
  kind: 'enterprise' | 'person'
  name: string
  creditCode?: string
  idNumber?: string
  contactName: string
  contactMobile?: string
  area?: string
  introduction?: string
  accountName?: string
  accountBank?: string
  accountNo?: string
  why?: string
}

const ruleOf = (isWellFormed: (text: string) => boolean, message: string, isOptional: boolean) => ({
  validator: (_: unknown, value: string | undefined) => {
    const text = (value ?? '').trim()
    return (isOptional && text === '') || isWellFormed(text) ? Promise.resolve() : Promise.reject(new Error(message))
  },
})

const problemRule = (problem: (text: string) => Text | null, isOptional: boolean) => ({
  validator: (_: unknown, value: string | undefined) => {
    if (isOptional && (value ?? '').trim() === '') return Promise.resolve()
    const fault = problem(value ?? '')
    return fault ? Promise.reject(new Error(inCurrentLanguage(fault))) : Promise.resolve()
  },
})

/** The account that receives the commission. Another person decides on changes to it. */
function AccountFields({ partner }: { readonly partner: Partner | null }) {
  const t = useText()
  const isChanged = useWatch(
    ({ accountName = '', accountBank = '', accountNo = '' }: Values) =>
      accountNo !== '' || accountName !== (partner?.accountName ?? '') || accountBank !== (partner?.accountBank ?? ''),
    useFormInstance<Values>(),
  )
  return (
    <>
      <Field name="accountName" label={t(partnerFields.accountName)}>
        <TextInput maxLength={100} autoComplete="off" />
      </Field>
      <Field name="accountBank" label={t(partnerFields.accountBank)}>
        <TextInput maxLength={100} autoComplete="off" />
      </Field>
      <Field
        name="accountNo"
        label={t(partnerFields.accountNo)}
        rules={[ruleOf((text) => /^\d{8,32}$/.test(text), t(texts.accountRule), true)]}
        hint={partner?.accountNo ? t(texts.kept, { value: partner.accountNo }) : undefined}
      >
        <TextInput maxLength={32} inputMode="numeric" autoComplete="off" />
      </Field>
      <ChangeReasonField isNeeded={isChanged ?? false} />
    </>
  )
}

/** The fields of a partner, which depend on its kind. The kind of an existing partner cannot be changed. */
function PartnerFields({ seen, kind }: { readonly seen: Partner | null; readonly kind: Partner['kind'] }) {
  const t = useText()
  const requiredRules = [{ required: true, whitespace: true, message: t(texts.required) }]
  return (
    <>
      <div className="k-fields">
        {seen ? null : (
          <Field name="kind" label={t(partnerFields.kind)}>
            <Select options={choicesOf(t, ['enterprise', 'person'] as const, partnerKindNames)} />
          </Field>
        )}
        <Field name="name" label={t(partnerFields.name)} rules={requiredRules}>
          <TextInput maxLength={100} autoComplete="off" />
        </Field>
        {!seen && kind === 'enterprise' ? (
          <Field
            name="creditCode"
            label={t(partnerFields.creditCode)}
            required
            rules={[ruleOf((text) => creditCodeProblem(text.toUpperCase()) === null, t(texts.creditCodeRule), false)]}
          >
            <TextInput maxLength={18} autoComplete="off" />
          </Field>
        ) : null}
        {!seen && kind === 'person' ? (
          <Field
            name="idNumber"
            label={t(partnerFields.idNumber)}
            required
            rules={[ruleOf((text) => readIdNumber(text).isValid, t(texts.idNumberRule), false)]}
          >
            <TextInput maxLength={18} autoComplete="off" />
          </Field>
        ) : null}
        <Field name="contactName" label={t(partnerFields.contactName)} required rules={[problemRule(nameProblem, false)]}>
          <TextInput maxLength={30} autoComplete="off" />
        </Field>
        <Field
          name="contactMobile"
          label={t(partnerFields.contactMobile)}
          required={!seen}
          rules={[problemRule(mobileProblem, seen !== null)]}
          hint={seen?.contactMobile ? t(texts.kept, { value: seen.contactMobile }) : undefined}
        >
          <TextInput maxLength={11} inputMode="numeric" autoComplete="off" />
        </Field>
        <Field name="area" label={t(partnerFields.area)}>
          <TextInput maxLength={100} autoComplete="off" />
        </Field>
        <AccountFields partner={seen} />
      </div>
      <Field name="introduction" label={t(partnerFields.introduction)}>
        <TextArea rows={2} maxLength={1000} />
      </Field>
    </>
  )
}

/** Creates or edits a partner. Stored numbers may be left empty. */
export function PartnerDialog({ partner, onClose }: { readonly partner: Partner | null; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const [seen] = useState(partner)
  const options = { onDone: onClose }
  const create = useProvedSubmit(api.partners.create, options)
  const update = useProvedSubmit(api.partners.update, options)
  const kind = useWatch('kind', form) ?? seen?.kind ?? 'enterprise'
  const send = form.whenValid(async (values) => {
    const {
      kind: _,
      name,
      creditCode = '',
      idNumber = '',
      contactName,
      contactMobile = '',
      area = '',
      introduction = '',
      accountName = '',
      accountBank = '',
      accountNo = '',
      why = '',
    } = values
    const mobile = contactMobile.trim()
    const partnerInput = {
      name: name.trim(),
      contactName: contactName.trim(),
      area,
      introduction,
      accountName,
      accountBank,
      accountNo: accountNo.trim(),
      why: why.trim(),
    }
    if (seen) await update.submit({ id: seen.id, version: seen.version, ...partnerInput, ...(mobile ? { contactMobile: mobile } : {}) })
    else
      await create.submit({
        kind,
        ...partnerInput,
        contactMobile: mobile,
        ...(kind === 'enterprise' ? { creditCode: creditCode.trim() } : { idNumber: idNumber.trim() }),
      })
  })
  const startValues = seen ? { ...seen, contactMobile: '', accountNo: '' } : { kind: 'enterprise' }
  return (
    <Dialog
      title={seen ? `${t(texts.edit)} · ${seen.name}` : t(texts.add)}
      onClose={onClose}
      width={640}
      confirm={{ text: t(seen ? texts.save : texts.create), onPress: send, isBusy: create.isBusy || update.isBusy, isDisabled: !isDirty }}
    >
      <Form form={form} initialValues={startValues} onValuesChange={() => setDirty(true)}>
        <PartnerFields seen={seen} kind={kind} />
      </Form>
    </Dialog>
  )
}

/** Confirms disabling or enabling a partner. */
export function SetActiveDialog({ partner, onClose }: { readonly partner: Partner; readonly onClose: () => void }) {
  const t = useText()
  const setActive = useSubmit(api.partners.setActive, { onDone: onClose })
  const actionLabel = t(partner.isActive ? texts.disable : texts.enable)
  return (
    <ReasonDialog
      title={actionLabel}
      onClose={onClose}
      confirmText={actionLabel}
      onConfirm={({ reason }) => void setActive.submit({ id: partner.id, version: partner.version, isActive: !partner.isActive, reason })}
      isDangerous={partner.isActive}
      submission={setActive}
    >
      <p>{t(partner.isActive ? texts.disableAsk : texts.enableAsk, { name: partner.name })}</p>
    </ReasonDialog>
  )
}
