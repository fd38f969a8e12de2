import { Button, Form, Input, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { appealStateNames, applicationKindNames } from '#/api/onboarding/applications.texts.ts'
import { pageSizes } from '#/domain/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatMoment } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import type { ApiError } from '#/web/kernel/wire.ts'
import { RevealNumber } from '#/web/parts/plain/RevealNumber.tsx'
import { useProof } from '#/web/parts/proof/useProof.tsx'
import { ReviewPictures } from '#/web/parts/review/ReviewPictures.tsx'
import { reviewing } from '#/web/parts/review/review.texts.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { formatFound, pagingOf, turnOf } from '#/web/ui/paging.ts'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { reviewTexts as texts } from './review.texts.ts'

type Row = OutputOf<typeof api.applications.appeals>['rows'][number]
type Whole = OutputOf<typeof api.applications.appealed>

const tones = { open: 'gold', handed: 'green', freed: 'green', rejected: 'red', withdrawn: 'grey' } as const
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

/** Who wants the identity and who has it, beside each other. */
function Sides({ appeal }: { readonly appeal: Whole }) {
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
          [say(texts.appealedAt), formatMoment(appeal.createdAt)],
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
          [say(texts.since), formatMoment(existing.since)],
          [say(texts.account), existing.username || say(texts.noAccount)],
          [say(texts.lastLogin), existing.lastLoginAt ? formatMoment(existing.lastLoginAt) : '—'],
        ]}
      />
    </div>
  )
}

function Decision({ appeal, onClose }: { readonly appeal: Whole; readonly onClose: () => void }) {
  const say = useText()
  const [isUpheld, setUpheld] = useState<boolean | null>(null)
  const [resolution, setResolution] = useState('')
  const proof = useProof()
  const send = async () => isUpheld !== null && decide.submit({ appealId: appeal.id, isUpheld, resolution: resolution.trim() })
  const onFailed = (failure: ApiError) => proof.onFailed(failure, send)
  const decide = useSubmit(api.applications.decideAppeal, { done: say(texts.appealDone), onDone: onClose, onFailed, isQuiet: true })
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
              isDisabled: isUpheld === null || resolution.trim().length < 2,
            },
          }
        : {})}
    >
      <Sides appeal={appeal} />
      {appeal.fileId ? (
        <ReviewPictures pictures={[{ id: appeal.id, fileId: appeal.fileId, name: say(texts.proof), warnings: [], field: null }]} rejections={null} />
      ) : null}
      {appeal.mayDecide ? (
        <p className="k-note">{appeal.mayDecide}</p>
      ) : (
        <Form layout="vertical">
          <Form.Item label={say(texts.decision)} required>
            <Radio.Group
              aria-label={say(texts.decision)}
              vertical
              value={isUpheld}
              onChange={(event) => setUpheld(event.target.value as boolean)}
              options={[
                { value: true, label: say(appeal.upheldAs === 'handed' ? texts.upholdHanded : texts.upholdFreed) },
                { value: false, label: say(texts.rejectAppeal) },
              ]}
            />
          </Form.Item>
          <Form.Item label={say(texts.reasons)} htmlFor="appeal-reasons" required>
            <Input.TextArea id="appeal-reasons" value={resolution} onChange={(event) => setResolution(event.target.value)} rows={3} maxLength={300} />
          </Form.Item>
        </Form>
      )}
      {proof.dialog}
    </Dialog>
  )
}

function OpenAppeal({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const query = useRead(api.applications.appealed, { appealId: id }, { keepLast: false })
  return <QueryContent query={query}>{(appeal) => <Decision appeal={appeal} onClose={onClose} />}</QueryContent>
}

function List() {
  const say = useText()
  const [state, change] = useUrlState({ appealPage: 1, appealSize: 20, appealAt: '' }, { appealSize: pageSizes })
  const place = { page: state.appealPage, size: state.appealSize, at: state.appealAt }
  const list = useRead(api.applications.appeals, { ...turnOf(place) }, { follows: ['applications'] })
  const [opened, open] = useState<number | null>(null)
  const columns: Column<Row>[] = [
    { key: 'no', title: say(texts.recordNo), width: 190, isAlways: true, render: (row) => row.no },
    { key: 'name', title: say(texts.appellant), width: 150, isCut: true, render: (row) => row.name },
    { key: 'state', title: say(texts.status), width: 190, render: (row) => <StatusTag tone={tones[row.state]}>{say(appealStateNames[row.state])}</StatusTag> },
    { key: 'statement', title: say(texts.statement), width: 240, isCut: true, render: (row) => row.statement },
    { key: 'at', title: say(texts.appealedAt), width: 150, render: (row) => formatMoment(row.createdAt) },
    { key: 'result', title: say(texts.outcome), width: 200, isCut: true, render: (row) => [row.resolvedBy, row.resolution].filter(Boolean).join(': ') || '—' },
    {
      key: 'action',
      title: say(reviewing.action),
      width: 90,
      isAlways: true,
      render: (row) => (
        <Button type="link" size="small" onClick={() => open(row.id)}>
          {say(row.mayDecide === '' ? texts.decideAppeal : reviewing.look)}
        </Button>
      ),
    },
  ]
  return (
    <>
      <DataTable
        id="appeals"
        label={say(texts.appeals)}
        columns={columns}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: say(texts.noAppeals) }}
        paging={pagingOf(place, list.data, ({ page, size, at }) => change({ appealPage: page, appealSize: size, appealAt: at }))}
        isPlain
      />
      {opened === null ? null : <OpenAppeal id={opened} onClose={() => open(null)} />}
    </>
  )
}

/** Appeals against "registered already": how many wait, and the list behind it. */
export function Appeals() {
  const say = useText()
  const [{ appeals }, change] = useUrlState({ appeals: '' })
  const isOpen = appeals !== ''
  const list = useRead(api.applications.appeals, { page: 1, size: 20 }, { isQuiet: true, follows: ['applications'] })
  const open = list.data?.open ?? 0
  const spoken = useLanguage()
  return (
    <>
      <Button danger={open > 0} onClick={() => change({ appeals: '1' })}>
        {open > 0 ? say(texts.appealsOpen, { count: formatFound(open, spoken) }) : say(texts.appeals)}
      </Button>
      <DetailDrawer isOpen={isOpen} title={say(texts.appeals)} onClose={() => change({ appeals: '' })} width={1080}>
        {isOpen ? <List /> : null}
      </DetailDrawer>
    </>
  )
}
