import { Form, Input } from 'antd'
import { useState } from 'react'
import { accountFieldNames } from '#/api/access/users.texts.ts'
import { type AccountField, openFields } from '#/domain/account-review.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { notify } from '#/web/kernel/notices.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import type { ChangeProps } from './ChangeDialogs.tsx'
import { Acknowledge, LetterField, RolesField } from './fields.tsx'
import { texts } from './texts.ts'

/** What was rejected, each with its reason; nothing else can be changed, and it is asked for once more. */
export function AskAgainForm({ user, choices, onClose }: ChangeProps) {
  const say = useText()
  const { rejects = [], roleIds: asked = [], reason = '' } = user.review ?? {}
  const open = openFields(rejects)
  const [name, setName] = useState(user.name)
  const [mobile, setMobile] = useState('')
  const [roleIds, setRoleIds] = useState<number[]>(asked)
  const [letter, setLetter] = useState<File | null>(null)
  const [warning, setWarning] = useState('')
  const [isTicked, setTicked] = useState(false)
  const again = useSubmit(api.users.askAgain, {
    isQuiet: true,
    onFailed: ({ error, message }) => (error === 'twoDuties' ? setWarning(message) : notify('error', message)),
    onDone: () => {
      notify('success', say(texts.sentForReview))
      onClose()
    },
  })
  const isChanged: Readonly<Record<AccountField, boolean>> = {
    name: name.trim() !== user.name && name.trim() !== '',
    mobile: mobile.trim() !== '',
    roles: roleIds.length > 0 && [...roleIds].sort().join() !== [...asked].sort().join(),
    letter: letter !== null,
  }
  const isBlocked = rejects.some((each) => !isChanged[each.field]) || (warning !== '' && !isTicked)
  const why = (field: AccountField) => {
    const found = rejects.find((each) => each.field === field)
    return found ? <span className="k-problem">{found.reason}</span> : null
  }
  const label = (field: AccountField) => say(accountFieldNames[field])
  const send = () =>
    void again.submit({
      id: user.id,
      ...(isChanged.name ? { name: name.trim() } : {}),
      ...(isChanged.mobile ? { mobile: mobile.trim() } : {}),
      ...(isChanged.roles ? { roleIds } : {}),
      ...(letter ? { letterFile: letter } : {}),
      ...(isTicked ? { acknowledge: true } : {}),
    })
  return (
    <Dialog
      title={say(texts.askAgainTitle, { name: user.name })}
      isOpen
      onClose={onClose}
      isDirty={Object.values(isChanged).some(Boolean)}
      confirm={{ text: say(texts.submitReview), onPress: send, isBusy: again.isBusy, isDisabled: isBlocked }}
    >
      <Form layout="vertical">
        <p className="k-note">{rejects.length > 0 ? say(texts.askAgainLead) : reason}</p>
        {open.includes('name') ? (
          <Form.Item label={label('name')} htmlFor="again-name" extra={why('name')}>
            <Input id="again-name" value={name} maxLength={30} autoComplete="off" onChange={(event) => setName(event.target.value)} />
          </Form.Item>
        ) : null}
        {open.includes('mobile') ? (
          <Form.Item label={label('mobile')} htmlFor="again-mobile" extra={why('mobile')}>
            <Input
              id="again-mobile"
              value={mobile}
              maxLength={11}
              inputMode="numeric"
              autoComplete="off"
              placeholder={user.mobile}
              onChange={(event) => setMobile(event.target.value)}
            />
          </Form.Item>
        ) : null}
        {open.includes('roles') ? (
          <Form.Item label={label('roles')} htmlFor="again-roles" extra={why('roles')}>
            <RolesField
              id="again-roles"
              usertype={user.usertype}
              choices={choices}
              held={user.roles.map((role) => role.id)}
              value={roleIds}
              onChange={setRoleIds}
            />
          </Form.Item>
        ) : null}
        {open.includes('letter') ? (
          <Form.Item label={label('letter')} extra={why('letter')}>
            <LetterField value={letter} onChange={setLetter} />
          </Form.Item>
        ) : null}
        {warning ? <Acknowledge warning={warning} isTicked={isTicked} onTick={setTicked} /> : null}
      </Form>
    </Dialog>
  )
}
