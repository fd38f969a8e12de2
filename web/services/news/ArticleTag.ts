import { articleStateNames } from '#/api/services/news.texts.ts'
import { stateTag } from '#/web/ui/StatusTag.tsx'

export const ArticleTag = stateTag(articleStateNames, { draft: 'grey', scheduled: 'blue', published: 'green', withdrawn: 'red' })
