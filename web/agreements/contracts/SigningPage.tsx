import { pageTitles } from '#/api/pages.texts.ts'
import { userType } from '#/domain/codes.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useUser } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { formatFound } from '#/web/ui/paging.ts'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Consents } from './Consents.tsx'
import { texts } from './texts.ts'
import { useContracts } from './useContracts.tsx'
import './contracts.css'

function Guide() {
  const say = useText()
  const steps = [
    [texts.guide1, texts.guide1More],
    [texts.guide2, texts.guide2More],
    [texts.guide3, texts.guide3More],
    [texts.guide4, texts.guide4More],
  ] as const
  return (
    <ol className="c-guide" aria-label={say(texts.guide)}>
      {steps.map(([title, more], at) => (
        <li key={title.en} className="k-card">
          <b>
            {at + 1}. {say(title)}
          </b>
          <p className="k-muted">{say(more)}</p>
        </li>
      ))}
    </ol>
  )
}

function Tasks() {
  const say = useText()
  const spoken = useLanguage()
  const { table, actions, counts, change } = useContracts(true)
  return (
    <>
      <div className="k-row k-spread c-bar">
        <div className="k-row">
          <Button onClick={() => change({ isMine: true, state: '' })}>
            {say(texts.mine)} {formatFound(counts?.mine ?? 0, spoken)}
          </Button>
          <Button onClick={() => change({ state: 'signing', isMine: false })}>
            {say(texts.signing)} {formatFound(counts?.signing ?? 0, spoken)}
          </Button>
        </div>
        {actions}
      </div>
      {table}
    </>
  )
}

/** 电子签约指引: how signing works, and the documents being signed. */
export default function SigningPage() {
  const say = useText()
  const [state, change] = useUrlState({ tab: 'tasks' }, { tab: ['consents'] })
  // Consents are what operators give: a partner gives none and sees nobody's.
  const hasConsents = useUser()?.usertype !== userType.partner
  return (
    <>
      <PageHeader title={say(pageTitles.dzqyList)} />
      <Guide />
      <Tabs
        activeKey={state.tab}
        onChange={(tab) => change({ tab })}
        items={[
          { key: 'tasks', label: say(texts.signing), children: <Tasks /> },
          ...(hasConsents ? [{ key: 'consents', label: say(texts.myConsents), children: <Consents /> }] : []),
        ]}
      />
    </>
  )
}
