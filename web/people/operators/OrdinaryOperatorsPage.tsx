import { pageTitles } from '#/api/pages.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { EntityRegister, type EntityView, EntityViews, entityViews, useCanManageEntities } from '#/web/people/entities/public.tsx'
import { PageExtras } from '#/web/shell/PageExtras.tsx'
import { periodRules } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { OperatorList } from './OperatorList.tsx'

// URL parameters of both views, which are cleared when the view changes.
const initialState = { view: 'operators', keyword: '', from: '', to: '', open: 0 } as const

/** 普通经营者: operators with a registered business who registered themselves, and the register of businesses. */
export default function OrdinaryOperatorsPage() {
  const t = useText()
  const canManageEntities = useCanManageEntities()
  const [state, change] = useUrlState(initialState, { view: entityViews, ...periodRules })
  const view: EntityView = canManageEntities ? state.view : 'operators'
  const title = t(pageTitles.userYzList)
  const actions = canManageEntities ? <EntityViews view={view} onChange={(chosen) => change({ ...initialState, view: chosen })} /> : null
  if (view === 'entities') return <EntityRegister title={title} actions={actions} />
  return (
    <OperatorList
      kind="ordinary"
      title={title}
      actions={
        <>
          {actions}
          <PageExtras />
        </>
      }
    />
  )
}
