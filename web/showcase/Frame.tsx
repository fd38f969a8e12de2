import type { ReactNode } from 'react'
import { isShownTo, type ShowKey, type ShowRole, type ShowRow, showRoles, showRows } from '#/api/desk/showcase.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { switchRole } from './area.tsx'
import { mock } from './mocks.ts'
import { notes } from './notes.ts'
import { role } from './role.ts'
import { texts } from './texts.ts'
import './showcase.css'

/** Switches the demo role. The mock maps its token to a role. */
export function RoleSwitch() {
  const t = useText()
  const playing = useSignal(role)
  const change = async (next: ShowRole) => {
    const { roles } = await mock<{ roles: ShowRole[] }>('GET', `/user/info?token=${next}-token`)
    if (roles[0]) switchRole(roles[0])
  }
  return (
    <Segmented<ShowRole>
      aria-label={t(texts.role)}
      value={playing}
      onChange={(next) => void change(next).catch(() => undefined)}
      options={(Object.keys(showRoles) as ShowRole[]).map((value) => ({ value, label: t(showRoles[value]) }))}
    />
  )
}

/** A page of the showcase: its name, its description, the product pages that use it, and the component. */
export function Frame({ show, children }: { readonly show: ShowKey; readonly children: ReactNode }) {
  const t = useText()
  const playing = useSignal(role)
  const row: ShowRow = showRows[show]
  if (!isShownTo(playing, row))
    return (
      <section className="k-stack">
        <PageHeader title={t(row.title)} note={t(texts.notForRole, { role: t(showRoles[playing]) })} />
        <div className="k-row">
          <RoleSwitch />
        </div>
      </section>
    )
  return (
    <section className="k-stack">
      <PageHeader title={t(row.title)} note={t(notes[show])} />
      {children}
    </section>
  )
}
