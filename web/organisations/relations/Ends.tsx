import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { OpenFilter } from '#/web/parts/review/OpenFilter.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

// Removals are rare, so their list loads on demand.
const EndList = onDemand(async () => (await import('./EndList.tsx')).EndList)

/** The proposed ends of relations: the number for the reader and the list. */
export function Ends() {
  const t = useText()
  const [{ ends }, change] = useUrlState({ ends: '' })
  const isOpen = ends !== ''
  const count = useRead(api.relations.ends, { isForMe: true, page: 1, size: 20 }).data?.count ?? 0
  return (
    <>
      <Button danger={count > 0} onClick={() => change({ ends: 'all' })}>
        {count > 0 ? t(texts.endsOpen, { count }) : t(texts.ends)}
      </Button>
      <DetailDrawer isOpen={isOpen} title={t(texts.ends)} onClose={() => change({ ends: '' })} width={1080}>
        {isOpen ? (
          <>
            <OpenFilter label={t(texts.ends)} isOpen={ends === 'mine'} onChange={(only) => change({ ends: only ? 'mine' : 'all' })} />
            <EndList isForMe={ends === 'mine'} />
          </>
        ) : null}
      </DetailDrawer>
    </>
  )
}
