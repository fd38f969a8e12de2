import { type ReactNode, useState } from 'react'
import { applicationKindNames } from '#/api/onboarding/applications.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import type { ApiError } from '#/web/kernel/wire.ts'
import { RevealableNumber } from '#/web/parts/plain/RevealNumber.tsx'
import { useProof } from '#/web/parts/proof/useProof.tsx'
import { ReviewPictures } from '#/web/parts/review/ReviewPictures.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import { reviewTexts as texts } from './review.texts.ts'

type AppealDetail = OutputOf<typeof api.applications.appealed>

const kindNames = { operator: texts.recordOperator, unit: texts.recordUnit, partner: texts.recordPartner, application: texts.recordApplication } as const

function AppealFacts({ title, rows }: { readonly title: string; readonly rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <section className="a-data" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The applicant and the current holder of the identity, next to each other. */
function Sides({ appeal }: { readonly appeal: AppealDetail }) {
  const t = useText()
  const { appellant, existing } = appeal
  const renderNumber = (value: string, of: 'appeal' | 'operator' | null, id: number) =>
    of ? <RevealableNumber of={of} id={id} field="idNumber" value={value} /> : <Masked value={value} />
  const renderMobile = (value: string, of: 'appeal' | 'operator' | null, id: number) =>
    of ? <RevealableNumber of={of} id={id} field="mobile" value={value} /> : <Masked value={value} />
  const operatorKind = existing.kind === 'operator' ? existing.kind : null
  return (
    <div className="a-split">
      <AppealFacts
        title={t(texts.appellant)}
        rows={[
          [t(texts.recordKind), `${t(texts.recordApplication)} · ${t(applicationKindNames[appeal.kind])}`],
          [t(texts.recordNo), appeal.no],
          [t(texts.personName), appellant.name],
          [t(texts.number), renderNumber(appellant.number, 'appeal', appeal.id)],
          [t(texts.mobile), renderMobile(appellant.mobile, 'appeal', appeal.id)],
          [t(texts.appealedAt), formatDateTime(appeal.createdAt)],
          [t(texts.statement), appeal.statement],
        ]}
      />
      <AppealFacts
        title={t(texts.existing)}
        rows={[
          [t(texts.recordKind), t(kindNames[existing.kind])],
          [t(texts.recordNo), existing.no],
          [t(texts.personName), existing.name],
          [t(texts.number), renderNumber(existing.number, operatorKind, existing.id)],
          [t(texts.mobile), renderMobile(existing.mobile, operatorKind, existing.id)],
          [t(texts.status), existing.status || '—'],
          [t(texts.since), formatDateTime(existing.since)],
          [t(texts.account), existing.username || t(texts.noAccount)],
          [t(texts.lastLogin), existing.lastLoginAt ? formatDateTime(existing.lastLoginAt) : '—'],
        ]}
      />
    </div>
  )
}

function Decision({ appeal, onClose }: { readonly appeal: AppealDetail; readonly onClose: () => void }) {
  const t = useText()
  const [isUpheld, setUpheld] = useState<boolean | null>(null)
  const [resolution, setResolution] = useState('')
  const proof = useProof()
  const send = async () => isUpheld !== null && decide.submit({ appealId: appeal.id, isUpheld, resolution: resolution.trim() })
  const onFailed = (failure: ApiError) => proof.onFailed(failure, send)
  const decide = useSubmit(api.applications.decideAppeal, { onDone: onClose, onFailed })
  return (
    <Dialog
      title={t(texts.appealOf, { no: appeal.no })}
      onClose={onClose}
      width={900}
      isDirty={resolution !== ''}
      {...(appeal.mayDecide === ''
        ? {
            confirm: {
              text: t(texts.decideAppeal),
              onPress: () => void send(),
              isBusy: decide.isBusy,
              isDangerous: isUpheld === true,
              isDisabled: isUpheld === null || resolution.trim().length < 2 || (isUpheld && appeal.mayUphold !== ''),
            },
          }
        : {})}
    >
      <Sides appeal={appeal} />
      {appeal.fileId ? (
        <ReviewPictures pictures={[{ id: appeal.id, fileId: appeal.fileId, name: t(texts.proof), warnings: [], field: null }]} rejections={null} />
      ) : null}
      {appeal.upheld ? (
        <Alert
          type="warning"
          showIcon
          title={t(texts.upheldFirst, { by: appeal.upheld.by, at: formatDateTime(appeal.upheld.at), reason: appeal.upheld.reason })}
          description={appeal.mayUphold || t(texts.upheldSecond)}
        />
      ) : null}
      {appeal.mayDecide ? (
        <p className="k-note">{appeal.mayDecide}</p>
      ) : (
        <Form>
          <Field label={t(texts.decision)} required>
            <RadioGroup
              aria-label={t(texts.decision)}
              isVertical
              value={isUpheld}
              onChange={setUpheld}
              options={[
                { value: true, label: t(appeal.upheldAs === 'handed' ? texts.upholdHanded : texts.upholdFreed), disabled: appeal.mayUphold !== '' },
                { value: false, label: t(texts.rejectAppeal) },
              ]}
            />
          </Field>
          <Field label={t(texts.reasons)} htmlFor="appeal-reasons" required>
            <TextArea id="appeal-reasons" value={resolution} onChange={(event) => setResolution(event.target.value)} rows={3} maxLength={300} />
          </Field>
        </Form>
      )}
    </Dialog>
  )
}

export function AppealPane({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const query = useRead(api.applications.appealed, { appealId: id }, { keepLast: false })
  return <QueryContent query={query}>{(appeal) => <Decision appeal={appeal} onClose={onClose} />}</QueryContent>
}
