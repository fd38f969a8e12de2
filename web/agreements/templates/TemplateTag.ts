import { templateStateNames } from '#/api/agreements/templates.texts.ts'
import { stateTag } from '#/web/ui/StatusTag.tsx'

export const TemplateTag = stateTag(templateStateNames, { draft: 'grey', enabled: 'green', disabled: 'grey' })
