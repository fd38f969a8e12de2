import { useState } from 'react'
import { postNames, userFields, usertypeNames } from '#/api/access/users.texts.ts'
import { postStatus, userType } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { useUser } from '#/web/kernel/session.ts'
import type { ApiError } from '#/web/kernel/wire.ts'
import { ChangeReasonField } from '#/web/parts/proof/ChangeReasonField.tsx'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, type FormInstance, useForm, useWatch } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { Acknowledgement, type CentreGrant, CentresField, LetterField, mobileRule, nameRule, needsLetter, needsSecondPerson, RolesField } from './fields.tsx'
import { SubjectField } from './SubjectField.tsx'
import type { User, UserChoices } from './tags.tsx'
import { texts } from './texts.ts'

interface Values {
  usertype: User['usertype']
  username: string
  name: string
  mobile: string
  subject?: number
  poststatus?: User['poststatus']
  roleIds: number[]
  centres?: CentreGrant[]
  why?: string
}

const subjectField = { 2: 'unitId', 3: 'operatorId', 5: 'partnerId' } as const

function subjectInputOf({ usertype, subject }: Values) {
  if (subject === undefined || usertype === userType.platform || usertype === userType.centre) return {}
  return { [subjectField[usertype]]: subject }
}

function centreInputOf({ usertype, poststatus = postStatus.none, centres = [] }: Values) {
  if (usertype !== userType.centre) return {}
  return { poststatus, centres: centres.map((centre) => ({ id: centre.id, modes: [...centre.modes] })) }
}

const fieldByError: Readonly<Record<string, 'username' | 'subject' | 'roleIds'>> = {
  usernameTaken: 'username',
  subjectTaken: 'subject',
  grantBeyond: 'roleIds',
}

/** Assigns the server's errors to form fields. */
function fieldErrorsOf({ error, message, issues }: ApiError): { name: 'username' | 'name' | 'mobile' | 'subject' | 'roleIds'; errors: string[] }[] {
  const errorField = fieldByError[error]
  if (errorField) return [{ name: errorField, errors: [message] }]
  const textFields = ['username', 'name', 'mobile'] as const
  return issues.flatMap((issue) => textFields.filter((name) => name === issue.path).map((name) => ({ name, errors: [issue.message] })))
}

interface CreateProps {
  readonly choices: UserChoices
  readonly onClose: () => void
  /** Called with the request id, under which the demo stores the message instead of sending it. */
  readonly onSent: (ask: string) => void
}

function PlaceFields({ usertype, choices, isOwnUnit }: { usertype: User['usertype']; choices: UserChoices; isOwnUnit: boolean }) {
  const t = useText()
  const rules = [{ required: true, message: t(texts.required) }]
  if (usertype === userType.centre) {
    return (
      <>
        <Field name="poststatus" label={t(userFields.post)} rules={rules}>
          <Select options={choicesOf(t, choices.posts, postNames)} />
        </Field>
        <Field name="centres" label={t(userFields.centres)} rules={rules}>
          <CentresField choices={choices} />
        </Field>
      </>
    )
  }
  if (usertype === userType.platform || isOwnUnit) return null
  return (
    <Field name="subject" label={t(userFields.subject)} rules={rules} key={usertype}>
      <SubjectField usertype={usertype} />
    </Field>
  )
}

function PersonFields() {
  const t = useText()
  const rules = [{ required: true, message: t(texts.required) }]
  return (
    <>
      <Field
        name="username"
        label={t(userFields.username)}
        hint={t(texts.usernameHint)}
        rules={[...rules, { pattern: /^\s*[A-Za-z0-9]{4,32}\s*$/, message: t(texts.usernameHint) }]}
      >
        <TextInput maxLength={32} autoComplete="off" autoCapitalize="none" />
      </Field>
      <Field name="name" label={t(userFields.name)} required rules={[nameRule]}>
        <TextInput maxLength={30} autoComplete="off" />
      </Field>
      <Field name="mobile" label={t(userFields.mobile)} required rules={[mobileRule]}>
        <TextInput maxLength={11} inputMode="numeric" autoComplete="off" />
      </Field>
    </>
  )
}

