import { reportStateNames } from '#/api/taxation/platformreports.texts.ts'
import { stateTag } from '#/web/ui/StatusTag.tsx'

/** The state of a platform report, the same in the list and in its drawers. */
export const ReportTag = stateTag(reportStateNames, { open: 'gold', generated: 'blue', confirmed: 'blue', exported: 'blue', reported: 'green' })
