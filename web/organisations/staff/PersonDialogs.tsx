import { useState } from 'react'
import { postNames } from '#/api/access/users.texts.ts'
import { staffFields } from '#/api/organisations/staff.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { mobileProblem, nameProblem } from '#/domain/base/validation.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { today } from '#/web/kernel/clock.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ChangeReasonField } from '#/web/parts/proof/ChangeReasonField.tsx'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { MultiSelect } from '#/web/ui/MultiSelect.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import type { StaffMember } from './StaffPage.tsx'
import { texts } from './texts.ts'

export type StaffChoices = OutputOf<typeof api.staff.choices>
export type StaffAction = 'disable' | 'enable' | 'reset'

interface Values {
  username: string
  name: string
  mobile?: string
  poststatus: StaffMember['poststatus']
  centreId: number
  roleIds: number[]
  joinedOn: string
  why?: string
}

const ruleOf = (problem: (text: string) => Text | null, isOptional: boolean) => ({
  validator: (_: unknown, value: string | undefined) => {
    if (isOptional && (value ?? '').trim() === '') return Promise.resolve()
    const fault = problem(value ?? '')
    return fault ? Promise.reject(new Error(inCurrentLanguage(fault))) : Promise.resolve()
  },
})

function AccountFields({ choices }: { readonly choices: StaffChoices }) {
  const t = useText()
  const rules = [{ required: true, message: t(texts.required) }]
  return (
    <>
      <Field name="username" label={t(staffFields.username)} rules={[{ required: true, pattern: /^\s*[A-Za-z0-9]{4,32}\s*$/, message: t(texts.usernameRule) }]}>
        <TextInput maxLength={32} autoComplete="off" autoCapitalize="none" />
      </Field>
      <Field name="poststatus" label={t(staffFields.post)} rules={rules}>
        <Select options={choicesOf(t, choices.posts, postNames)} />
      </Field>
      <Field name="centreId" label={t(staffFields.centres)} rules={rules}>
        <Select options={choices.centres.map((centre) => ({ value: centre.id, label: centre.name }))} />
      </Field>
      <Field name="roleIds" label={t(staffFields.roles)} rules={rules}>
        <MultiSelect
          isSearchable
          options={choices.roles.map((role) => ({ value: role.id, label: role.name, disabled: role.reason !== '', title: role.reason }))}
        />
      </Field>
    </>
  )
}

interface PersonProps {
  readonly person: StaffMember | null
  readonly choices: StaffChoices
  readonly onClose: () => void
  /** Called with the request id, under which the demo stores the message instead of sending it. */
  readonly onSent: (ask: string) => void
}

/** Creates a staff member or edits one. */
export function PersonDialog({ person, choices, onClose, onSent }: PersonProps) {
  const t = useText()
  const [form] = useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const roleIds = useWatch('roleIds', form) ?? []
  const create = useProvedSubmit(api.staff.create, {
    onDone: ({ sandboxAsk }) => {
      onClose()
      if (sandboxAsk !== null) onSent(sandboxAsk)
    },
  })
  const update = useSubmit(api.staff.update, { onDone: onClose })
  const send = form.whenValid(async ({ mobile = '', centreId, joinedOn, name, ...rest }) => {
    if (person) await update.submit({ id: person.id, name: name.trim(), joinedOn, ...(mobile.trim() ? { mobile: mobile.trim() } : {}) })
    else {
      const modes = choices.centres.find((centre) => centre.id === centreId)?.modes ?? []
      await create.submit({
        username: rest.username.trim(),
        name: name.trim(),
        mobile: mobile.trim(),
        poststatus: rest.poststatus,
        roleIds: rest.roleIds,
        joinedOn,
        centres: [{ id: centreId, modes: [...modes] }],
        why: (rest.why ?? '').trim(),
      })
    }
  })
  const onlyCentreId = choices.centres.length === 1 ? choices.centres[0]?.id : undefined
  const startValues = person ? { name: person.name, joinedOn: person.joinedOn } : { joinedOn: today(), ...(onlyCentreId ? { centreId: onlyCentreId } : {}) }
  return (
    <Dialog
      title={person ? `${t(texts.edit)} · ${person.name}` : t(texts.add)}
      onClose={onClose}
      width={600}
      confirm={{ text: t(person ? texts.save : texts.create), onPress: send, isBusy: create.isBusy || update.isBusy, isDisabled: !isDirty }}
    >
      <Form form={form} initialValues={startValues} onValuesChange={() => setDirty(true)}>
        <div className="k-fields">
          <Field name="name" label={t(staffFields.name)} required rules={[ruleOf(nameProblem, false)]}>
            <TextInput maxLength={30} autoComplete="off" />
          </Field>
          <Field
            name="mobile"
            label={t(staffFields.mobile)}
            required={!person}
            rules={[ruleOf(mobileProblem, person !== null)]}
            hint={person?.mobile ? t(texts.mobileKept, { mobile: person.mobile }) : undefined}
          >
            <TextInput maxLength={11} inputMode="numeric" autoComplete="off" />
          </Field>
          {person ? null : <AccountFields choices={choices} />}
          <Field name="joinedOn" label={t(staffFields.joinedOn)} rules={[{ required: true, message: t(texts.required) }]}>
            <DayInput isNeeded />
          </Field>
        </div>
        <ChangeReasonField isNeeded={choices.roles.some((role) => role.needsTwo && roleIds.includes(role.id))} />
      </Form>
    </Dialog>
  )
}

const confirmTexts = { disable: texts.disableAsk, enable: texts.enableAsk, reset: texts.resetAsk } as const

interface ActionProps {
  readonly action: StaffAction
  readonly person: StaffMember
  readonly onClose: () => void
  /** Called with the request id, under which the demo stores the message instead of sending it. */
  readonly onSent: (ask: string) => void
}

/** Confirms disabling, enabling or resetting the password of a staff member. */
export function ActionDialog({ action, person, onClose, onSent }: ActionProps) {
  const t = useText()
  const options = { onDone: onClose }
  const disable = useSubmit(api.staff.disable, options)
  const enable = useSubmit(api.staff.enable, options)
  const reset = useSubmit(api.staff.resetPassword, {
    onDone: ({ sandboxAsk }) => {
      onClose()
      if (sandboxAsk !== null) onSent(sandboxAsk)
    },
  })
  const { id } = person
  const submitByAction = {
    disable: (reason: string) => disable.submit({ id, reason }),
    enable: () => enable.submit({ id }),
    reset: () => reset.submit({ id }),
  }[action]
  const submission = { disable, enable, reset }[action]
  return (
    <ReasonDialog
      title={t(texts[action])}
      onClose={onClose}
      confirmText={t(texts[action])}
      onConfirm={({ reason }) => void submitByAction(reason)}
      isDangerous={action !== 'enable'}
      submission={submission}
      reason={action === 'disable' ? {} : null}
    >
      <p>{t(confirmTexts[action], { name: person.name })}</p>
    </ReasonDialog>
  )
}
