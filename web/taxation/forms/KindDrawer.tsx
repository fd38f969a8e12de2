import { useState } from 'react'
import { editionStateNames, formKindNames } from '#/api/taxation/forms.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { StatusTag, stateTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

type Kind = OutputOf<typeof api.forms.kinds>[number]
type FormDetail = OutputOf<typeof api.forms.get>
type Field = FormDetail['fields'][number]

const EditionTag = stateTag(editionStateNames, { draft: 'gold', published: 'green', dropped: 'grey' })

/** The column of each field. In a draft it can be changed. */
function Columns({ form }: { readonly form: FormDetail }) {
  const t = useText()
  const adjust = useSubmit(api.forms.adjust)
  const canChange = can('form:edit') && form.may.change === ''
  const nameOf = (column: number | null) =>
    column === null ? t(texts.none) : `${columnLetters(column)} · ${form.headings.find((heading) => heading.column === column)?.text ?? ''}`
  const chosenColumns = Object.fromEntries(form.fields.filter(({ isChosen }) => isChosen).map(({ key, column }) => [key, column]))
  const options = [{ value: 0, label: t(texts.none) }, ...form.headings.map(({ column }) => ({ value: column, label: nameOf(column) }))]
  const columns: Column<Field>[] = [
    { key: 'field', title: t(texts.field), width: 230, isAlways: true, render: (row) => row.heading.replaceAll('>', ' / ') },
    {
      key: 'column',
      title: t(texts.column),
      width: 240,
      isAlways: true,
      render: (row) =>
        canChange ? (
          <Select
            aria-label={row.heading}
            value={row.column ?? 0}
            options={options}
            disabled={adjust.isBusy}
            style={{ width: '100%' }}
            onChange={(column) =>
              void adjust.submit({ formId: form.id, version: form.version, chosen: { ...chosenColumns, [row.key]: column === 0 ? null : column } })
            }
          />
        ) : (
          nameOf(row.column)
        ),
    },
    {
      key: 'marks',
      title: '',
      width: 190,
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          {row.isRequired ? <StatusTag tone={row.column === null ? 'red' : 'grey'}>{t(texts.required)}</StatusTag> : null}
          {row.twice.length > 0 ? <StatusTag tone="red">{`${t(texts.twice)} ${row.twice.map(columnLetters).join(' ')}`}</StatusTag> : null}
          {row.isChosen ? <StatusTag tone="gold">{t(texts.chosen)}</StatusTag> : null}
        </span>
      ),
    },
  ]
  return <DataTable id="form-columns" label={t(texts.columns)} columns={columns} rows={form.fields} rowKey={(row) => row.key} empty={{ reason: '—' }} isPlain />
}

function columnLetters(column: number): string {
  return column > 26 ? `${columnLetters(Math.floor((column - 1) / 26))}${columnLetters(((column - 1) % 26) + 1)}` : String.fromCharCode(64 + column)
}

function Actions({ form }: { readonly form: FormDetail }) {
  const t = useText()
  const publish = useSubmit(api.forms.publish)
  const drop = useSubmit(api.forms.drop)
  const target = { formId: form.id, version: form.version }
  const isDraft = form.state === 'draft'
  return (
    <div className="k-row">
      <DownloadButton size="small" file={() => api.forms.template({ formId: form.id })}>
        {t(texts.template)}
      </DownloadButton>
      <DownloadButton size="small" file={() => api.forms.sample({ kind: form.kind, formId: form.id })}>
        {t(texts.sample)}
      </DownloadButton>
      {isDraft && can('form:check') ? (
        <ConfirmButton
          size="small"
          type="primary"
          reason={form.may.publish}
          isBusy={publish.isBusy}
          effect={t(texts.publishEffect)}
          onPress={() => publish.submit(target)}
        >
          {t(texts.publish)}
        </ConfirmButton>
      ) : null}
      {isDraft && (can('form:edit') || can('form:check')) ? (
        <ConfirmButton size="small" danger reason={form.may.drop} isBusy={drop.isBusy} effect={t(texts.dropEffect)} onPress={() => drop.submit(target)}>
          {t(texts.drop)}
        </ConfirmButton>
      ) : null}
    </div>
  )
}

function Edition({ id }: { readonly id: number }) {
  const t = useText()
  const detailQuery = useRead(api.forms.get, { formId: id }, { keepLast: false })
  return (
    <QueryContent query={detailQuery} lines={8}>
      {(form) => (
        <div className="k-stack">
          <Facts
            columns={2}
            rows={[
              { label: t(texts.inUse), value: <EditionTag state={form.state} /> },
              { label: t(texts.firstDay), value: form.firstDay },
              { label: t(texts.by), value: `${form.madeBy} · ${formatDateTimeSeconds(form.madeAt)}` },
              { label: t(texts.published), value: form.publishedAt ? `${form.publishedBy ?? ''} · ${formatDateTimeSeconds(form.publishedAt)}` : '—' },
              { label: t(texts.heading), value: t(texts.where, { sheet: form.sheet, line: form.headingLine }) },
              { label: t(texts.template), value: form.fileName },
              { label: t(texts.empty), value: joinList(form.empty) || '—', isWide: true },
            ]}
          />
          <Actions form={form} />
          <h3>{t(texts.columns)}</h3>
          <Columns form={form} />
        </div>
      )}
    </QueryContent>
  )
}

/** One form: our own layout with its unconfirmed parts, and the editions of the official file. */
export function KindDrawer({ kind, onClose }: { readonly kind: Kind; readonly onClose: () => void }) {
  const t = useText()
  const [shown, show] = useState<number | null>(null)
  const open = kind.editions.find(({ id }) => id === shown) ?? kind.editions[0]
  return (
    <DetailDrawer title={t(formKindNames[kind.kind])} onClose={onClose} width={820}>
      <div className="k-stack">
        <Facts
          columns={1}
          rows={[
            { label: t(texts.source), value: kind.source },
            ...(kind.current ? [] : [{ label: t(texts.unconfirmed), value: kind.unconfirmed.join(' · ') || '—' }]),
          ]}
        />
        {kind.isInForce ? null : <Alert type="info" showIcon title={t(texts.notInForce)} />}
        <div className="k-row">
          <DownloadButton size="small" file={() => api.forms.sample({ kind: kind.kind })}>{`${t(texts.builtIn)} · ${t(texts.sample)}`}</DownloadButton>
        </div>
        {open === undefined ? (
          <EmptyState reason={t(texts.noEditions)} />
        ) : (
          <>
            {kind.editions.length > 1 ? (
              <Segmented
                aria-label={t(texts.version)}
                value={String(open.id)}
                onChange={(id: string) => show(Number(id))}
                options={kind.editions.map(({ id, edition }) => ({ value: String(id), label: t(texts.edition, { edition }) }))}
              />
            ) : null}
            <Edition key={open.id} id={open.id} />
          </>
        )}
      </div>
    </DetailDrawer>
  )
}
