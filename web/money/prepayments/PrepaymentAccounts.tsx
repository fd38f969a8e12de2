import { useState } from 'react'
import { Link } from 'react-router'
import { creditStateNames } from '#/api/money/prepayments.texts.ts'
import { settlementMode, userType } from '#/domain/base/codes.ts'
import type { Fen } from '#/domain/base/money.ts'
import type { Text } from '#/domain/base/text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { useCopy } from '#/web/parts/useCopy.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useIsNarrow } from '#/web/ui/useIsNarrow.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { LimitDialog } from './dialogs.ts'
import { moneyTexts } from './money-texts.ts'
import { texts } from './texts.ts'
import './prepayments.css'
import { useOverlay } from '#/web/ui/overlays.tsx'

/** A prepayment account: a unit's funds at a centre in a mode, and the bank account for transfers. */
export type PrepaymentAccount = OutputOf<typeof api.prepayments.accounts>[number]

/** The balance below which the unit is notified, with a way to change it. */
function LimitRow({ account }: { readonly account: PrepaymentAccount }) {
  const t = useText()
  const { open: openLimit } = useOverlay((_, close) => <LimitDialog account={account} onClose={close} />)
  return (
    <p className="k-row k-spread prepay-limit">
      <span className="k-note">{t(moneyTexts.limitNow, { amount: formatMoney(account.lowBalance) })}</span>
      <Button size="small" onClick={() => openLimit()}>
        {t(moneyTexts.limit)}
      </Button>
    </p>
  )
}

function Balance({ label, value, isMain = false }: { readonly label: Text; readonly value: Fen; readonly isMain?: boolean }) {
  const t = useText()
  return (
    <div>
      <span className="k-note">{t(label)}</span>
      <strong>
        <Money value={value} isMuted={!isMain} />
      </strong>
    </div>
  )
}

function AccountCard({ account, isOwn }: { readonly account: PrepaymentAccount; readonly isOwn: boolean }) {
  const t = useText()
  const placeText = `${account.centreName} · ${t(account.mode === settlementMode.individualBusiness ? texts.mode1 : texts.mode2)}`
  const copyText = useCopy()
  const copy = () => copyText(`${account.accountName}\n${account.accountNo}\n${account.accountBank}\n${account.memo}`)
  return (
    <section className="k-card">
      <h2 className="k-row k-spread">
        <span>{isOwn ? placeText : account.unitName}</span>
        <span className="k-row">
          {account.isLow ? <StatusTag tone="gold">{t(texts.low)}</StatusTag> : null}
          <StatusTag tone={account.balancedTo ? 'green' : 'grey'}>
            {account.balancedTo ? t(texts.balanced, { day: account.balancedTo }) : t(texts.unbalanced)}
          </StatusTag>
        </span>
      </h2>
      <p className="k-note">{isOwn ? account.unitName : placeText}</p>
      <div className="prepay-balances">
        <Balance label={texts.available} value={account.available} isMain />
        <Balance label={texts.frozen} value={account.frozen} />
        {account.refunding > 0 ? <Balance label={moneyTexts.refunding} value={account.refunding} /> : null}
        {account.unclaimed > 0 ? <Balance label={creditStateNames.unclaimed} value={account.unclaimed} /> : null}
      </div>
      {isOwn ? (
        <>
          {can('cz:apply') ? <LimitRow account={account} /> : null}
          <div className="k-row k-spread">
            <span className="k-strong">{t(texts.transferTo)}</span>
            <Button size="small" onClick={() => void copy()}>
              {t(texts.copy)}
            </Button>
          </div>
          <Facts
            rows={[
              { label: t(texts.accountName), value: account.accountName },
              { label: t(texts.accountNo), value: account.accountNo },
              { label: t(texts.accountBank), value: account.accountBank },
              { label: t(texts.reference), value: <b>{account.memo}</b> },
            ]}
            columns={1}
          />
        </>
      ) : (
        <p className="k-row">
          <Link to={`?pane=history&unitId=${account.unitId}`}>{t(texts.history)}</Link>
          <Link to={`?pane=statements&unitId=${account.unitId}`}>{t(moneyTexts.statements)}</Link>
        </p>
      )}
    </section>
  )
}

const desktopCardCount = 6
const phoneCardCount = 2

/** The prepayment accounts the user may see: a unit's own, or those of a centre's units. */
export function PrepaymentAccounts() {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  const isOwn = useUser()?.usertype === userType.unit
  const leadingColumns = useIsNarrow() ? phoneCardCount : desktopCardCount
  const [{ isLow }, change] = useUrlState({ isLow: false })
  const accounts = useRead(api.prepayments.accounts, isLow ? { isLow } : {}, { follows: ['topups', 'batches', 'recon'] })
  const lowBalanceFilter = (
    <Checkbox checked={isLow} onChange={(event) => change({ isLow: event.target.checked })}>
      {t(moneyTexts.onlyLow)}
    </Checkbox>
  )
  return (
    <QueryContent query={accounts} lines={4}>
      {(all) =>
        all.length === 0 ? (
          <>
            {isLow ? <p className="k-row prepay-total">{lowBalanceFilter}</p> : null}
            <EmptyState reason={t(isLow ? moneyTexts.noLow : texts.none)} />
          </>
        ) : (
          <>
            {isLow && all.length === 1 ? <p className="k-row prepay-total">{lowBalanceFilter}</p> : null}
            {all.length > 1 ? (
              <p className="k-row prepay-total">
                <span className="k-note">{t(texts.accountCount, { count: all.length })}</span>
                {(['available', 'frozen'] as const).map((key) => (
                  <span key={key}>
                    {t(texts[key])}{' '}
                    <b>
                      <Money value={all.reduce((sum, account) => sum + account[key], 0) as Fen} />
                    </b>
                  </span>
                ))}
                {lowBalanceFilter}
              </p>
            ) : null}
            <div className="prepay-accounts">
              {(isWhole ? all : all.slice(0, leadingColumns)).map((account) => (
                <AccountCard key={`${account.unitId}-${account.centreId}-${account.mode}`} account={account} isOwn={isOwn} />
              ))}
            </div>
            {isWhole || all.length <= leadingColumns ? null : (
              <Button type="link" onClick={() => setWhole(true)}>
                {t(texts.showAll, { count: all.length })}
              </Button>
            )}
          </>
        )
      }
    </QueryContent>
  )
}
