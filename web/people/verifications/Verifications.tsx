import { verificationStateNames } from '#/api/people/verifications.texts.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
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

type Row = OutputOf<typeof api.verifications.list>['rows'][number]

const VerificationTag = stateTag(verificationStateNames, { waiting: 'gold', confirmed: 'green', refused: 'red', withdrawn: 'grey' })

function Actions({ row, onDecide }: { readonly row: Row; readonly onDecide: (isConfirmed: boolean) => void }) {
  const t = useText()
  const withdraw = useSubmit(api.verifications.withdraw)
  if (row.state !== 'waiting') return null
  return (
    <span className="k-row">
      <ActionButton size="small" type="link" reason={row.mayDecide} onPress={() => onDecide(true)}>
        {t(texts.confirm)}
      </ActionButton>
      <ActionButton size="small" type="link" reason={row.mayDecide} onPress={() => onDecide(false)}>
        {t(texts.refuse)}
      </ActionButton>
      {row.mayWithdraw === '' ? (
        <ActionButton size="small" type="link" isBusy={withdraw.isBusy} onPress={() => void withdraw.submit({ id: row.id })}>
          {t(texts.withdraw)}
        </ActionButton>
      ) : null}
    </span>
  )
}

function VerificationList({ isForMe }: { readonly isForMe: boolean }) {
  const t = useText()
  const [state, change] = useUrlState({ handPage: 1, handSize: 20, handAt: '' }, { handSize: pageSizes })
  const position = { page: state.handPage, size: state.handSize, at: state.handAt }
  const list = useRead(api.verifications.list, { ...pageRequestOf(position), ...(isForMe ? { isForMe } : {}) }, { follows: ['candidates'] })
  const { open: ask } = useOverlay<{ readonly row: Row; readonly isConfirmed: boolean }>((dialog, close) => (
    <DecideDialog id={dialog.row.id} isConfirmed={dialog.isConfirmed} onClose={close} />
  ))
  const columns: Column<Row>[] = [
    { key: 'operator', title: t(texts.operator), width: 120, isAlways: true, render: (row) => row.operatorName },
    {
      key: 'what',
      title: t(texts.what),
      width: 140,
      isAlways: true,
      render: (row) => t(row.cardTail === '' ? texts.identity : texts.card, { tail: row.cardTail }),
    },
    {
      key: 'state',
      title: t(texts.state),
      width: 130,
      render: (row) => <VerificationTag state={row.state} />,
    },
    { key: 'reason', title: t(texts.reason), width: 220, isCut: true, render: (row) => row.reason },
    {
      key: 'evidence',
      title: t(texts.evidence),
      width: 110,
      isAlways: true,
      render: (row) => <PreviewButton type="link" size="small" fileId={row.fileId} />,
    },
    { key: 'asked', title: t(texts.asked), width: 200, render: (row) => `${row.askedBy} · ${formatDateTime(row.askedAt)}` },
    {
      key: 'decided',
      title: t(texts.decided),
      width: 240,
      isCut: true,
      render: (row) => [row.decidedBy, row.decidedAt ? formatDateTime(row.decidedAt) : '', row.decision].filter(Boolean).join(' · ') || '—',
    },
    {
      key: 'action',
      title: t(texts.action),
      width: 170,
      pin: 'right',
      isAlways: true,
      render: (row) => <Actions row={row} onDecide={(isConfirmed) => ask({ row, isConfirmed })} />,
    },
  ]
  return (
    <>
      <p className="k-note">{t(texts.note)}</p>
      <DataTable
        id="verifications"
        label={t(texts.title)}
        columns={columns}
        source={list}
        empty={{ reason: t(texts.none) }}
        paging={pagingOf(position, list.data, ({ page, size, at }) => change({ handPage: page, handSize: size, handAt: at }))}
        isPlain
      />
    </>
  )
}

/** Manual verifications: the number awaiting a second person, and the list. */
export function Verifications() {
  const t = useText()
  const [{ hand }, change] = useUrlState({ hand: '' })
  const isOpen = hand !== ''
  const list = useRead(api.verifications.list, { page: 1, size: 20 }, { follows: ['candidates'] })
  const pendingCount = list.data?.waiting ?? 0
  const currentLanguage = useLanguage()
  if (list.error) return null
  return (
    <>
      <Button onClick={() => change({ hand: '1' })}>
        {pendingCount > 0 ? t(texts.titleOpen, { count: formatResultCount(pendingCount, currentLanguage) }) : t(texts.title)}
      </Button>
      <DetailDrawer isOpen={isOpen} title={t(texts.title)} onClose={() => change({ hand: '' })} width={1180}>
        {isOpen ? (
          <>
            <div className="k-row">
              <Button type={hand === 'mine' ? 'primary' : 'default'} onClick={() => change({ hand: 'mine' })}>
                {t(texts.forMe)}
              </Button>
              <Button type={hand === 'mine' ? 'default' : 'primary'} onClick={() => change({ hand: '1' })}>
                {t(texts.all)}
              </Button>
            </div>
            <VerificationList key={hand} isForMe={hand === 'mine'} />
          </>
        ) : null}
      </DetailDrawer>
    </>
  )
}
