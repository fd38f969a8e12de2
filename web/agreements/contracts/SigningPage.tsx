import { pageTitles } from '#/api/pages.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { formatResultCount } from '#/web/ui/paging.ts'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Consents } from './Consents.tsx'
import { texts } from './texts.ts'
import { useContracts } from './useContracts.tsx'
import './contracts.css'

/** Explains signing, and links to the contracts awaiting the user's signature. */
function SigningGuide({ onSign, onTasks }: { readonly onSign: () => void; readonly onTasks: () => void }) {
  const t = useText()
  const pendingCount = useRead(api.contracts.list, { isMine: true, size: 20 }, { follows: ['contracts'] }).data?.counts.mine ?? 0
  const steps = [
    [texts.guide1, texts.guide1More],
    [texts.guide2, texts.guide2More],
    [texts.guide3, texts.guide3More],
    [texts.guide4, texts.guide4More],
  ] as const
  return (
    <div className="k-stack">
      {pendingCount > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={t(texts.waitingForMe, { count: pendingCount })}
          action={
            <Button size="small" onClick={onSign}>
              {t(texts.goSign)}
            </Button>
          }
        />
      ) : null}
      <ol className="c-guide" aria-label={t(texts.guide)}>
        {steps.map(([title, more], at) => (
          <li key={title.en} className="k-card">
            <b>
              {at + 1}. {t(title)}
            </b>
            <p className="k-muted">{t(more)}</p>
          </li>
        ))}
      </ol>
      <div>
        <Button onClick={onTasks}>{t(texts.tasks)}</Button>
      </div>
    </div>
  )
}

function SigningTasks() {
  const t = useText()
  const currentLanguage = useLanguage()
  const { table, actions, counts, change } = useContracts(true)
  return (
    <>
      <div className="k-row k-spread c-bar">
        <div className="k-row">
          <Button onClick={() => change({ isMine: true, state: '' })}>
            {t(texts.mine)} {formatResultCount(counts?.mine ?? 0, currentLanguage)}
          </Button>
          <Button onClick={() => change({ state: 'signing', isMine: false })}>
            {t(texts.signing)} {formatResultCount(counts?.signing ?? 0, currentLanguage)}
          </Button>
        </div>
        {actions}
      </div>
      {table}
    </>
  )
}

/** 电子签约指引: a guide to signing, the contracts being signed and the consents given. */
export default function SigningPage() {
  const t = useText()
  const [state, change] = useUrlState({ tab: 'guide', open: 0, isMine: false }, { tab: ['tasks', 'consents'] })
  // A link to one contract, as in messages, opens the list tab.
  const tab = state.tab === 'guide' && state.open > 0 ? 'tasks' : state.tab
  // Partners give no consents, so they do not see the tab.
  const hasConsents = useUser()?.usertype !== userType.partner
  return (
    <>
      <PageHeader title={t(pageTitles.dzqyList)} />
      <Tabs
        activeKey={tab}
        onChange={(chosen) => change({ tab: chosen, open: 0 })}
        items={[
          {
            key: 'guide',
            label: t(texts.guide),
            children: <SigningGuide onSign={() => change({ tab: 'tasks', isMine: true })} onTasks={() => change({ tab: 'tasks' })} />,
          },
          { key: 'tasks', label: t(texts.tasks), children: <SigningTasks /> },
          ...(hasConsents ? [{ key: 'consents', label: t(texts.myConsents), children: <Consents /> }] : []),
        ]}
      />
    </>
  )
}
