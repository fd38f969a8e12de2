import { Button } from 'antd'
import { useState } from 'react'
import { settlementMode, userType } from '#/domain/codes.ts'
import type { Fen } from '#/domain/money.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { notify } from '#/web/kernel/notices.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { Facts } from '#/web/ui/Facts.tsx'
import { Loaded } from '#/web/ui/Loaded.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { Nothing } from '#/web/ui/Nothing.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useIsNarrow } from '#/web/ui/useIsNarrow.ts'
import { texts } from './texts.ts'
import './prepayments.css'

/** A purse: what one unit may spend at one centre in one mode, and where to transfer money to. */
export type Purse = OutputOf<typeof api.prepayments.accounts>[number]

function PurseCard({ purse, isOwn }: { readonly purse: Purse; readonly isOwn: boolean }) {
  const say = useText()
  const copy = async () => {
    await navigator.clipboard.writeText(`${purse.accountName}\n${purse.accountNo}\n${purse.accountBank}\n${purse.memo}`)
    notify('success', say(texts.copied))
  }
  return (
    <section className="k-card">
      <h2 className="k-row k-spread">
        <span>
          {purse.centreName} · {say(purse.mode === settlementMode.individualBusiness ? texts.mode1 : texts.mode2)}
        </span>
        <span className="k-row">
          {purse.available < purse.lowBalance ? <StatusTag tone="gold">{say(texts.low)}</StatusTag> : null}
          <StatusTag tone={purse.isBalanced ? 'green' : 'red'}>{say(purse.isBalanced ? texts.balanced : texts.unbalanced)}</StatusTag>
        </span>
      </h2>
      <p className="k-note">{purse.unitName}</p>
      <div className="prepay-balances">
        <div>
          <span className="k-note">{say(texts.available)}</span>
          <strong>
            <Money value={purse.available} />
          </strong>
        </div>
        <div>
          <span className="k-note">{say(texts.frozen)}</span>
          <strong>
            <Money value={purse.frozen} isMuted />
          </strong>
        </div>
      </div>
      {isOwn ? (
        <>
          <div className="k-row k-spread">
            <span className="k-strong">{say(texts.transferTo)}</span>
            <Button size="small" onClick={() => void copy()}>
              {say(texts.copy)}
            </Button>
          </div>
          <Facts
            rows={[
              { label: say(texts.accountName), value: purse.accountName },
              { label: say(texts.accountNo), value: purse.accountNo },
              { label: say(texts.accountBank), value: purse.accountBank },
              { label: say(texts.reference), value: <b>{purse.memo}</b> },
            ]}
            columns={1}
          />
        </>
      ) : null}
    </section>
  )
}

const shownOnDesk = 6
const shownOnPhone = 2

/** The purses of whoever looks: a unit's own, or a centre's units. */
export function Purses() {
  const say = useText()
  const [isWhole, setWhole] = useState(false)
  const isOwn = useUser()?.usertype === userType.unit
  const shownFirst = useIsNarrow() ? shownOnPhone : shownOnDesk
  const purses = useRead(api.prepayments.accounts, {})
  return (
    <Loaded query={purses} lines={4}>
      {(all) =>
        all.length === 0 ? (
          <Nothing reason={say(texts.none)} />
        ) : (
          <>
            {all.length > 1 ? (
              <p className="k-row prepay-total">
                <span className="k-note">{say(texts.purses, { count: all.length })}</span>
                {(['available', 'frozen'] as const).map((key) => (
                  <span key={key}>
                    {say(texts[key])}{' '}
                    <b>
                      <Money value={all.reduce((sum, purse) => sum + purse[key], 0) as Fen} />
                    </b>
                  </span>
                ))}
              </p>
            ) : null}
            <div className="prepay-purses">
              {(isWhole ? all : all.slice(0, shownFirst)).map((purse) => (
                <PurseCard key={`${purse.unitId}-${purse.centreId}-${purse.mode}`} purse={purse} isOwn={isOwn} />
              ))}
            </div>
            {isWhole || all.length <= shownFirst ? null : (
              <Button type="link" onClick={() => setWhole(true)}>
                {say(texts.showAll, { count: all.length })}
              </Button>
            )}
          </>
        )
      }
    </Loaded>
  )
}
