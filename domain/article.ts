// News, notices, the knowledge base and rules: what there is of them, and what may be done when.

export const articleSections = ['news', 'notice', 'knowledge', 'rule'] as const
export type ArticleSection = (typeof articleSections)[number]

/** The categories of the knowledge base. */
export const knowledgeTopics = ['joining', 'signing', 'paying', 'invoices', 'tax', 'account'] as const
/** What an entry is about; of rules `terms`: those that stand at /Clause. */
export const articleTopics = [...knowledgeTopics, 'terms'] as const
export type ArticleTopic = (typeof articleTopics)[number]

/** Whom an article is for; `public` for everybody, signed in or not. */
export const audiences = ['public', 'unit', 'operator', 'centre', 'partner'] as const
export type Audience = (typeof audiences)[number]

export const articleStates = ['draft', 'scheduled', 'published', 'withdrawn'] as const
export type ArticleState = (typeof articleStates)[number]

export const articleSteps = ['save', 'publish', 'schedule', 'unschedule', 'takeDown', 'remove'] as const
export type ArticleStep = (typeof articleSteps)[number]

// What was published goes on being shown while its next version is written: saving changes nothing that readers see.
const from: Readonly<Record<ArticleStep, readonly ArticleState[]>> = {
  save: ['draft', 'published', 'withdrawn'],
  publish: ['draft', 'scheduled', 'published', 'withdrawn'],
  schedule: ['draft', 'withdrawn'],
  unschedule: ['scheduled'],
  takeDown: ['published'],
  remove: ['draft'],
}

/** Whether the step may be taken from this state. */
export function mayStep(step: ArticleStep, state: ArticleState): boolean {
  return from[step].includes(state)
}

/** The topics that an article of the section has; `null` among them: it may have none. */
export function topicsOf(section: ArticleSection): readonly (ArticleTopic | null)[] {
  if (section === 'knowledge') return knowledgeTopics
  return section === 'rule' ? [null, 'terms'] : [null]
}

interface Dated {
  readonly no: number
  readonly effectiveFrom: string | null
}

/** The version of a rule that is in force on a day: the newest that has begun; null while none has. */
export function inForce<V extends Dated>(versions: readonly V[], day: string): V | null {
  const begun = versions.filter(({ effectiveFrom }) => effectiveFrom === null || effectiveFrom <= day)
  return begun.toSorted((one, other) => other.no - one.no)[0] ?? null
}
