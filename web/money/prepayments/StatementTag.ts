import { statementStateNames } from '#/api/money/statements.texts.ts'
import { stateTag } from '#/web/ui/StatusTag.tsx'

export const StatementTag = stateTag(statementStateNames, { issued: 'gold', confirmed: 'green', disputed: 'red' })
