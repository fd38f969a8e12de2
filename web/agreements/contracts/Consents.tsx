import { consentNames } from '#/api/agreements/contracts.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

type Consent = OutputOf<typeof api.contracts.consents>['rows'][number]

function WithdrawDialog({ consent, onClose }: { readonly consent: Consent; readonly onClose: () => void }) {
  const t = useText()
  const withdraw = useSubmit(api.contracts.withdraw, { onDone: onClose })
  return (
    <ReasonDialog
      title={`${t(texts.withdraw)} · ${t(consentNames[consent.kind])}`}
      onClose={onClose}
      confirmText={t(texts.withdraw)}
      onConfirm={({ reason }) => void withdraw.submit({ consentId: consent.id, reason })}
      isDangerous
      submission={withdraw}
    >
      <p>{t(texts.withdrawMore)}</p>
    </ReasonDialog>
  )
}

/** The consents of operators. An operator can withdraw a consent at any time. */
export function Consents() {
  const t = useText()
  const [state, change] = useUrlState({ consentPage: 1, consentSize: 20, consentAt: '' }, { consentSize: pageSizes })
  const position = { page: state.consentPage, size: state.consentSize, at: state.consentAt }
  const { open: openWithdraw } = useOverlay<Consent>((withdrawing, close) => <WithdrawDialog consent={withdrawing} onClose={close} />)
  // Only operators give consents, and they can withdraw only their own.
  const isOwn = useUser()?.usertype === userType.operator
  const list = useRead(api.contracts.consents, { ...pageRequestOf(position) })
  const columns: Column<Consent>[] = [
    { key: 'kind', title: t(texts.consents), width: 180, isAlways: true, render: (row) => t(consentNames[row.kind]) },
    { key: 'operator', title: t(texts.people), width: 110, render: (row) => row.operatorName },
    { key: 'centre', title: t(texts.centre), width: 160, render: (row) => row.centreName },
    { key: 'given', title: t(texts.givenAt), width: 160, render: (row) => formatDateTime(row.givenAt) },
    { key: 'to', title: t(texts.validTo), width: 120, render: (row) => row.validTo ?? '—' },
    {
      key: 'state',
      title: t(texts.standing),
      width: 110,
      render: (row) => <StatusTag tone={row.revokedAt ? 'grey' : 'green'}>{t(row.revokedAt ? texts.withdrawn : texts.standing)}</StatusTag>,
    },
    ...(isOwn
      ? [
          {
            key: 'action',
            title: t(texts.action),
            width: 100,
            isAlways: true,
            render: (row: Consent) =>
              row.mayWithdraw ? (
                <ActionButton type="link" danger onPress={() => openWithdraw(row)}>
                  {t(texts.withdraw)}
                </ActionButton>
              ) : null,
          },
        ]
      : []),
  ]
  return (
    <DataTable
      id="consents"
      label={t(texts.myConsents)}
      columns={columns}
      source={list}
      empty={{ reason: t(texts.noConsents) }}
      paging={pagingOf(position, list.data, ({ page, size, at }) => change({ consentPage: page, consentSize: size, consentAt: at }))}
    />
  )
}