interface CreateFormProps extends Omit<CreateProps, 'choices'> {
  readonly form: FormInstance<Values>
  /** Called when the account would hold conflicting duties. */
  readonly onWarned: (message: string) => void
}

/** Creates the account and shows the server's errors on their fields. */
function useCreateUser({ form, onClose, onSent, onWarned }: CreateFormProps) {
  const showFieldErrors = (failure: ApiError) => {
    const fieldErrors = fieldErrorsOf(failure)
    if (failure.error === 'twoDuties') onWarned(failure.message)
    else if (fieldErrors.length > 0) form.setFields(fieldErrors)
    else showNotice('error', failure.message)
  }
  const create = useProvedSubmit(api.users.create, {
    onFailed: showFieldErrors,
    onDone: ({ sandboxAsk }) => {
      onClose()
      if (sandboxAsk !== null) onSent(sandboxAsk)
    },
  })
  const createUser = (values: Values, letter: File | null, isTicked: boolean) =>
    create.submit({
      username: values.username,
      name: values.name,
      mobile: values.mobile,
      usertype: values.usertype,
      roleIds: values.roleIds,
      ...subjectInputOf(values),
      ...centreInputOf(values),
      ...(letter ? { letterFile: letter } : {}),
      ...(isTicked ? { acknowledge: true } : {}),
      ...(values.why ? { why: values.why.trim() } : {}),
    })
  return { make: createUser, isBusy: create.isBusy }
}

/** Creates an account. The kind determines the fields, and a duty that needs approval requires the letter. */
export function CreateDialog({ choices, onClose, onSent }: CreateProps) {
  const t = useText()
  const isOwnUnit = useUser()?.usertype === userType.unit
  const [form] = useForm<Values>()
  const [letter, setLetter] = useState<File | null>(null)
  const [warning, setWarning] = useState('')
  const [isTicked, setTicked] = useState(false)
  const firstUsertype = choices.usertypes[0] ?? userType.unit
  const usertype = useWatch('usertype', form) ?? firstUsertype
  const roleIds = useWatch('roleIds', form) ?? []
  const needsReview = usertype === userType.unit && needsLetter(choices, roleIds)
  const { make, isBusy } = useCreateUser({ form, onClose, onSent, onWarned: setWarning })
  const send = form.whenValid((values) => make({ ...values, usertype }, needsReview ? letter : null, isTicked))
  const rules = [{ required: true, message: t(texts.required) }]
  const isBlocked = (needsReview && !letter) || (warning !== '' && !isTicked)
  return (
    <Dialog
      title={t(isOwnUnit ? texts.addOwn : texts.add)}
      onClose={onClose}
      width={600}
      confirm={{ text: t(needsReview ? texts.submitReview : texts.create), onPress: send, isBusy, isDisabled: isBlocked }}
    >
      <Form
        form={form}
        initialValues={{ usertype: firstUsertype }}
        onValuesChange={(changed: Partial<Values>) => {
          setWarning('')
          setTicked(false)
          if (changed.usertype !== undefined) form.resetFields(['subject', 'roleIds', 'poststatus', 'centres'])
        }}
      >
        {choices.usertypes.length > 1 ? (
          <Field name="usertype" label={t(userFields.usertype)} rules={rules}>
            <Select options={choicesOf(t, choices.usertypes, usertypeNames)} />
          </Field>
        ) : null}
        <PersonFields />
        <PlaceFields usertype={usertype} choices={choices} isOwnUnit={isOwnUnit} />
        <Field name="roleIds" label={t(userFields.roles)} rules={rules} key={`roles-${usertype}`}>
          <RolesField usertype={usertype} choices={choices} />
        </Field>
        <ChangeReasonField isNeeded={needsSecondPerson(choices, roleIds)} />
      </Form>
      {needsReview ? <LetterField value={letter} onChange={setLetter} /> : null}
      {warning ? <Acknowledgement warning={warning} isTicked={isTicked} onTick={setTicked} /> : null}
    </Dialog>
  )
}
