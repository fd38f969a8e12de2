import { pageTitles } from '#/api/pages.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useUser } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Claims } from './Claims.tsx'
import { Objections } from './Objections.tsx'
import { texts } from './texts.ts'

const ClaimDialog = onDemand(async () => (await import('./ClaimDialog.tsx')).ClaimDialog)

const initialState = { pane: 'claims', create: false } as const
const allowedValues = { pane: ['objections'] } as const

/** 普通经营者业务: operators' claims on units and their objections to payments, for units and their centres. */
export default function ClaimsPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const user = useUser()
  const canEnterForOthers = user?.usertype === userType.centre && user.islr === '1'
  const panes = [
    { key: 'claims', label: t(texts.claims), children: <Claims /> },
    { key: 'objections', label: t(texts.objections), children: <Objections /> },
  ]
  return (
    <>
      <PageHeader
        title={t(pageTitles.zfSkList)}
        actions={
          canEnterForOthers ? (
            <Button type="primary" onClick={() => change({ create: true })}>
              {t(texts.enter)}
            </Button>
          ) : null
        }
      />
      <Tabs activeKey={state.pane} onChange={(pane) => change({ pane })} items={panes} destroyOnHidden />
      {state.create && canEnterForOthers ? <ClaimDialog onClose={() => change({ create: false })} /> : null}
    </>
  )
}
