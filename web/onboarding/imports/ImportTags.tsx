import { importResultNames, importRowStateNames, importStateNames } from '#/api/onboarding/import-states.texts.ts'
import type { ImportRowState, ImportState } from '#/domain/onboarding/import.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

/** A list and its rows, as the server returns them. */
export type ImportSheet = OutputOf<typeof api.imports.list>['rows'][number]
export type ImportRow = OutputOf<typeof api.imports.rows>['rows'][number]

const tones: Readonly<Record<ImportState, StatusTone>> = { open: 'gold', prepared: 'blue', running: 'blue', done: 'green', cancelled: 'grey', undone: 'grey' }
const rowTones: Readonly<Record<ImportRowState, StatusTone>> = { invalid: 'red', warned: 'gold', ready: 'green', excluded: 'grey', done: 'blue' }

/** The state of an import. A requested reversal comes first, because it waits for another person. */
export function ImportTag({ sheet: { state, undoAskedBy } }: { readonly sheet: Pick<ImportSheet, 'state' | 'undoAskedBy'> }) {
  const t = useText()
  if (undoAskedBy !== null && state !== 'undone') return <StatusTag tone="gold">{t(texts.undoWaits)}</StatusTag>
  return <StatusTag tone={tones[state]}>{t(importStateNames[state])}</StatusTag>
}

export function RowTag({ row }: { readonly row: Pick<ImportRow, 'state' | 'result'> }) {
  const t = useText()
  return <StatusTag tone={rowTones[row.state]}>{t(row.result === null ? importRowStateNames[row.state] : importResultNames[row.result])}</StatusTag>
}
