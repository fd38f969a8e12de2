import { useState } from 'react'
import type { Text } from '#/domain/base/text.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { reviewTexts } from '#/web/parts/review/review.texts.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import type { Application } from './ApplicationReview.tsx'
import { reviewTexts as texts } from './review.texts.ts'

interface ApproveDialogProps {
  readonly application: Application
  readonly onClose: () => void
  readonly onDone: () => void
}

const kindTexts = { unit: texts.approveUnit, partner: texts.approvePartner, operator: texts.approveOperator, international: texts.approveOperator } as const

interface Choice {
  readonly id: number
  readonly name: string
}

interface RequiredFieldProps {
  readonly label: Text
  readonly placeholder?: Text
  readonly choices: readonly Choice[]
  readonly value: number | undefined
  readonly onChange: (id: number | undefined) => void
}

/** A centre or fee plan, which the reviewer must choose. */
function RequiredField({ label, placeholder, choices, value, onChange }: RequiredFieldProps) {
  const t = useText()
  return (
    <Field label={t(label)} required>
      <Select
        value={value}
        onChange={onChange}
        aria-label={t(label)}
        placeholder={placeholder && t(placeholder)}
        options={choices.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Field>
  )
}

interface StaffFieldProps {
  readonly label: Text
  readonly staff: readonly Choice[]
  readonly value: number | undefined
  readonly onChange: (id: number | undefined) => void
}

function StaffField({ label, staff, value, onChange }: StaffFieldProps) {
  const t = useText()
  return (
    <Field label={t(label)}>
      <Select
        value={value}
        onChange={onChange}
        isClearable
        aria-label={t(label)}
        placeholder={t(reviewTexts.choose)}
        options={staff.map(({ id, name }) => ({ value: id, label: name }))}
        emptyText={t(texts.noStaff)}
      />
    </Field>
  )
}

function PaperCheckbox({ isOnPaper, onChange }: { readonly isOnPaper: boolean; readonly onChange: (isOnPaper: boolean) => void }) {
  const t = useText()
  return (
    <Field hint={t(texts.onPaperHint)}>
      <Checkbox checked={isOnPaper} onChange={(event) => onChange(event.target.checked)}>
        {t(texts.onPaper)}
      </Checkbox>
    </Field>
  )
}

/** Approves an application, with centre, fee plan and the staff assigned to the unit. */
export function ApproveDialog({ application, onClose, onDone }: ApproveDialogProps) {
  const t = useText()
  const { centres, plans, staff } = application.terms
  const mode = application.mode
  const eligibleCentres = centres.filter((centre) => mode === null || centre.modes.includes(mode))
  const isPartner = application.kind === 'partner'
  // A partner states no preferred centre. If there are several, the reviewer must choose, so none is preselected.
  const preferredCentre =
    eligibleCentres.find((centre) => centre.name === application.centreName) ?? (isPartner && eligibleCentres.length > 1 ? undefined : eligibleCentres[0])
  const [centreId, setCentreId] = useState(preferredCentre?.id)
  const modePlans = plans.filter((plan) => plan.mode === mode)
  const [planId, setPlanId] = useState(modePlans.length === 1 ? modePlans[0]?.id : undefined)
  const [marketerId, setMarketerId] = useState<number>()
  const [salesmanId, setSalesmanId] = useState<number>()
  const [isOnPaper, setOnPaper] = useState(false)
  const approve = useProvedSubmit(api.applications.approve, {
    onDone: () => {
      onClose()
      onDone()
    },
  })
  const isUnit = application.kind === 'unit'
  const hasMissingChoice = ((isUnit || isPartner) && centreId === undefined) || (isUnit && planId === undefined)
  const centreLabel = isPartner ? texts.signingCentre : texts.centre
  const send = () =>
    void approve.submit({
      applicationId: application.id,
      version: application.version,
      ...setConditions({ centreId, planId: isUnit ? planId : undefined, marketerId, salesmanId, isOnPaper }),
    })
  return (
    <Dialog
      title={t(texts.approveTitle, { no: application.no })}
      onClose={onClose}
      confirm={{ text: t(texts.approve), onPress: send, isBusy: approve.isBusy, isDisabled: hasMissingChoice }}
    >
      <p>{t(kindTexts[application.kind], { name: application.name })}</p>
      <Form>
        <RequiredField label={centreLabel} choices={eligibleCentres} value={centreId} onChange={setCentreId} />
        {isUnit ? (
          <>
            <RequiredField label={texts.plan} placeholder={reviewTexts.choose} choices={modePlans} value={planId} onChange={setPlanId} />
            {(
              [
                [2, texts.marketer, marketerId, setMarketerId],
                [3, texts.salesman, salesmanId, setSalesmanId],
              ] as const
            ).map(([post, label, value, change]) => (
              <StaffField key={post} label={label} staff={staff.filter((each) => each.post === post)} value={value} onChange={change} />
            ))}
          </>
        ) : null}
        {isPartner ? null : <PaperCheckbox isOnPaper={isOnPaper} onChange={setOnPaper} />}
      </Form>
    </Dialog>
  )
}
