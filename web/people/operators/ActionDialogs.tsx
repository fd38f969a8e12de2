import { type ReactNode, useState } from 'react'
import type { Mode } from '#/domain/base/codes.ts'
import { anyMobileProblem } from '#/domain/base/contact.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { workScope } from '#/web/kernel/scope.ts'
import { modesOf, session, useUser } from '#/web/kernel/session.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { CheckboxGroup } from '#/web/ui/Checkbox.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import type { Operator } from './OperatorTags.tsx'
import { texts } from './operator-list.texts.ts'

interface ActionDialogProps {
  readonly operator: Operator
  readonly onClose: () => void
}

export function FreezeDialog({ operator, onClose, action }: ActionDialogProps & { readonly action: 'freeze' | 'unfreeze' }) {
  const t = useText()
  const options = { onDone: onClose }
  const freeze = useSubmit(api.operators.freeze, options)
  const unfreeze = useSubmit(api.operators.unfreeze, options)
  const submission = action === 'freeze' ? freeze : unfreeze
  return (
    <ReasonDialog
      title={t(texts[action])}
      onClose={onClose}
      confirmText={t(texts[action])}
      onConfirm={({ reason }) => void submission.submit({ operatorId: operator.id, reason })}
      isDangerous={action === 'freeze'}
      submission={submission}
    >
      <p>{t(action === 'freeze' ? texts.freezeAsk : texts.unfreezeAsk, { name: operator.name })}</p>
    </ReasonDialog>
  )
}

/** Changes the card, which the bank verifies. */
export function CardDialog({ operator, onClose }: ActionDialogProps) {
  const t = useText()
  const [cardNo, setCardNo] = useState('')
  const [bankName, setBankName] = useState('')
  const save = useSubmit(api.operators.setCard, { onDone: onClose })
  const isReady = cardNo.replace(/\s/g, '').length >= 16 && bankName.trim().length >= 2
  return (
    <Dialog
      title={`${t(texts.card)} · ${operator.name}`}
      onClose={onClose}
      isDirty={cardNo !== '' || bankName !== ''}
      confirm={{
        text: t(texts.card),
        onPress: () => void save.submit({ operatorId: operator.id, cardNo, bankName: bankName.trim() }),
        isBusy: save.isBusy,
        isDisabled: !isReady,
      }}
    >
      <p className="k-muted">{t(texts.cardAsk)}</p>
      <Form>
        <Field label={t(texts.cardNo)} htmlFor="card-no" required>
          <TextInput id="card-no" value={cardNo} onChange={(event) => setCardNo(event.target.value)} inputMode="numeric" maxLength={24} autoComplete="off" />
        </Field>
        <Field label={t(texts.bank)} htmlFor="card-bank" required>
          <TextInput id="card-bank" value={bankName} onChange={(event) => setBankName(event.target.value)} maxLength={50} />
        </Field>
      </Form>
    </Dialog>
  )
}

/** Changes the mobile number, which is checked with the card on file. */
export function MobileDialog({ operator, onClose }: ActionDialogProps) {
  const t = useText()
  const [mobile, setMobile] = useState('')
  const save = useSubmit(api.operators.setMobile, { onDone: onClose })
  return (
    <Dialog
      title={`${t(texts.mobile)} · ${operator.name}`}
      onClose={onClose}
      isDirty={mobile !== ''}
      confirm={{
        text: t(texts.mobile),
        onPress: () => void save.submit({ operatorId: operator.id, mobile }),
        isBusy: save.isBusy,
        isDisabled: anyMobileProblem(mobile) !== null,
      }}
    >
      <p className="k-muted">{t(texts.mobileAsk)}</p>
      <Form>
        <Field label={t(texts.newMobile)} htmlFor="new-mobile" required>
          <TextInput id="new-mobile" value={mobile} onChange={(event) => setMobile(event.target.value)} inputMode="tel" maxLength={24} autoComplete="off" />
        </Field>
      </Form>
    </Dialog>
  )
}

