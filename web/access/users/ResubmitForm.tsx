import { type ReactNode, useState } from 'react'
import { accountFieldNames } from '#/api/access/users.texts.ts'
import { type AccountField, editableAccountFields } from '#/domain/access/account-review.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import type { ChangeProps } from './ChangeDialogs.tsx'
import { Acknowledgement, LetterField, RolesField } from './fields.tsx'
import { texts } from './texts.ts'

type Rejection = NonNullable<ChangeProps['user']['review']>['rejects'][number]

interface RejectableFieldProps {
  readonly field: AccountField
  readonly rejects: readonly Rejection[]
  /** Id of the control, for the label. */
  readonly htmlFor?: string
  readonly children: ReactNode
}

/** A field to correct, with the reason of its rejection. If any field was rejected, renders nothing for the others. */
function RejectableField({ field, rejects, htmlFor, children }: RejectableFieldProps) {
  const t = useText()
  if (!editableAccountFields(rejects).includes(field)) return null
  const rejection = rejects.find((each) => each.field === field)
  const rejectionNote = rejection ? <span className="k-problem">{rejection.reason}</span> : null
  return (
    <Field label={t(accountFieldNames[field])} hint={rejectionNote} {...(htmlFor && { htmlFor })}>
      {children}
    </Field>
  )
}

/** Returns the entered values and the changed fields. */
function useResubmission(user: ChangeProps['user']) {
  const { roleIds: requested = [] } = user.review ?? {}
  const [name, setName] = useState(user.name)
  const [mobile, setMobile] = useState('')
  const [roleIds, setRoleIds] = useState<number[]>(requested)
  const [letter, setLetter] = useState<File | null>(null)
  const isChangedByField: Readonly<Record<AccountField, boolean>> = {
    name: name.trim() !== user.name && name.trim() !== '',
    mobile: mobile.trim() !== '',
    roles: roleIds.length > 0 && [...roleIds].sort().join() !== [...requested].sort().join(),
    letter: letter !== null,
  }
  return { name, setName, mobile, setMobile, roleIds, setRoleIds, letter, setLetter, isChanged: isChangedByField }
}

/**
 * Corrects and resubmits a rejected account: the rejected fields with their reasons, or all fields if none was
 * rejected.
 */
export function ResubmitForm({ user, choices, onClose }: ChangeProps) {
  const t = useText()
  const { rejects = [], reason = '' } = user.review ?? {}
  const { name, setName, mobile, setMobile, roleIds, setRoleIds, letter, setLetter, isChanged } = useResubmission(user)
  const [warning, setWarning] = useState('')
  const [isTicked, setTicked] = useState(false)
  const sendAgain = useSubmit(api.users.askAgain, {
    onFailed: ({ error, message }) => (error === 'twoDuties' ? setWarning(message) : showNotice('error', message)),
    onDone: onClose,
  })
  const isBlocked = rejects.some((reject) => !isChanged[reject.field]) || (warning !== '' && !isTicked)
  const send = () =>
    void sendAgain.submit({
      id: user.id,
      ...(isChanged.name ? { name: name.trim() } : {}),
      ...(isChanged.mobile ? { mobile: mobile.trim() } : {}),
      ...(isChanged.roles ? { roleIds } : {}),
      ...(letter ? { letterFile: letter } : {}),
      ...(isTicked ? { acknowledge: true } : {}),
    })
  return (
    <Dialog
      title={t(texts.askAgainTitle, { name: user.name })}
      onClose={onClose}
      isDirty={Object.values(isChanged).some(Boolean)}
      confirm={{ text: t(texts.submitReview), onPress: send, isBusy: sendAgain.isBusy, isDisabled: isBlocked }}
    >
      <Form>
        <p className="k-note">{rejects.length > 0 ? t(texts.askAgainLead) : reason}</p>
        <RejectableField field="name" rejects={rejects} htmlFor="again-name">
          <TextInput id="again-name" value={name} maxLength={30} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </RejectableField>
        <RejectableField field="mobile" rejects={rejects} htmlFor="again-mobile">
          <TextInput
            id="again-mobile"
            value={mobile}
            maxLength={11}
            inputMode="numeric"
            autoComplete="off"
            placeholder={user.mobile}
            onChange={(event) => setMobile(event.target.value)}
          />
        </RejectableField>
        <RejectableField field="roles" rejects={rejects} htmlFor="again-roles">
          <RolesField
            id="again-roles"
            usertype={user.usertype}
            choices={choices}
            held={user.roles.map((role) => role.id)}
            value={roleIds}
            onChange={setRoleIds}
          />
        </RejectableField>
        <RejectableField field="letter" rejects={rejects}>
          <LetterField value={letter} onChange={setLetter} />
        </RejectableField>
        {warning ? <Acknowledgement warning={warning} isTicked={isTicked} onTick={setTicked} /> : null}
      </Form>
    </Dialog>
  )
}
