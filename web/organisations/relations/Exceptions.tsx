import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { OpenFilter } from '#/web/parts/review/OpenFilter.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { formatResultCount } from '#/web/ui/paging.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Ends } from './Ends.tsx'
import { texts } from './texts.ts'

// Requests are rare, so their list loads on demand.
const ExceptionList = onDemand(async () => (await import('./ExceptionList.tsx')).ExceptionList)

/** Units' requests to pay related people, and proposed removals of such people: the numbers pending and the lists. */
export function Exceptions() {
  const t = useText()
  const [{ exceptions }, change] = useUrlState({ exceptions: '' })
  const isOpen = exceptions !== ''
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
            <OpenFilter label={t(texts.exceptions)} isOpen={exceptions === 'open'} onChange={(only) => change({ exceptions: only ? 'open' : '1' })} />
            <ExceptionList key={exceptions} isPending={exceptions === 'open'} />
          </>
        ) : null}
      </DetailDrawer>
    </>
  )
}
