import { exceptionStateNames } from '#/api/organisations/relations.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Button } from '#/web/ui/Button.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { formatResultCount } from '#/web/ui/paging.ts'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Ends } from './Ends.tsx'
import { texts } from './texts.ts'

// Requests are rare, so their list loads on demand.
const ExceptionList = onDemand(async () => (await import('./ExceptionList.tsx')).ExceptionList)

const states = ['pending', 'approved', 'rejected', 'void'] as const

/** Returns the value of the address for a state. Pending tasks link to `open`. */
const addressOf = (state: (typeof states)[number] | 'all') => (state === 'pending' ? 'open' : state === 'all' ? '1' : state)

/** Units' requests to pay related people, and proposed removals of such people: the numbers pending and the lists. */
export function Exceptions() {
  const t = useText()
  const [{ exceptions }, change] = useUrlState({ exceptions: '' })
  const isOpen = exceptions !== ''
  const shown = states.find((state) => addressOf(state) === exceptions)
  const options = [...choicesOf(t, states, exceptionStateNames), { value: 'all' as const, label: t(texts.allExceptions) }]
  const list = useRead(api.relations.exceptions, { page: 1, size: 20 }, { follows: ['candidates'] })
  const open = list.data?.open ?? 0
  const currentLanguage = useLanguage()
  return (
    <>
      <Ends />
      <Button danger={open > 0} onClick={() => change({ exceptions: '1' })}>
        {open > 0 ? t(texts.exceptionsOpen, { count: formatResultCount(open, currentLanguage) }) : t(texts.exceptions)}
      </Button>
      <DetailDrawer isOpen={isOpen} title={t(texts.exceptions)} onClose={() => change({ exceptions: '' })} width={1080}>
        {isOpen ? (
          <>
            <Segmented aria-label={t(texts.state)} options={options} value={shown ?? 'all'} onChange={(value) => change({ exceptions: addressOf(value) })} />
            <ExceptionList key={exceptions} shown={shown} />
          </>
        ) : null}
      </DetailDrawer>
    </>
  )
}
