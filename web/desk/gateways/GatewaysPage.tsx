import { pageTitles } from '#/api/pages.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { GatewayCalls } from './Calls.tsx'
import { Services } from './Services.tsx'
import { Templates } from './Templates.tsx'
import { TextMessages } from './TextMessages.tsx'
import { texts } from './texts.ts'

/** 外部服务: settings of the text message and verification services, their calls and costs. */
export default function GatewaysPage() {
  const t = useText()
  const [state, change] = useUrlState({ pane: 'services' }, { pane: ['templates', 'sent', 'calls'] as const })
  return (
    <>
      <PageHeader title={t(pageTitles.wbfwList)} note={t(texts.note)} />
      <Tabs
        activeKey={state.pane}
        onChange={(pane) => change({ pane })}
        destroyOnHidden
        items={[
          { key: 'services', label: t(texts.services), children: <Services /> },
          { key: 'templates', label: t(texts.templates), children: <Templates /> },
          { key: 'sent', label: t(texts.sent), children: <TextMessages /> },
          { key: 'calls', label: t(texts.calls), children: <GatewayCalls /> },
        ]}
      />
    </>
  )
}
