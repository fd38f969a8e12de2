import { reportStateNames } from '#/api/taxation/platformreports.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'

type ReportState = keyof typeof reportStateNames

const tones: Readonly<Record<ReportState, StatusTone>> = { open: 'gold', generated: 'blue', confirmed: 'blue', exported: 'blue', reported: 'green' }

/** The state of a platform report, the same in the list and in its drawers. */
export function ReportTag({ state }: { readonly state: ReportState }) {
  const t = useText()
  return <StatusTag tone={tones[state]}>{t(reportStateNames[state])}</StatusTag>
}
