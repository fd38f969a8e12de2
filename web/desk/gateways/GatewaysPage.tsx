import { pageTitles } from '#/api/pages.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Calls } from './Calls.tsx'
import { Services } from './Services.tsx'
import { Templates } from './Templates.tsx'
import { TextMessages } from './TextMessages.tsx'
import { texts } from './texts.ts'

/** 外部服务: settings of the text message and verification services, their calls and costs. */
export default function GatewaysPage() {
  const say = useText()
  const [state, change] = useUrlState({ pane: 'services' }, { pane: ['templates', 'sent', 'calls'] as const })
  return (
    <>
      <PageHeader title={say(pageTitles.wbfwList)} note={say(texts.note)} />
      <Tabs
        activeKey={state.pane}
        onChange={(pane) => change({ pane })}
        destroyOnHidden
        items={[
          { key: 'services', label: say(texts.services), children: <Services /> },
          { key: 'templates', label: say(texts.templates), children: <Templates /> },
          { key: 'sent', label: say(texts.sent), children: <TextMessages /> },
          { key: 'calls', label: say(texts.calls), children: <Calls /> },
        ]}
      />
    </>
  )
}
