import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { ChecksPane } from '#/web/desk/integrity/public.tsx'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Operations } from './Operations.tsx'
import { texts } from './texts.ts'

const SignIns = onDemand(async () => (await import('./SignIns.tsx')).SignIns)
const VerifyDialog = onDemand(async () => (await import('./VerifyDialog.tsx')).VerifyDialog)

const initialState = { pane: 'operations', open: 0 } as const
const allowedValues = { pane: ['signIns', 'checks'] } as const

/** 日志: actions and sign-ins, with a check that no entry was altered. */
export default function LogPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [isVerifying, setVerifying] = useState(false)
  const choices = useRead(api.audit.choices, {})
  return (
    <>
      <PageHeader
        title={t(pageTitles.syslog)}
        note={t(texts.note)}
        actions={
          choices.data?.mayVerify ? (
            <Button type="primary" onClick={() => setVerifying(true)}>
              {t(texts.verify)}
            </Button>
          ) : null
        }
      />
      <Tabs
        activeKey={state.pane}
        onChange={(pane) => change({ pane, open: 0 })}
        destroyOnHidden
        items={[
          { key: 'operations', label: t(texts.operations), children: <Operations /> },
          { key: 'signIns', label: t(texts.signIns), children: <SignIns /> },
          ...(can('integrity') ? [{ key: 'checks', label: t(texts.checks), children: <ChecksPane /> }] : []),
        ]}
      />
      {isVerifying ? (
        <VerifyDialog
          onClose={() => setVerifying(false)}
          onOpenRow={(open) => {
            setVerifying(false)
            change({ pane: 'operations', open })
          }}
        />
      ) : null}
    </>
  )
}
