import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ImportKind } from '#/domain/onboarding/import-cells.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { SheetUpload, useSheet } from '#/web/parts/sheets/SheetUpload.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FindField } from '#/web/ui/FindField.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { CentreField, type CentrePlace } from './CentreField.tsx'
import { ImportTag } from './ImportTags.tsx'
import { importPath } from './paths.ts'
import { texts } from './texts.ts'
import './imports.css'

interface Place {
  readonly unitId: number
  readonly centreId: number
}

/** Selects the unit and the centre. A single option is preselected. */
function PlaceField({ place, onPlace }: { readonly place: Place | null; readonly onPlace: (place: Place | null) => void }) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const places = useRead(api.imports.places, { keyword })
  const rows = places.data ?? []
  const keyOf = ({ unitId, centreId }: Place) => `${unitId}:${centreId}`
  const onlyPlace = keyword === '' && rows.length === 1 ? rows[0] : undefined
  useEffect(() => {
    if (onlyPlace && place === null) onPlace({ unitId: onlyPlace.unitId, centreId: onlyPlace.centreId })
  }, [onlyPlace, place, onPlace])
  return (
    <Form>
      <Field label={t(texts.place)} htmlFor="import-place" required hint={places.data?.length === 0 && keyword === '' ? t(texts.noPlace) : undefined}>
        <FindField<string>
          id="import-place"
          value={place ? keyOf(place) : undefined}
          onChange={(key) => {
            const [unitId = 0, centreId = 0] = (key ?? '').split(':').map(Number)
            onPlace(unitId > 0 ? { unitId, centreId } : null)
          }}
          placeholder={t(texts.findPlace)}
          options={rows.map((row) => ({ value: keyOf(row), label: `${row.unitName} · ${row.centreName}` }))}
          isLoading={places.isFetching}
          onFind={setKeyword}
        />
      </Field>
    </Form>
  )
}

/** Recent uploads, so that an unfinished one can be resumed. */
function RecentUploads({ kind, onClose }: { readonly kind: ImportKind; readonly onClose: () => void }) {
  const t = useText()
  const list = useRead(api.imports.list, { kind, size: 20 })
  return (
    <QueryContent query={list}>
      {({ rows }) =>
        rows.length === 0 ? null : (
          <section aria-label={t(texts.recent)}>
            <h3 className="k-strong">{t(texts.recent)}</h3>
            <ul className="i-recent">
              {rows.slice(0, 5).map((sheet) => (
                <li key={sheet.id} className="k-row k-spread">
                  <Link to={importPath(kind, sheet.id)} onClick={onClose}>
                    {sheet.fileName}
                  </Link>
                  <span className="k-row k-note">
                    {[sheet.unitName, t(texts.rows, { count: sheet.rowCount }), formatDateTime(sheet.createdAt)].filter(Boolean).join(' · ')}
                    <ImportTag sheet={sheet} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </QueryContent>
  )
}

export function ImportDialog({ kind, onClose }: { readonly kind: ImportKind; readonly onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const [place, setPlace] = useState<Place | null>(null)
  const [payer, setPayer] = useState<CentrePlace | null>(null)
  const upload = useSubmit(api.imports.upload, {
    onDone: ({ importId }) => {
      onClose()
      void navigate(importPath(kind, importId))
    },
    onFailed: (failure) => sheet.refused(failure),
  })
  const isCentreImport = kind === 'income' || kind === 'contracts'
  const targetPlace = isCentreImport ? payer && { centreId: payer.centreId } : place
  const isReady = kind === 'units' || kind === 'orders' || targetPlace !== null
  const sheet = useSheet((file, isMeant) => void upload.submit({ kind, file, allowSameFile: isMeant, ...targetPlace }), upload.reset)
  const hint = { operators: texts.operatorsHint, units: texts.unitsHint, orders: texts.ordersHint, income: texts.incomeHint, contracts: texts.contractsHint }[
    kind
  ]
  return (
    <Dialog title={t(texts[kind])} onClose={onClose} width={620}>
      <div className="k-stack">
        {kind === 'operators' ? <PlaceField place={place} onPlace={setPlace} /> : null}
        {isCentreImport ? <CentreField place={payer} onPlace={setPayer} use={kind === 'income' ? 'payer' : 'centre'} /> : null}
        <div className="k-row">
          <DownloadButton file={() => api.imports.template({ kind })}>{t(texts.template)}</DownloadButton>
        </div>
        {isReady ? (
          <SheetUpload
            label={t(texts.upload)}
            hint={t(hint)}
            isBusy={upload.isBusy}
            problem={sheet.problemOf(upload.failure)}
            file={sheet.file}
            onTake={sheet.take}
          />
        ) : (
          <p className="k-note">{t(isCentreImport ? texts.choosePayer : texts.choosePlace)}</p>
        )}
        <RecentUploads kind={kind} onClose={onClose} />
      </div>
    </Dialog>
  )
}
