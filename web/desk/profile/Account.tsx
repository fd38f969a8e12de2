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
  const say = useText()
  const modes = (those: readonly number[]) => joinList(those.map((mode) => say(mode === settlementMode.individualBusiness ? texts.mode1 : texts.mode2)))
  const centres = mine.centres.map((centre) => <div key={centre.id}>{withNote(centre.name, modes(centre.modes))}</div>)
  return (
    <section className="k-card" aria-label={say(texts.who)}>
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
          { label: say(texts.username), value: mine.username },
          { label: say(texts.mobile), value: <MobileFact mobile={mine.mobile} /> },
          { label: say(texts.mail), value: mine.mail ? <Masked value={mine.mail} /> : '' },
          ...(mine.unitName ? [{ label: say(texts.unit), value: mine.unitName }] : []),
          ...(centres.length > 0 ? [{ label: say(texts.centres), value: centres }] : []),
          { label: say(texts.lastSignIn), value: formatDateTime(mine.lastSignIn) },
        ]}
      />
    </section>
  )
}

/** The state of both passwords, with the dialogs that change them. */
export function PasswordsCard({ mine, onChanged }: { readonly mine: Profile; readonly onChanged: () => void }) {
  const say = useText()
  const [dialog, setDialog] = useState<1 | 2 | null>(null)
  const since = (at: string | null) => (at ? say(texts.changedAt, { at: formatDateTime(at) }) : say(texts.neverChanged))
  const payment = mine.paymentPassword
  const paymentNote = !payment?.isSet
    ? say(texts.notSetWhy)
    : payment.lockedUntil
      ? say(texts.lockedUntil, { at: formatDateTime(payment.lockedUntil) })
      : since(payment.changedAt)
  return (
    <section className="k-card">
      <h2>{say(texts.passwords)}</h2>
      <ul className="p-lines">
        <li>
          <div>
            <div className="k-strong">{say(texts.loginPassword)}</div>
            <div className="k-note">{since(mine.loginPassword.changedAt)}</div>
          </div>
          <Button aria-label={`${say(texts.change)} ${say(texts.loginPassword)}`} onClick={() => setDialog(1)}>
            {say(texts.change)}
          </Button>
        </li>
        {payment ? (
          <li>
            <div>
              <div className="k-row">
                <span className="k-strong">{say(texts.paymentPassword)}</span>
                <StatusTag tone={payment.isSet ? 'green' : 'gold'}>{say(payment.isSet ? texts.isSet : texts.notSet)}</StatusTag>
              </div>
              <div className="k-note">{paymentNote}</div>
            </div>
            <Button
              aria-label={`${say(payment.isSet ? texts.change : texts.set)} ${say(texts.paymentPassword)}`}
              type={payment.isSet ? 'default' : 'primary'}
              onClick={() => setDialog(2)}
            >
              {say(payment.isSet ? texts.change : texts.set)}
            </Button>
          </li>
        ) : null}
      </ul>
      <PasswordDialog
        type={dialog ?? 1}
        isOpen={dialog !== null}
        onClose={() => {
          setDialog(null)
          onChanged()
        }}
      />
    </section>
  )
}

const fewCodes = 3

/** The state of two-step verification, with the dialogs that change it. */
export function FactorCard({ mine }: { readonly mine: Profile }) {
  const say = useText()
  const [dialog, setDialog] = useState<'setUp' | 'drop' | 'renew' | null>(null)
  const { isOn, since, codesLeft, isRequired } = mine.secondFactor
  const close = () => setDialog(null)
  return (
    <section className="k-card">
      <div className="p-card-head">
        <h2>{say(texts.factor)}</h2>
        <StatusTag tone={isOn ? 'green' : 'grey'}>{say(isOn ? texts.factorOn : texts.factorOff)}</StatusTag>
      </div>
      <div className="k-stack">
        <p className="k-note">{say(texts.factorWhy)}</p>
        {isOn ? (
          <p>
            {say(texts.factorSince, { at: formatDateTime(since) })} · {say(texts.codesLeft, { count: codesLeft })}
          </p>
        ) : null}
        {isOn && codesLeft <= fewCodes ? <p className="k-problem">{say(texts.fewCodes)}</p> : null}
        <div className="k-row">
          {isOn ? (
            <>
              <Button onClick={() => setDialog('renew')}>{say(texts.renew)}</Button>
              <ActionButton danger reason={isRequired ? say(profileRefusals.factorRequired) : ''} onPress={() => setDialog('drop')}>
                {say(texts.turnOff)}
              </ActionButton>
            </>
          ) : (
            <Button type="primary" onClick={() => setDialog('setUp')}>
              {say(texts.turnOn)}
            </Button>
          )}
        </div>
      </div>
      <SetUpDialog isOpen={dialog === 'setUp'} onClose={close} />
      {dialog === 'drop' || dialog === 'renew' ? <BothFactorsDialog kind={dialog} onClose={close} /> : null}
    </section>
  )
}
