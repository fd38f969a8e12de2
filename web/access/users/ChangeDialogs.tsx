import { useState } from 'react'
import { postNames, userFields } from '#/api/access/users.texts.ts'
import { hasMoreCentres } from '#/domain/access/duties.ts'
import { userType } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { AccessReasonInput, isReasonLongEnough } from '#/web/parts/proof/AccessReasonInput.tsx'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import {
  Acknowledgement,
  type CentreGrant,
  CentresField,
  LetterField,
  nameRule,
  needsLetter,
  needsSecondPerson,
  optionalMobileRule,
  RolesField,
} from './fields.tsx'
import { useAccountFlags } from './marks.tsx'
import { ResubmitForm } from './ResubmitForm.tsx'
import type { User, UserChoices } from './tags.tsx'
import { texts } from './texts.ts'

export interface ChangeProps {
  readonly user: User
  readonly choices: UserChoices
  readonly onClose: () => void
}

function EditForm({ user, choices, onClose }: ChangeProps) {
  const t = useText()
  const [form] = useForm<{ name: string; mobile?: string; poststatus: User['poststatus']; islr: boolean; isdl: boolean }>()
  const flags = useAccountFlags(user)
  const [isDirty, setDirty] = useState(false)
  const update = useSubmit(api.users.update, { onDone: onClose })
  const send = form.whenValid(async ({ name, mobile, poststatus, ...given }) => {
    const isPostChanged = user.usertype === userType.centre && poststatus !== user.poststatus
    await update.submit({ id: user.id, name, ...(mobile?.trim() ? { mobile } : {}), ...(isPostChanged ? { poststatus } : {}), ...flags.changed(given) })
  })
  const posts = choices.posts.includes(user.poststatus) ? choices.posts : [user.poststatus, ...choices.posts]
  return (
    <Dialog
      title={t(texts.editTitle, { name: user.username })}
      onClose={onClose}
      confirm={{ text: t(texts.save), onPress: send, isBusy: update.isBusy, isDisabled: !isDirty }}
    >
      <Form
        form={form}
        initialValues={{ name: user.name, poststatus: user.poststatus, islr: user.islr === '1', isdl: user.isdl === '1' }}
        onValuesChange={() => setDirty(true)}
      >
        <Field name="name" label={t(userFields.name)} required rules={[nameRule]}>
          <TextInput maxLength={30} autoComplete="off" />
        </Field>
        {user.isTwo ? null : (
          <Field
            name="mobile"
            label={t(userFields.mobile)}
            rules={[optionalMobileRule]}
            hint={user.mobile ? t(texts.mobileKept, { mobile: user.mobile }) : undefined}
          >
            <TextInput maxLength={11} inputMode="numeric" autoComplete="off" />
          </Field>
        )}
        {user.usertype === userType.centre ? (
          <Field name="poststatus" label={t(userFields.post)}>
            <Select options={choicesOf(t, posts, postNames)} />
          </Field>
        ) : null}
        {flags.fields}
      </Form>
    </Dialog>
  )
}

function RolesForm({ user, choices, onClose }: ChangeProps) {
  const t = useText()
  const currentRoleIds = user.roles.map((role) => role.id)
  const [roleIds, setRoleIds] = useState(currentRoleIds)
  const [letter, setLetter] = useState<File | null>(null)
  const [warning, setWarning] = useState('')
  const [isTicked, setTicked] = useState(false)
  const [why, setWhy] = useState('')
  const needsReview = user.usertype === userType.unit && needsLetter(choices, roleIds, currentRoleIds)
  const needsTwoPeople = needsSecondPerson(choices, roleIds, currentRoleIds)
  const save = useProvedSubmit(api.users.setRoles, {
    onFailed: ({ error, message }) => (error === 'twoDuties' ? setWarning(message) : showNotice('error', message)),
    onDone: onClose,
  })
  const isSame = roleIds.length === currentRoleIds.length && roleIds.every((id) => currentRoleIds.includes(id))
  const isBlocked = roleIds.length === 0 || isSame || (needsReview && !letter) || (needsTwoPeople && !isReasonLongEnough(why)) || (warning !== '' && !isTicked)
  const send = () =>
    void save.submit({
      id: user.id,
      roleIds,
      ...(needsReview && letter ? { letterFile: letter } : {}),
      ...(isTicked ? { acknowledge: true } : {}),
      why: why.trim(),
    })
  return (
    <Dialog
      title={t(texts.rolesTitle, { name: user.name })}
      onClose={onClose}
      isDirty={!isSame}
      confirm={{ text: t(needsReview || needsTwoPeople ? texts.submitReview : texts.save), onPress: send, isBusy: save.isBusy, isDisabled: isBlocked }}
    >
      <div className="k-stack">
        <label htmlFor="user-roles">{t(userFields.roles)}</label>
        <RolesField
          id="user-roles"
          usertype={user.usertype}
          choices={choices}
          held={currentRoleIds}
          value={roleIds}
          onChange={(ids) => {
            setRoleIds(ids)
            setWarning('')
            setTicked(false)
          }}
        />
        {needsReview ? <LetterField value={letter} onChange={setLetter} /> : null}
        {needsTwoPeople ? <AccessReasonInput value={why} onChange={setWhy} /> : null}
        {warning ? <Acknowledgement warning={warning} isTicked={isTicked} onTick={setTicked} /> : null}
      </div>
    </Dialog>
  )
}

function CentresForm({ user, choices, onClose }: ChangeProps) {
  const t = useText()
  const currentCentres = user.centres.map(({ id, modes }): CentreGrant => ({ id, modes }))
  const [centres, setCentres] = useState<readonly CentreGrant[]>(currentCentres)
  const [why, setWhy] = useState('')
  const save = useProvedSubmit(api.users.setCentres, { onFailed: ({ message }) => showNotice('error', message), onDone: onClose })
  const isSame = JSON.stringify(centres) === JSON.stringify(currentCentres)
  const needsTwoPeople =
    hasMoreCentres(currentCentres, centres) &&
    needsSecondPerson(
      choices,
      user.roles.map((role) => role.id),
      [],
    )
  return (
    <Dialog
      title={t(texts.centresTitle, { name: user.name })}
      onClose={onClose}
      isDirty={!isSame}
      confirm={{
        text: t(needsTwoPeople ? texts.submitReview : texts.save),
        onPress: () => void save.submit({ id: user.id, centres: centres.map((centre) => ({ id: centre.id, modes: [...centre.modes] })), why: why.trim() }),
        isBusy: save.isBusy,
        isDisabled: isSame || centres.length === 0 || (needsTwoPeople && !isReasonLongEnough(why)),
      }}
    >
      <div className="k-stack">
        <CentresField choices={choices} value={centres} onChange={setCentres} />
        {needsTwoPeople ? (
          <>
            <p>{t(texts.centresByTwo)}</p>
            <AccessReasonInput value={why} onChange={setWhy} />
          </>
        ) : null}
      </div>
    </Dialog>
  )
}

const forms = { askAgain: ResubmitForm, edit: EditForm, roles: RolesForm, centres: CentresForm } as const

/** Changes an account's data, roles or centres. */
export function ChangeDialog({ what, ...props }: ChangeProps & { readonly what: keyof typeof forms }) {
  const Change = forms[what]
  return <Change {...props} />
}
