import { issueMessages, issueSuggestions } from '#/api/money/line-issues.texts.ts'
import { lineStateNames } from '#/api/money/lines.texts.ts'
import type { LineState } from '#/domain/money/line.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'

/** The messages of line issues, by code. */
export const lineIssueTexts = { messages: issueMessages, suggestions: issueSuggestions }

export type PaymentLine = OutputOf<typeof api.lines.list>['rows'][number]

/** The colours of line states, in tags and progress bars. */
export const lineTones: Readonly<Record<LineState, StatusTone>> = {
  invalid: 'red',
  warned: 'gold',
  ready: 'green',
  excluded: 'grey',
  queued: 'grey',
  sent: 'blue',
  processing: 'blue',
  success: 'green',
  failed: 'red',
  held: 'gold',
  unknown: 'magenta',
  returned: 'purple',
  cancelled: 'grey',
}

export function LineTag({ line }: { readonly line: Pick<PaymentLine, 'state' | 'failReason'> }) {
  const t = useText()
  return (
    <StatusTag tone={lineTones[line.state]} title={line.failReason}>
      {t(lineStateNames[line.state])}
    </StatusTag>
  )
}
