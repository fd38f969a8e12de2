import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dropdown } from '#/web/ui/Dropdown.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { DownOutlined } from '#/web/ui/icons.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { conditionsOf, withView } from './view-query.ts'
import { viewTexts } from './views.texts.ts'

const ViewsDialog = onDemand(async () => (await import('./ViewsDialog.tsx')).ViewsDialog)

/** The user's saved views of a list, including the default one. `list` identifies the list. */
export function SavedViews({ list }: { readonly list: string }) {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const { open: openViews } = useOverlay((_, close) => <ViewsDialog list={list} views={views.data ?? []} query={currentConditions} onClose={close} />)
  const views = useRead(api.views.list, { list })
  const currentConditions = conditionsOf(params)
  const apply = (query: string) => setParams((present) => withView(present, query), { preventScrollReset: true })
  // Applied only once, because a user may clear the filters on purpose.
  const hasStarted = useRef(params.size > 0)
  const defaultView = views.data?.find((view) => view.isDefault)
  useEffect(() => {
    if (hasStarted.current || !views.data) return
    hasStarted.current = true
    if (defaultView) setParams(new URLSearchParams(defaultView.query), { replace: true, preventScrollReset: true })
  }, [views.data, defaultView, setParams])
  const chosenView = views.data?.find((view) => view.query === currentConditions)
  const items = [
    ...(views.data ?? []).map((view) => ({
      key: String(view.id),
      label: view.name,
      onClick: () => apply(view.query),
    })),
    ...(views.data?.length ? [{ key: 'line', kind: 'line' as const }] : []),
    { key: 'manage', label: t(viewTexts.manage), onClick: () => openViews() },
  ]
  return (
    <Dropdown items={items} {...(chosenView && { chosen: String(chosenView.id) })}>
      <Button icon={<Icon of={DownOutlined} />} iconPlacement="end">
        {chosenView?.name ?? t(viewTexts.views)}
      </Button>
    </Dropdown>
  )
}
