import { lazy, type ReactNode, Suspense } from 'react'
import { userType } from '#/domain/base/codes.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useUser } from '#/web/kernel/session.ts'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { texts } from './texts.ts'

export { EntityState, ReportState } from './StateTags.tsx'

const LazyEntityPane = lazy(() => import('./EntityPane.tsx').then((part) => ({ default: part.EntityPane })))
const LazyOwnBusiness = lazy(() => import('./OwnBusiness.tsx').then((part) => ({ default: part.OwnBusiness })))
const LazyEntitiesView = lazy(() => import('./EntitiesView.tsx').then((part) => ({ default: part.EntitiesView })))

function LazyBoundary({ children }: { readonly children: ReactNode }) {
  return <Suspense fallback={<Skeleton rows={6} />}>{children}</Suspense>
}

/** The views of operators with a business: the people, and the register of businesses. */
export const entityViews = ['operators', 'entities'] as const
export type EntityView = (typeof entityViews)[number]

/** Returns whether the user manages businesses: platform and centre staff do, units do not. */
export function useCanManageEntities(): boolean {
  const user = useUser()
  return user?.usertype === userType.platform || user?.usertype === userType.centre
}

/** The switch between the list of people and the register of businesses. */
export function EntityViews({ view, onChange }: { readonly view: EntityView; readonly onChange: (view: EntityView) => void }) {
  const t = useText()
  return <Segmented aria-label={t(texts.views)} value={view} onChange={onChange} options={choicesOf(t, entityViews, texts)} />
}

interface ViewProps {
  readonly title: string
  readonly actions: ReactNode
}

/** The register of businesses. */
export function EntityRegister(props: ViewProps) {
  return (
    <LazyBoundary>
      <LazyEntitiesView {...props} />
    </LazyBoundary>
  )
}

/** The businesses of one operator. */
export function OperatorEntities({ operatorId }: { readonly operatorId: number }) {
  return (
    <LazyBoundary>
      <LazyEntityPane operatorId={operatorId} />
    </LazyBoundary>
  )
}

/** The user's own business. */
export function OwnBusinessPage() {
  return (
    <LazyBoundary>
      <LazyOwnBusiness />
    </LazyBoundary>
  )
}
