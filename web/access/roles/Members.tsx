import { useState } from 'react'
import { carriesDuty } from '#/api/rights.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { withNote } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { AccessReasonInput, isReasonLongEnough } from '#/web/parts/proof/AccessReasonInput.tsx'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { MultiSelect } from '#/web/ui/MultiSelect.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { SearchInput } from '#/web/ui/TextInput.tsx'
import { useUnsaved } from '#/web/ui/unsaved.ts'
import { setConditions } from '#/web/ui/url-state.ts'
import { texts } from './texts.ts'

const isOpen = (status: number) => status === accountStatus.active

type Role = OutputOf<typeof api.roles.get>
type Member = OutputOf<typeof api.roles.members>['rows'][number]

const size = 20

interface WarningNoticeProps {
  readonly warning: string
  readonly isAcknowledged: boolean
  readonly onAcknowledge: (isAcknowledged: boolean) => void
}

/** The warning that members would hold conflicting duties, with its confirmation. */
function WarningNotice({ warning, isAcknowledged, onAcknowledge }: WarningNoticeProps) {
  const t = useText()
  const box = (
    <Checkbox checked={isAcknowledged} onChange={(event) => onAcknowledge(event.target.checked)}>
      {t(texts.acknowledge)}
    </Checkbox>
  )
  return <Alert type="warning" showIcon role="alert" title={warning} description={box} />
}

function AddMembersForm({ role }: { readonly role: Role }) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [warning, setWarning] = useState('')
  const [isAcknowledged, acknowledge] = useState(false)
  const choosePeople = (people: readonly number[]) => {
    setChosen(people)
    setWarning('')
    acknowledge(false)
  }
  const candidates = useRead(api.roles.candidates, { id: role.id, ...setConditions({ keyword }) })
  const [why, setWhy] = useState('')
  useUnsaved(() => chosen.length > 0)
  const needsTwoPeople = (role.usertype === userType.platform || role.usertype === userType.centre) && role.permissions.some(carriesDuty)
  const addMembers = useProvedSubmit(api.roles.give, {
    onDone: () => choosePeople([]),
    onFailed: ({ error, message }) => (error === 'twoDuties' ? setWarning(message) : showNotice('error', message)),
  })
  const reason =
    chosen.length === 0
      ? t(texts.chooseFirst)
      : warning !== '' && !isAcknowledged
        ? t(texts.acknowledgeFirst)
        : needsTwoPeople && !isReasonLongEnough(why)
          ? t(texts.whyFirst)
          : ''
  const options = (candidates.data ?? []).map((person) => ({
    value: person.id,
    label: `${withNote(person.name, person.username)}${person.place ? ` · ${person.place}` : ''}`,
  }))
  return (
    <div className="k-stack">
      <div className="k-row">
        <MultiSelect
          className="r-choose"
          aria-label={t(texts.chooseMembers)}
          placeholder={t(texts.chooseMembers)}
          onSearch={(text: string) => setKeyword(text.trim())}
          isLoading={candidates.isFetching}
          maxCount={50}
          options={options}
          value={chosen}
          onChange={choosePeople}
        />
        <ActionButton
          type="primary"
          reason={reason}
          isBusy={addMembers.isBusy}
          onPress={() => void addMembers.submit({ id: role.id, add: [...chosen], ...(isAcknowledged ? { acknowledged: true } : {}), why: why.trim() })}
        >
          {t(texts.add)}
        </ActionButton>
      </div>
      {needsTwoPeople && chosen.length > 0 ? <AccessReasonInput value={why} onChange={setWhy} /> : null}
      {warning ? <WarningNotice warning={warning} isAcknowledged={isAcknowledged} onAcknowledge={acknowledge} /> : null}
    </div>
  )
}

/** Searches on Enter, and shows all members again when the field is cleared. */
function MemberSearch({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const t = useText()
  const [text, setText] = useState('')
  return (
    <SearchInput
      isClearable
      className="r-search"
      aria-label={t(texts.findMembers)}
      placeholder={t(texts.findMembers)}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        if (event.target.value === '') onSearch('')
      }}
      onSearch={onSearch}
    />
  )
}

/** The members of a role, with search, adding and removing. */
export function Members({ role }: { readonly role: Role }) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const searchMembers = (text: string) => {
    setKeyword(text.trim())
    setPage(1)
  }
  const members = useRead(api.roles.members, { id: role.id, page, size, ...setConditions({ keyword }) })
  const removeMember = useSubmit(api.roles.give)
  const canChangeMembers = role.may.give === ''
  const confirmRemoval = (member: Member) =>
    confirm({
      title: t(texts.takeTitle, { name: withNote(member.name, member.username) }),
      okText: t(texts.take),
      isDangerous: true,
      onOk: () => removeMember.submit({ id: role.id, take: [member.id] }),
    })
  const columns: Column<Member>[] = [
    { key: 'username', title: t(texts.username), width: 140, isAlways: true, render: (member) => member.username },
    { key: 'name', title: t(texts.person), width: 120, render: (member) => member.name },
    { key: 'place', title: t(texts.place), width: 200, isCut: true, render: (member) => member.place },
    {
      key: 'status',
      title: t(texts.status),
      width: 90,
      render: ({ status }) => <StatusTag tone={isOpen(status) ? 'green' : 'grey'}>{t(isOpen(status) ? texts.normal : texts.closed)}</StatusTag>,
    },
    ...(canChangeMembers
      ? [
          {
            key: 'take',
            title: t(texts.action),
            width: 90,
            isAlways: true,
            render: (member: Member) => (
              <Button type="link" size="small" danger onClick={() => confirmRemoval(member)}>
                {t(texts.take)}
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <div className="k-stack">
      {canChangeMembers ? <AddMembersForm role={role} /> : <p className="k-note">{role.may.give}</p>}
      <MemberSearch onSearch={searchMembers} />
      <DataTable
        id="role-members"
        label={t(texts.members, { count: role.memberCount })}
        columns={columns}
        source={members}
        empty={{ reason: t(texts.noMembers) }}
        paging={{ page, size, count: members.data?.count ?? 0, onChange: setPage }}
        isPlain
      />
    </div>
  )
}
