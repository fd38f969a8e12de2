import { plainFieldNames } from '#/api/desk/plain.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { texts } from './texts.ts'

type NumberDisclosure = OutputOf<typeof api.profile.readings>[number]

/** The latest disclosures of the operator's full numbers (个人信息保护法 §44). */
export function NumberDisclosures() {
  const t = useText()
  const disclosureQuery = useRead(api.profile.readings, {})
  const columns: Column<NumberDisclosure>[] = [
    { key: 'at', title: t(texts.at), width: 180, isAlways: true, render: (row) => formatDateTimeSeconds(row.at) },
    {
      key: 'field',
      title: t(texts.readField),
      width: 160,
      isAlways: true,
      render: (row) => t(row.field === 'copy' ? texts.readCopy : plainFieldNames[row.field]),
    },
    { key: 'reader', title: t(texts.reader), width: 140, isAlways: true, render: (row) => row.reader },
    { key: 'organisation', title: t(texts.readerOf), width: 240, render: (row) => row.organisation ?? t(texts.platform) },
    { key: 'of', title: t(texts.readIn), width: 160, render: (row) => t(row.of === 'line' ? texts.readInPayment : texts.readInRecord) },
  ]
  return (
    <section className="k-card p-section">
      <h2>{t(texts.readings)}</h2>
      <DataTable
        id="readings"
        label={t(texts.readings)}
        columns={columns}
        rows={disclosureQuery.data ?? []}
        rowKey={(row) => `${row.at} ${row.field} ${row.reader}`}
        source={disclosureQuery}
        empty={{ reason: t(texts.noReadings) }}
        isPlain
      />
      <p className="k-note">{t(texts.readingsNote)}</p>
    </section>
  )
}
