import { closingStateNames } from '#/api/desk/closings.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { OpenOrAll } from '#/web/parts/review/OpenOrAll.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { formatFound, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

const DecideDialog = onDemand(async () => (await import('./DecideDialog.tsx')).DecideDialog)

type Row = OutputOf<typeof api.closings.list>['rows'][number]

const tones = { open: 'gold', withdrawn: 'grey', refused: 'red', closed: 'green' } as const

function useColumns(onDecide: (row: Row) => void): Column<Row>[] {
  const say = useText()
  return [
    { key: 'operator', title: say(texts.operator), width: 190, isAlways: true, render: (row) => `${row.operatorName} ${row.operatorCode}` },
    { key: 'state', title: say(texts.state), width: 110, render: (row) => <StatusTag tone={tones[row.state]}>{say(closingStateNames[row.state])}</StatusTag> },
    { key: 'reason', title: say(texts.reason), width: 220, isCut: true, render: (row) => row.reason || '—' },
    { key: 'at', title: say(texts.at), width: 150, render: (row) => formatDateTime(row.createdAt) },
    { key: 'due', title: say(texts.due), width: 170, render: (row) => (row.isLate ? say(texts.late, { day: row.dueOn }) : row.dueOn) },
    { key: 'result', title: say(texts.result), width: 200, isCut: true, render: (row) => [row.decidedBy, row.resolution].filter(Boolean).join(': ') || '—' },
    {
      key: 'action',
      title: say(texts.action),
      width: 100,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <ActionButton size="small" type="link" reason={row.mayDecide} onPress={() => onDecide(row)}>
          {say(texts.decide)}
        </ActionButton>
      ),
    },
  ]
}

function List({ isOpen }: { readonly isOpen: boolean }) {
  const say = useText()
  const [state, change] = useUrlState({ closingPage: 1, closingSize: 20, closingAt: '' }, { closingSize: pageSizes })
  const place = { page: state.closingPage, size: state.closingSize, at: state.closingAt }
  const list = useRead(api.closings.list, { ...pageRequestOf(place), ...(isOpen && { state: 'open' as const }) })
  const { open: ask } = useOverlay<Row>((dialog, close) => <DecideDialog closingId={dialog.id} name={dialog.operatorName} onClose={close} />)
  return (
    <DataTable
      id="closings"
      label={say(texts.list)}
      columns={useColumns(ask)}
      rows={list.data?.rows ?? []}
      rowKey={(row) => row.id}
      source={list}
      empty={{ reason: say(texts.none) }}
      paging={pagingOf(place, list.data, ({ page, size, at }) => change({ closingPage: page, closingSize: size, closingAt: at }))}
      isPlain
    />
  )
}

/** Operators' requests to close their accounts: the number pending and the list. Hidden for units. */
export function Closings() {
  const say = useText()
  const currentLanguage = useLanguage()
  const isUnits = useUser()?.usertype === userType.unit
  const [{ closings }, change] = useUrlState({ closings: '' })
  const list = useRead(api.closings.list, { page: 1, size: 20 }, { follows: ['candidates'] })
  const open = list.data?.open ?? 0
  const isOpen = closings !== ''
  if (isUnits) return null
  return (
    <>
      <Button danger={open > 0} onClick={() => change({ closings: '1' })}>
        {open > 0 ? say(texts.listOpen, { count: formatFound(open, currentLanguage) }) : say(texts.list)}
      </Button>
      <DetailDrawer isOpen={isOpen} title={say(texts.list)} onClose={() => change({ closings: '' })} width={1080}>
        {isOpen ? (
          <>
            <OpenOrAll label={say(texts.list)} isOpen={closings === 'open'} onChange={(only) => change({ closings: only ? 'open' : '1' })} />
            <List key={closings} isOpen={closings === 'open'} />
          </>
        ) : null}
      </DetailDrawer>
    </>
  )
}
