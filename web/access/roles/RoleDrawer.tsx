import { useState } from 'react'
import { usertypeNames } from '#/api/access/roles.texts.ts'
import { carriesDuty, commonKeys, paymentDuties, permissionKeys } from '#/api/rights.ts'
import { userType } from '#/domain/base/codes.ts'
import { OpenChanges } from '#/web/access/changes/public.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { useRead } from '#/web/kernel/query.ts'
import { AccessReasonInput, isReasonLongEnough } from '#/web/parts/proof/AccessReasonInput.tsx'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { formTexts } from '#/web/ui/form.texts.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { KeyTree } from './KeyTree.tsx'
import { Members } from './Members.tsx'
import { texts } from './texts.ts'
import type { KeyLabels } from './useKeyLabels.ts'

type Role = OutputOf<typeof api.roles.get>

interface Draft {
  readonly name: string
  readonly usertype: number
  readonly keys: readonly string[]
}

interface DrawerProps {
  /** Id of the role; 0 for a new role, null while the drawer is closed. */
  readonly id: number | null
  readonly labels: KeyLabels
  readonly pane: string
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

const permissionSet: ReadonlySet<string> = new Set(permissionKeys)
const emptyDraft: Draft = { name: '', usertype: userType.platform, keys: commonKeys }
const draftOf = (role: Role): Draft => ({ name: role.name, usertype: role.usertype, keys: role.permissions.filter((key) => permissionSet.has(key)) })
const isChanged = (draft: Draft, first: Draft) => draft.name !== first.name || draft.usertype !== first.usertype || !equalKeys(draft.keys, first.keys)
const equalKeys = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((key) => b.includes(key))

function Warnings({
  role,
  warning,
  isAcknowledged,
  onAcknowledge,
}: {
  readonly role: Role | null
  /** Warning about conflicting duties in the role or on its members; empty when there are none. */
  readonly warning: string
  readonly isAcknowledged: boolean
  readonly onAcknowledge: (isAcknowledged: boolean) => void
}) {
  const t = useText()
  const unknownKeys = (role?.permissions ?? []).filter((key) => !permissionSet.has(key))
  return (
    <>
      {role ? <OpenChanges changes={role.changes} /> : null}
      {role?.may.edit ? <Alert type="info" showIcon title={role.may.edit} /> : null}
      {unknownKeys.length > 0 ? <Alert type="warning" showIcon title={t(texts.unknown, { keys: unknownKeys.join(', ') })} /> : null}
      {warning ? (
        <Alert
          type="warning"
          showIcon
          title={warning}
          description={
            role?.may.edit ? null : (
              <Checkbox checked={isAcknowledged} onChange={(event) => onAcknowledge(event.target.checked)}>
                {t(texts.acknowledge)}
              </Checkbox>
            )
          }
        />
      ) : null}
    </>
  )
}

interface SaveCallbacks {
  readonly onMade: (id: number) => void
  readonly onSaved: () => void
  /** Called when the server found that members would hold conflicting duties. */
  readonly onWarned: (message: string) => void
}

function useSaveRole(role: Role | null, { onMade, onSaved, onWarned }: SaveCallbacks) {
  const create = useProvedSubmit(api.roles.create, { onDone: (made) => onMade(made.id) })
  const update = useProvedSubmit(api.roles.update, {
    onDone: onSaved,
    onFailed: ({ error, message }) => (error === 'twoDuties' ? onWarned(message) : showNotice('error', message)),
  })
  const save = (draft: Draft, acknowledged: boolean, why: string) => {
    const input = { name: draft.name.trim(), usertype: draft.usertype, permissions: [...draft.keys], acknowledged, why: why.trim() }
    return role === null ? create.submit(input) : update.submit({ id: role.id, version: role.version, ...input })
  }
  return { save, isBusy: create.isBusy || update.isBusy }
}

function NameAndKind({
  role,
  draft,
  isLocked,
  onChange,
}: {
  readonly role: Role | null
  readonly draft: Draft
  readonly isLocked: boolean
  readonly onChange: (patch: Partial<Draft>) => void
}) {
  const t = useText()
  const hasMembers = (role?.memberCount ?? 0) > 0
  const isShort = draft.name !== '' && draft.name.trim().length < 2
  return (
    <Form className="r-form" isBare>
      <Field label={t(texts.name)} required htmlFor="role-name" problem={isShort ? t(texts.nameRule) : undefined}>
        <TextInput
          id="role-name"
          value={draft.name}
          maxLength={30}
          disabled={isLocked}
          placeholder={t(texts.nameRule)}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label={t(texts.usertype)} required htmlFor="role-usertype" hint={hasMembers ? t(texts.usertypeFixed) : undefined}>
        <Select
          id="role-usertype"
          value={draft.usertype}
          disabled={isLocked || hasMembers}
          options={Object.entries(usertypeNames).map(([value, name]) => ({ value: Number(value), label: t(name) }))}
          onChange={(usertype: number) => onChange({ usertype })}
        />
      </Field>
    </Form>
  )
}

interface SaveBarProps {
  readonly reason: string
  readonly isBusy: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}

function SaveBar({ reason, isBusy, onSave, onClose }: SaveBarProps) {
  const t = useText()
  return (
    <div className="k-row">
      <ActionButton type="primary" reason={reason} isBusy={isBusy} onPress={onSave}>
        {t(texts.save)}
      </ActionButton>
      <Button onClick={onClose}>{t(formTexts.cancel)}</Button>
    </div>
  )
}

/**
 * Edits a role: name, keys and members. Submits the version that the drawer opened with. The server refuses it if a
 * colleague has saved a newer one.
 */
function Editor({ initialRole: role, labels, pane, onPane, onClose, onMade }: Omit<DrawerProps, 'id'> & { readonly initialRole: Role | null }) {
  const t = useText()
  const [base] = useState(role)
  const [draft, setDraft] = useState<Draft>(() => (role ? draftOf(role) : emptyDraft))
  const [isAcknowledged, acknowledge] = useState(false)
  const [warned, setWarned] = useState('')
  const [reason, setReason] = useState('')
  const roleSave = useSaveRole(base, { onMade, onSaved: onClose, onWarned: setWarned })
  const initialDraft = base ? draftOf(base) : emptyDraft
  const isDirty = isChanged(draft, initialDraft) || (base !== null && initialDraft.keys.length !== base.permissions.length)
  const isLocked = Boolean(role?.may.edit)
  const combinedDuties = paymentDuties.filter((key) => draft.keys.includes(key))
  const warning = combinedDuties.length > 1 ? t(texts.duties, { duties: combinedDuties.map((key) => labels.nameOf(key)).join(' + ') }) : warned
  const addsDuty = draft.keys.some((key) => carriesDuty(key) && !initialDraft.keys.includes(key))
  const needsAcknowledgement = warning !== '' && !isAcknowledged
  const blockingReasons = [
    draft.name.trim().length < 2 && texts.nameRule,
    !isDirty && texts.nothingChanged,
    needsAcknowledgement && texts.acknowledgeFirst,
    addsDuty && !isReasonLongEnough(reason) && texts.whyFirst,
  ]
  const blockingReason = blockingReasons.find((text) => text !== false) || null
  const permissionsPane = (
    <KeyTree
      labels={labels}
      keys={draft.keys}
      role={{ id: role?.id ?? 0, usertype: draft.usertype, isBuiltIn: role?.isBuiltIn ?? false }}
      isLocked={isLocked}
      onChange={(keys) => {
        setDraft({ ...draft, keys })
        setWarned('')
      }}
    />
  )
  return (
    <DetailDrawer
      title={role ? role.name : t(texts.create)}
      width={880}
      onClose={onClose}
      isDirty={isDirty && !isLocked}
      footer={(close) => (
        <SaveBar
          reason={role?.may.edit || (blockingReason ? t(blockingReason) : '')}
          isBusy={roleSave.isBusy}
          onSave={() => void roleSave.save(draft, isAcknowledged, reason)}
          onClose={close}
        />
      )}
      {...(role
        ? {
            panes: [
              { key: 'rights', label: t(texts.rights), content: permissionsPane },
              { key: 'members', label: t(texts.members, { count: role.memberCount }), content: <Members role={role} /> },
            ],
            pane,
            onPane,
          }
        : {})}
    >
      <div className="k-stack">
        <Warnings role={role} warning={warning} isAcknowledged={isAcknowledged} onAcknowledge={acknowledge} />
        <NameAndKind role={role} draft={draft} isLocked={isLocked} onChange={(patch) => setDraft({ ...draft, ...patch })} />
        {addsDuty ? <AccessReasonInput value={reason} onChange={setReason} /> : null}
        {role ? null : permissionsPane}
      </div>
    </DetailDrawer>
  )
}

/** 编辑权限: edits or creates a role. */
export function RoleDrawer({ id, ...rest }: DrawerProps) {
  const role = useRead(api.roles.get, { id: id ?? 0 }, { isEnabled: id !== null && id > 0, keepLast: false })
  if (id === null) return null
  if (id === 0) return <Editor key="new" initialRole={null} {...rest} />
  if (role.data) return <Editor key={role.data.id} initialRole={role.data} {...rest} />
  return (
    <DetailDrawer title="" width={880} onClose={rest.onClose}>
      <QueryContent query={role}>{() => null}</QueryContent>
    </DetailDrawer>
  )
}
