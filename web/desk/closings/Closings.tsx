import { closingStateNames } from '#/api/desk/closings.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { OpenFilter } from '#/web/parts/review/OpenFilter.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { formatResultCount, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { stateTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

const DecideDialog = onDemand(async () => (await import('./DecideDialog.tsx')).DecideDialog)

type Row = OutputOf<typeof api.closings.list>['rows'][number]

const ClosingTag = stateTag(closingStateNames, { open: 'gold', withdrawn: 'grey', refused: 'red', closed: 'green' })

function useColumns(onDecide: (row: Row) => void): Column<Row>[] {
  const t = useText()
  return [
    { key: 'operator', title: t(texts.operator), width: 190, isAlways: true, render: (row) => `${row.operatorName} ${row.operatorCode}` },
    { key: 'state', title: t(texts.state), width: 110, render: (row) => <ClosingTag state={row.state} /> },
    { key: 'reason', title: t(texts.reason), width: 220, isCut: true, render: (row) => row.reason || '—' },
    { key: 'at', title: t(texts.at), width: 150, render: (row) => formatDateTime(row.createdAt) },
    { key: 'due', title: t(texts.due), width: 170, render: (row) => (row.isLate ? t(texts.late, { day: row.dueOn }) : row.dueOn) },
    { key: 'result', title: t(texts.result), width: 200, isCut: true, render: (row) => [row.decidedBy, row.resolution].filter(Boolean).join(': ') || '—' },
    {
      key: 'action',
      title: t(texts.action),
      width: 100,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <ActionButton size="small" type="link" reason={row.mayDecide} onPress={() => onDecide(row)}>
          {t(texts.decide)}
        </ActionButton>
      ),
    },
  ]
}

function ClosingList({ isOpen }: { readonly isOpen: boolean }) {
  const t = useText()
  const [state, change] = useUrlState({ closingPage: 1, closingSize: 20, closingAt: '' }, { closingSize: pageSizes })
  const position = { page: state.closingPage, size: state.closingSize, at: state.closingAt }
  const list = useRead(api.closings.list, { ...pageRequestOf(position), ...(isOpen && { state: 'open' as const }) })
  const { open: ask } = useOverlay<Row>((dialog, close) => <DecideDialog closingId={dialog.id} name={dialog.operatorName} onClose={close} />)
  return (
    <DataTable
      id="closings"
      label={t(texts.list)}
      columns={useColumns(ask)}
      source={list}
      empty={{ reason: t(texts.none) }}
      paging={pagingOf(position, list.data, ({ page, size, at }) => change({ closingPage: page, closingSize: size, closingAt: at }))}
      isPlain
    />
  )
}

/** Operators' requests to close their accounts: the number pending and the list. Hidden for units. */
export function Closings() {
  const t = useText()
  const currentLanguage = useLanguage()
  const isUnitUser = useUser()?.usertype === userType.unit
  const [{ closings }, change] = useUrlState({ closings: '' })
  const list = useRead(api.closings.list, { page: 1, size: 20 }, { follows: ['candidates'] })
  const open = list.data?.open ?? 0
  const isOpen = closings !== ''
  if (isUnitUser) return null
  return (
    <>
      <Button danger={open > 0} onClick={() => change({ closings: '1' })}>
        {open > 0 ? t(texts.listOpen, { count: formatResultCount(open, currentLanguage) }) : t(texts.list)}
      </Button>
      <DetailDrawer isOpen={isOpen} title={t(texts.list)} onClose={() => change({ closings: '' })} width={1080}>
        {isOpen ? (
          <>
            <OpenFilter label={t(texts.list)} isOpen={closings === 'open'} onChange={(only) => change({ closings: only ? 'open' : '1' })} />
            <ClosingList key={closings} isOpen={closings === 'open'} />
          </>
        ) : null}
      </DetailDrawer>
    </>
  )
}
