import { type ReactNode, useState } from 'react'
import { applicationKindNames } from '#/api/onboarding/applications.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import type { ApiError } from '#/web/kernel/wire.ts'
import { RevealNumber } from '#/web/parts/plain/RevealNumber.tsx'
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

function Facts({ title, rows }: { readonly title: string; readonly rows: readonly (readonly [string, ReactNode])[] }) {
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
  const say = useText()
  const { appellant, existing } = appeal
  const number = (value: string, of: 'appeal' | 'operator' | null, id: number) =>
    of ? <RevealNumber of={of} id={id} field="idNumber" value={value} /> : <Masked value={value} />
  const mobile = (value: string, of: 'appeal' | 'operator' | null, id: number) =>
    of ? <RevealNumber of={of} id={id} field="mobile" value={value} /> : <Masked value={value} />
  const plain = existing.kind === 'operator' ? existing.kind : null
  return (
    <div className="a-split">
      <Facts
        title={say(texts.appellant)}
        rows={[
          [say(texts.recordKind), `${say(texts.recordApplication)} · ${say(applicationKindNames[appeal.kind])}`],
          [say(texts.recordNo), appeal.no],
          [say(texts.personName), appellant.name],
          [say(texts.number), number(appellant.number, 'appeal', appeal.id)],
          [say(texts.mobile), mobile(appellant.mobile, 'appeal', appeal.id)],
          [say(texts.appealedAt), formatDateTime(appeal.createdAt)],
          [say(texts.statement), appeal.statement],
        ]}
      />
      <Facts
        title={say(texts.existing)}
        rows={[
          [say(texts.recordKind), say(kindNames[existing.kind])],
          [say(texts.recordNo), existing.no],
          [say(texts.personName), existing.name],
          [say(texts.number), number(existing.number, plain, existing.id)],
          [say(texts.mobile), mobile(existing.mobile, plain, existing.id)],
          [say(texts.status), existing.status || '—'],
          [say(texts.since), formatDateTime(existing.since)],
          [say(texts.account), existing.username || say(texts.noAccount)],
          [say(texts.lastLogin), existing.lastLoginAt ? formatDateTime(existing.lastLoginAt) : '—'],
        ]}
      />
    </div>
  )
}

function Decision({ appeal, onClose }: { readonly appeal: AppealDetail; readonly onClose: () => void }) {
  const say = useText()
  const [isUpheld, setUpheld] = useState<boolean | null>(null)
  const [resolution, setResolution] = useState('')
  const proof = useProof()
  const send = async () => isUpheld !== null && decide.submit({ appealId: appeal.id, isUpheld, resolution: resolution.trim() })
  const onFailed = (failure: ApiError) => proof.onFailed(failure, send)
  const decide = useSubmit(api.applications.decideAppeal, { onDone: onClose, onFailed })
  return (
    <Dialog
      title={say(texts.appealOf, { no: appeal.no })}
      isOpen
      onClose={onClose}
      width={900}
      isDirty={resolution !== ''}
      {...(appeal.mayDecide === ''
        ? {
            confirm: {
              text: say(texts.decideAppeal),
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
        <ReviewPictures pictures={[{ id: appeal.id, fileId: appeal.fileId, name: say(texts.proof), warnings: [], field: null }]} rejections={null} />
      ) : null}
      {appeal.upheld ? (
        <Alert
          type="warning"
          showIcon
          title={say(texts.upheldFirst, { by: appeal.upheld.by, at: formatDateTime(appeal.upheld.at), reason: appeal.upheld.reason })}
          description={appeal.mayUphold || say(texts.upheldSecond)}
        />
      ) : null}
      {appeal.mayDecide ? (
        <p className="k-note">{appeal.mayDecide}</p>
      ) : (
        <Form>
          <Field label={say(texts.decision)} required>
            <RadioGroup
              aria-label={say(texts.decision)}
              isVertical
              value={isUpheld}
              onChange={setUpheld}
              options={[
                { value: true, label: say(appeal.upheldAs === 'handed' ? texts.upholdHanded : texts.upholdFreed), disabled: appeal.mayUphold !== '' },
                { value: false, label: say(texts.rejectAppeal) },
              ]}
            />
          </Field>
          <Field label={say(texts.reasons)} htmlFor="appeal-reasons" required>
            <TextArea id="appeal-reasons" value={resolution} onChange={(event) => setResolution(event.target.value)} rows={3} maxLength={300} />
          </Field>
        </Form>
      )}
    </Dialog>
  )
}

export function OpenAppeal({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const query = useRead(api.applications.appealed, { appealId: id }, { keepLast: false })
  return <QueryContent query={query}>{(appeal) => <Decision appeal={appeal} onClose={onClose} />}</QueryContent>
}
