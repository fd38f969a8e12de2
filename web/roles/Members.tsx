import { App, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

type Role = OutputOf<typeof api.roles.get>
type Member = OutputOf<typeof api.roles.members>['rows'][number]

const size = 20

function Adding({ role }: { readonly role: Role }) {
  const say = useText()
  const [keyword, setKeyword] = useState('')
  const [chosen, choose] = useState<readonly number[]>([])
  const candidates = useRead(api.roles.candidates, { id: role.id, ...(keyword ? { keyword } : {}) }, { isQuiet: true })
  const give = useSubmit(api.roles.give, { done: say(texts.added), onDone: () => choose([]) })
  const options = (candidates.data ?? []).map((person) => ({
    value: person.id,
    label: `${person.name}（${person.username}）${person.place ? ` · ${person.place}` : ''}`,
  }))
  return (
    <div className="k-row">
      <Select
        mode="multiple"
        className="r-choose"
        aria-label={say(texts.chooseMembers)}
        placeholder={say(texts.chooseMembers)}
        showSearch={{ filterOption: false, onSearch: (text: string) => setKeyword(text.trim()) }}
        loading={candidates.isFetching}
        maxCount={50}
        options={options}
        value={[...chosen]}
        onChange={(ids: number[]) => choose(ids)}
      />
      <ActionButton
        type="primary"
        reason={chosen.length === 0 ? say(texts.chooseFirst) : ''}
        isBusy={give.isBusy}
        onPress={() => void give.submit({ id: role.id, add: [...chosen] })}
      >
        {say(texts.add)}
      </ActionButton>
    </div>
  )
}

/** Who has the role: found, added, taken away. */
export function Members({ role }: { readonly role: Role }) {
  const say = useText()
  const { modal } = App.useApp()
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const members = useRead(api.roles.members, { id: role.id, page, size, ...(keyword ? { keyword } : {}) })
  const take = useSubmit(api.roles.give, { done: say(texts.taken) })
  const mayGive = role.may.give === ''
  const askToTake = (member: Member) =>
    modal.confirm({
      title: say(texts.takeTitle, { name: `${member.name}（${member.username}）` }),
      okText: say(texts.take),
      okButtonProps: { danger: true },
      onOk: () => take.submit({ id: role.id, take: [member.id] }),
    })
  const columns: Column<Member>[] = [
    { key: 'username', title: say(texts.username), width: 140, isAlways: true, render: (member) => member.username },
    { key: 'name', title: say(texts.person), width: 120, render: (member) => member.name },
    { key: 'place', title: say(texts.place), width: 200, isCut: true, render: (member) => member.place },
    {
      key: 'status',
      title: say(texts.status),
      width: 90,
      render: (member) => <StatusTag tone={member.status === 8 ? 'green' : 'grey'}>{say(member.status === 8 ? texts.normal : texts.closed)}</StatusTag>,
    },
    ...(mayGive
      ? [
          {
            key: 'take',
            title: say(texts.action),
            width: 90,
            isAlways: true,
            render: (member: Member) => (
              <Button type="link" size="small" danger onClick={() => askToTake(member)}>
                {say(texts.take)}
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <div className="k-stack">
      {mayGive ? <Adding role={role} /> : <p className="k-note">{role.may.give}</p>}
      <Input.Search
        allowClear
        className="r-search"
        aria-label={say(texts.chooseMembers)}
        placeholder={say(texts.chooseMembers)}
        onSearch={(text) => {
          setKeyword(text.trim())
          setPage(1)
        }}
      />
      <DataTable
        id="role-members"
        label={say(texts.members, { count: role.memberCount })}
        columns={columns}
        rows={members.data?.rows ?? []}
        rowKey={(member) => member.id}
        source={members}
        empty={{ reason: say(texts.noMembers) }}
        paging={{ page, size, count: members.data?.count ?? 0, onChange: setPage }}
        isPlain
      />
    </div>
  )
}
