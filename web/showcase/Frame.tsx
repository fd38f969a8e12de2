import type { ReactNode } from 'react'
import { isVisibleTo, type ShowcaseKey, type ShowcaseRole, type ShowcaseRoute, showcaseRoles, showcaseRoutes } from '#/api/desk/showcase.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { switchRole } from './area.tsx'
import { callMock } from './mocks.ts'
import { showcaseNotes } from './notes.ts'
import { showcaseRole } from './role.ts'
import { texts } from './texts.ts'
import './showcase.css'

/** Switches the demo role. The mock maps its token to a role. */
export function RoleSwitch() {
  const t = useText()
  const currentRole = useSignal(showcaseRole)
  const change = async (next: ShowcaseRole) => {
    const { roles } = await callMock<{ roles: ShowcaseRole[] }>('GET', `/user/info?token=${next}-token`)
    if (roles[0]) switchRole(roles[0])
  }
  return (
    <Segmented<ShowcaseRole>
      aria-label={t(texts.role)}
      value={currentRole}
      onChange={(next) => void change(next).catch(() => undefined)}
      options={(Object.keys(showcaseRoles) as ShowcaseRole[]).map((value) => ({ value, label: t(showcaseRoles[value]) }))}
    />
  )
}

/** A page of the showcase: its name, its description, the product pages that use it, and the component. */
export function Frame({ show, children }: { readonly show: ShowcaseKey; readonly children: ReactNode }) {
  const t = useText()
  const currentRole = useSignal(showcaseRole)
  const row: ShowcaseRoute = showcaseRoutes[show]
  if (!isVisibleTo(currentRole, row))
    return (
      <section className="k-stack">
        <PageHeader title={t(row.title)} note={t(texts.notForRole, { role: t(showcaseRoles[currentRole]) })} />
        <div className="k-row">
          <RoleSwitch />
        </div>
      </section>
    )
  return (
    <section className="k-stack">
      <PageHeader title={t(row.title)} note={t(showcaseNotes[show])} />
      {children}
    </section>
  )
}
