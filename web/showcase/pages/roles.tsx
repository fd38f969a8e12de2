import { useId, useState } from 'react'
import { type ShowcaseRoute, showcaseRoutes } from '#/api/desk/showcase.texts.ts'
import type { ShowcaseRoleRow } from '#/api/desk/showcase.ts'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { callMock, useMock } from '#/web/showcase/mocks.ts'
import { texts } from '#/web/showcase/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'

type Draft = Omit<ShowcaseRoleRow, 'key'> & { readonly key: string | null }

const deleteQuestion: Text = {
  zh: '删除角色“{name}”？',
  en: 'Delete the role “{name}”?',
  es: '¿Eliminar el rol «{name}»?',
  ja: 'ロール「{name}」を削除しますか？',
}
const allRoutes = Object.values<ShowcaseRoute>(showcaseRoutes)

function RoleDialog({ draft, onDraft, onClose, onSaved }: { draft: Draft; onDraft: (draft: Draft) => void; onClose: () => void; onSaved: () => void }) {
  const t = useText()
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const { key, ...body } = draft
  const saveRole = async () => {
    setBusy(true)
    try {
      await (key === null ? callMock('POST', '/role', body) : callMock('PUT', `/role/${key}`, { ...body, key }))
      showNotice('success', t(texts.saved))
      onSaved()
    } finally {
      setBusy(false)
    }
  }
  const toggle = (path: string) =>
    onDraft({ ...draft, routes: draft.routes.includes(path) ? draft.routes.filter((route) => route !== path) : [...draft.routes, path] })
  return (
    <Dialog
      title={key === null ? t(texts.add) : t(texts.edit)}
      onClose={onClose}
      confirm={{ text: t(texts.save), isBusy, isDisabled: draft.name.trim() === '', onPress: () => void saveRole().catch(() => undefined) }}
    >
      <div className="k-stack">
        <label className="x-field" htmlFor={`${id}n`}>
          <span>{t(texts.name)}</span>
          <input id={`${id}n`} className="k-input" maxLength={30} value={draft.name} onChange={(event) => onDraft({ ...draft, name: event.target.value })} />
        </label>
        <label className="x-field" htmlFor={`${id}d`}>
          <span>{t(texts.description)}</span>
          <input
            id={`${id}d`}
            className="k-input"
            maxLength={200}
            value={draft.description}
            onChange={(event) => onDraft({ ...draft, description: event.target.value })}
          />
        </label>
        <fieldset className="x-routes">
          <legend>{t(texts.routes)}</legend>
          {[{ path: '/dashboard', title: null }, ...allRoutes].map(({ path, title }) => (
            <Checkbox key={path} checked={draft.routes.includes(path)} onChange={() => toggle(path)}>
              {title ? `${t(title)} ${path}` : path}
            </Checkbox>
          ))}
        </fieldset>
      </div>
    </Dialog>
  )
}

/** The roles of the mock, added, edited and deleted in its memory. */
export function Roles() {
  const t = useText()
  const source = useMock<ShowcaseRoleRow[]>('/roles')
  const [draft, setDraft] = useState<Draft | null>(null)
  const remove = ({ key, name }: ShowcaseRoleRow) =>
    confirm({
      title: t(deleteQuestion, { name }),
      okText: t(texts.remove),
      isDangerous: true,
      onOk: () => callMock('DELETE', `/role/${key}`).then(() => source.refetch()),
    })
  return (
    <>
      <DataTable<ShowcaseRoleRow>
        id="showRoles"
        label={t(texts.role)}
        rows={source.data ?? []}
        rowKey={({ key }) => key}
        source={source}
        empty={{ reason: t(texts.noRoles) }}
        tools={
          <Button type="primary" onClick={() => setDraft({ key: null, name: '', description: '', routes: [] })}>
            {t(texts.add)}
          </Button>
        }
        columns={[
          { key: 'name', title: t(texts.name), width: 140, isAlways: true, render: (row) => row.name },
          { key: 'description', title: t(texts.description), width: 320, isCut: true, render: (row) => row.description || '—' },
          { key: 'routes', title: t(texts.routes), width: 110, align: 'right', render: (row) => row.routes.length },
          {
            key: 'actions',
            title: t(texts.edit),
            width: 150,
            isAlways: true,
            render: (row) => (
              <span className="k-row">
                <Button type="link" onClick={() => setDraft(row)}>
                  {t(texts.edit)}
                </Button>
                <Button type="link" danger onClick={() => remove(row)}>
                  {t(texts.remove)}
                </Button>
              </span>
            ),
          },
        ]}
      />
      {draft ? (
        <RoleDialog
          draft={draft}
          onDraft={setDraft}
          onClose={() => setDraft(null)}
          onSaved={() => {
            setDraft(null)
            void source.refetch()
          }}
        />
      ) : null}
    </>
  )
}
