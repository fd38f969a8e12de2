import { useState } from 'react'
import { profileRefusals } from '#/api/desk/profile.texts.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { characters } from '#/domain/base/text.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList, withNote } from '#/web/kernel/punctuation.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { MobileFact } from './MobileFact.tsx'
import { texts } from './texts.ts'

const PasswordDialog = onDemand(async () => (await import('#/web/shell/PasswordDialog.tsx')).PasswordDialog)

const SetUpDialog = onDemand(async () => (await import('#/web/parts/factor/SetUpDialog.tsx')).SetUpDialog)

const BothFactorsDialog = onDemand(async () => (await import('./BothFactorsDialog.tsx')).BothFactorsDialog)

type Profile = OutputOf<typeof api.profile.get>

/** Name, contacts, roles and centres. */
export function AccountCard({ mine }: { readonly mine: Profile }) {
  const t = useText()
  const listModes = (those: readonly number[]) => joinList(those.map((mode) => t(mode === settlementMode.individualBusiness ? texts.mode1 : texts.mode2)))
  const centres = mine.centres.map((centre) => <div key={centre.id}>{withNote(centre.name, listModes(centre.modes))}</div>)
  return (
    <section className="k-card" aria-label={t(texts.who)}>
      <div className="p-who">
        <span className="p-avatar" aria-hidden="true">
          {characters(mine.name)[0]}
        </span>
        <div>
          <b>{mine.name}</b>
          <span className="k-note">{joinList(mine.roles)}</span>
        </div>
      </div>
      <Facts
        rows={[
          { label: t(texts.username), value: mine.username },
          { label: t(texts.mobile), value: <MobileFact mobile={mine.mobile} /> },
          { label: t(texts.mail), value: mine.mail ? <Masked value={mine.mail} /> : '' },
          ...(mine.unitName ? [{ label: t(texts.unit), value: mine.unitName }] : []),
          ...(centres.length > 0 ? [{ label: t(texts.centres), value: centres }] : []),
          { label: t(texts.lastSignIn), value: formatDateTime(mine.lastSignIn) },
        ]}
      />
    </section>
  )
}

/** The state of both passwords, with the dialogs that change them. */
export function PasswordsCard({ mine, onChanged }: { readonly mine: Profile; readonly onChanged: () => void }) {
  const t = useText()
  const [dialog, setDialog] = useState<1 | 2 | null>(null)
  const changedAtText = (at: string | null) => (at ? t(texts.changedAt, { at: formatDateTime(at) }) : t(texts.neverChanged))
  const payment = mine.paymentPassword
  const paymentNote = !payment?.isSet
    ? t(texts.notSetWhy)
    : payment.lockedUntil
      ? t(texts.lockedUntil, { at: formatDateTime(payment.lockedUntil) })
      : changedAtText(payment.changedAt)
  return (
    <section className="k-card">
      <h2>{t(texts.passwords)}</h2>
      <ul className="p-lines">
        <li>
          <div>
            <div className="k-strong">{t(texts.loginPassword)}</div>
            <div className="k-note">{changedAtText(mine.loginPassword.changedAt)}</div>
          </div>
          <Button aria-label={`${t(texts.change)} ${t(texts.loginPassword)}`} onClick={() => setDialog(1)}>
            {t(texts.change)}
          </Button>
        </li>
        {payment ? (
          <li>
            <div>
              <div className="k-row">
                <span className="k-strong">{t(texts.paymentPassword)}</span>
                <StatusTag tone={payment.isSet ? 'green' : 'gold'}>{t(payment.isSet ? texts.isSet : texts.notSet)}</StatusTag>
              </div>
              <div className="k-note">{paymentNote}</div>
            </div>
            <Button
              aria-label={`${t(payment.isSet ? texts.change : texts.set)} ${t(texts.paymentPassword)}`}
              type={payment.isSet ? 'default' : 'primary'}
              onClick={() => setDialog(2)}
            >
              {t(payment.isSet ? texts.change : texts.set)}
            </Button>
          </li>
        ) : null}
      </ul>
      {dialog === null ? null : (
        <PasswordDialog
          type={dialog}
          onClose={() => {
            setDialog(null)
            onChanged()
          }}
        />
      )}
    </section>
  )
}

const lowCodeCount = 3

/** The state of two-step verification, with the dialogs that change it. */
export function FactorCard({ mine }: { readonly mine: Profile }) {
  const t = useText()
  const [dialog, setDialog] = useState<'setUp' | 'drop' | 'renew' | null>(null)
  const { isOn, since, codesLeft, isRequired } = mine.secondFactor
  const close = () => setDialog(null)
  return (
    <section className="k-card">
      <div className="p-card-head">
        <h2>{t(texts.factor)}</h2>
        <StatusTag tone={isOn ? 'green' : 'grey'}>{t(isOn ? texts.factorOn : texts.factorOff)}</StatusTag>
      </div>
      <div className="k-stack">
        <p className="k-note">{t(texts.factorWhy)}</p>
        {isOn ? (
          <p>
            {t(texts.factorSince, { at: formatDateTime(since) })} · {t(texts.codesLeft, { count: codesLeft })}
          </p>
        ) : null}
        {isOn && codesLeft <= lowCodeCount ? <p className="k-problem">{t(texts.fewCodes)}</p> : null}
        <div className="k-row">
          {isOn ? (
            <>
              <Button onClick={() => setDialog('renew')}>{t(texts.renew)}</Button>
              <ActionButton danger reason={isRequired ? t(profileRefusals.factorRequired) : ''} onPress={() => setDialog('drop')}>
                {t(texts.turnOff)}
              </ActionButton>
            </>
          ) : (
            <Button type="primary" onClick={() => setDialog('setUp')}>
              {t(texts.turnOn)}
            </Button>
          )}
        </div>
      </div>
      {dialog === 'setUp' ? <SetUpDialog onClose={close} /> : null}
      {dialog === 'drop' || dialog === 'renew' ? <BothFactorsDialog kind={dialog} onClose={close} /> : null}
    </section>
  )
}