/** Ends an operator's relation to a unit. */
export function UnlinkDialog({ operator, onClose }: ActionDialogProps) {
  const t = useText()
  const detail = useRead(api.operators.get, { operatorId: operator.id })
  const [unitId, setUnitId] = useState<number | undefined>(operator.unitCount === 1 ? operator.units[0]?.id : undefined)
  const unlink = useSubmit(api.operators.unlink, { onDone: onClose })
  return (
    <ReasonDialog
      title={`${t(texts.unlink)} · ${operator.name}`}
      onClose={onClose}
      confirmText={t(texts.unlink)}
      onConfirm={({ reason }) => void (unitId && unlink.submit({ operatorId: operator.id, unitId, reason }))}
      isDangerous
      submission={unlink}
      isDisabled={unitId === undefined}
    >
      <p>{t(texts.unlinkAsk, { name: operator.name })}</p>
      <QueryContent query={detail}>
        {({ links }) => (
          <Form>
            <Field label={t(texts.unit)} htmlFor="unlink-unit" required>
              <Select
                id="unlink-unit"
                value={unitId ?? null}
                onChange={(id) => setUnitId(id ?? undefined)}
                options={links.filter((link) => link.isActive).map((link) => ({ value: link.unitId, label: link.unitName }))}
              />
            </Field>
          </Form>
        )}
      </QueryContent>
    </ReasonDialog>
  )
}

const bothModes = [1, 2] as const
const papers = ['operator_agreement', 'tax_authorisation'] as const

/** Returns the modes in which the user may send documents. Centre staff work in one mode. */
function useOwnModes(): readonly Mode[] {
  const user = useUser()
  if (!user) return bothModes
  const scope = workScope(user, session.centreId(), session.mode())
  const ownModes = bothModes.filter((mode) => (scope ? mode === scope.mode : modesOf(user.isdz).includes(mode)))
  return ownModes.length > 0 ? ownModes : bothModes
}

/** Sends the agreement and the tax authorisation to these operators for signing. */
export function SignDialog({
  operators,
  onClose,
  onDone,
}: {
  readonly operators: readonly Operator[]
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const t = useText()
  const [kinds, setKinds] = useState<readonly (typeof papers)[number][]>(papers)
  const modes = useOwnModes()
  const [mode, setMode] = useState<Mode>(modes.at(-1) ?? 2)
  const start = useSubmit(api.contracts.startMany, {
    onDone: () => {
      onDone()
      onClose()
    },
  })
  const centres = new Set(operators.map((operator) => operator.centreId))
  const [centreId] = centres
  const names = { operator_agreement: texts.agreement, tax_authorisation: texts.taxFiling }
  const blockingNote: ReactNode = centres.size > 1 ? <p className="k-problem">{t(texts.centresDiffer)}</p> : null
  return (
    <Dialog
      title={t(texts.signMany, { count: operators.length })}
      onClose={onClose}
      confirm={{
        text: t(texts.sign),
        onPress: () => void (centreId && start.submit({ kinds: [...kinds], centreId, mode, operatorIds: operators.map((operator) => operator.id) })),
        isBusy: start.isBusy,
        isDisabled: kinds.length === 0 || centres.size !== 1,
      }}
    >
      <p>{joinList(operators.map((operator) => operator.name))}</p>
      <p className="k-muted">{t(texts.signAsk)}</p>
      {blockingNote}
      <Form>
        <Field label={t(texts.paper)}>
          <CheckboxGroup
            value={[...kinds]}
            onChange={(chosen) => setKinds(papers.filter((kind) => chosen.includes(kind)))}
            options={choicesOf(t, papers, names)}
          />
        </Field>
        <Field label={t(texts.mode)} htmlFor="sign-mode">
          <Select id="sign-mode" value={mode} onChange={setMode} options={modes.map((value) => ({ value, label: t(modeNames[value] ?? texts.mode) }))} />
        </Field>
      </Form>
    </Dialog>
  )
}
